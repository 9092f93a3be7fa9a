#include "app/batch/log_simulation.h"

namespace murmur {

std::unique_ptr<Simulation<float>> simulation_of_log(const CommonOptions& options, const std::string& name,
                                                     const EventLog& log, int64_t& boids) {
  const auto make_backend = [&options](int64_t count, int dimensions) {
    check_memory(count, dimensions, options.backend);
    return choose_backend(options);
  };
  return simulation_of_log(name, log, make_backend, boids);
}

}  // namespace murmur
