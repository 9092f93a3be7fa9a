#include "sim/formats/trajectory.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur {

template <class T>
Frame<T> make_frame(std::shared_ptr<const State<T>> state, const Scenario& scenario) {
  const double time = static_cast<double>(state->step) * scenario.rules.time_step;
  return {std::move(state), scenario.world.size, scenario.world.boundary == Boundary::kWrap, time};
}

template <class T>
std::unique_ptr<Trajectory<T>> open_trajectory(const std::string& path, const std::string& scenario,
                                               int64_t resumed_at) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".xyz") return open_xyz<T>(path, resumed_at);
  if (extension == ".h5" || extension == ".hdf5") return open_h5md<T>(path, scenario, resumed_at);
  throw UserError(
      fmt::format("--trajectory {}: the name says the format; allowed: .xyz (extended XYZ), .h5 or "
                  ".hdf5 (H5MD)",
                  path));
}

template Frame<float> make_frame(std::shared_ptr<const State<float>>, const Scenario&);
template Frame<double> make_frame(std::shared_ptr<const State<double>>, const Scenario&);
template std::unique_ptr<Trajectory<float>> open_trajectory(const std::string&, const std::string&, int64_t);
template std::unique_ptr<Trajectory<double>> open_trajectory(const std::string&, const std::string&, int64_t);

}  // namespace murmur
