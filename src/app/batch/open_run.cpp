#include "app/batch/open_run.h"

#include <utility>

#include <fmt/format.h>

#include "build_info.h"
#include "sim/formats/state_csv.h"

namespace murmur {

LogHeader LoadedRun::header() const {
  LogHeader header{.origin = origin,
                   .seed = simulation->scenario().seed,
                   .build = fmt::format("{} {}", kVersion, kCompiler),
                   .initial = initial};
  if (resumed) {
    header.initial = StateCsvWriter<float>::text(simulation->state());
    header.resume = log_resume(simulation->run_state(), simulation->step_number());
  }
  return header;
}

LoadedRun open_run(const Beginning<float>& beginning, const CommonOptions& options, std::string name) {
  check_memory(beginning.boids(), beginning.dimensions(), options.backend);
  LoadedRun loaded{.name = std::move(name), .origin = beginning.origin, .resumed = beginning.resumed};
  loaded.simulation = beginning.simulation(choose_backend(options));
  return loaded;
}

LoadedRun open_run(std::shared_ptr<const EventLog> log, const CommonOptions& options, const std::string& name,
                   int64_t& boids) {
  LoadedRun loaded{.name = name, .origin = log->header.origin, .log = std::move(log)};
  loaded.simulation = simulation_of_log(options, name, *loaded.log, boids);
  loaded.player = std::make_unique<LogPlayer>(name, *loaded.log);
  return loaded;
}

std::unique_ptr<Simulation<float>> simulation_of_log(const CommonOptions& options, const std::string& name,
                                                     const EventLog& log, int64_t& boids) {
  const auto make_backend = [&options](int64_t count, int dimensions) {
    check_memory(count, dimensions, options.backend);
    return choose_backend(options);
  };
  return simulation_of_log(name, log, make_backend, boids);
}

}  // namespace murmur
