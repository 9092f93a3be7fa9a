#include "sim/formats/trajectory_formats.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/formats/trajectory_h5md.h"
#include "sim/formats/trajectory_xyz.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

template <class T>
const std::vector<TrajectoryFormat<T>>& formats() {
  static const std::vector<TrajectoryFormat<T>> table = {
      {{".xyz"}, "extended XYZ", "OVITO", open_xyz<T>},
      {{".h5", ".hdf5"}, "H5MD", "h5py", open_h5md<T>},
  };
  return table;
}

}  // namespace

std::string trajectory_format_list() {
  std::string text;
  for (const auto& format : formats<float>()) {
    text += fmt::format("{}{} for {}", text.empty() ? "" : ", ", format.extensions.front(), format.reader);
  }
  return text;
}

template <class T>
std::unique_ptr<Trajectory<T>> open_trajectory(const std::string& path, const std::string& scenario,
                                               const FileStart& start) {
  const std::string extension = std::filesystem::path(path).extension().string();
  std::string allowed;
  for (const auto& format : formats<T>()) {
    const auto& own = format.extensions;
    if (std::find(own.begin(), own.end(), extension) != own.end()) return format.open(path, scenario, start);
    allowed +=
        fmt::format("{}{} ({})", allowed.empty() ? "" : ", ", fmt::join(own, " or "), format.description);
  }
  throw UserError(
      fmt::format("--trajectory {}: the extension selects the format; allowed: {}", path, allowed));
}

template std::unique_ptr<Trajectory<float>> open_trajectory(const std::string&, const std::string&,
                                                            const FileStart&);
template std::unique_ptr<Trajectory<double>> open_trajectory(const std::string&, const std::string&,
                                                             const FileStart&);

}  // namespace murmur
