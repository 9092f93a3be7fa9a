#include "sim/backends/device/update_kernel.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/util/errors.h"

namespace murmur {

const std::vector<std::string>& update_kernel_names() {
  static const std::vector<std::string> names{"loop", "flat", "pairs", "lists"};
  return names;
}

const std::string& name_of(UpdateKernel kernel) { return update_kernel_names()[static_cast<size_t>(kernel)]; }

std::optional<UpdateKernel> update_kernel(const std::string& name) {
  if (name.empty()) return {};
  const auto& names = update_kernel_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw UserError(
        fmt::format("--kernel {}: there is no such kernel; allowed: {}", name, fmt::join(names, ", ")));
  return static_cast<UpdateKernel>(found - names.begin());
}

}  // namespace murmur
