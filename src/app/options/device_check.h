// Whether a GPU computes the bits of the cpu backend. Nobody has seen all GPUs and drivers, so the program finds out at the first use: a
// process steps the cases of check_cases.h with each update kernel, and is killed where one does not end. The result is kept in the cache
// folder until the driver or the program is another one. Settings come from the environment:
//   MURMUR_CHECK=off          devices are believed
//   MURMUR_CHECK_SECONDS=N    how long a case may take; 60 without it, since a driver may have to compile the kernel
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/machine/registry.h"

namespace murmur {

struct CheckResult {
  /// One for each kernel that BackendKind::kernels lists: "kernel lists differs from the cpu in 'one place'"; empty: its bits are right.
  std::vector<std::string> faults;
  std::string unknown;  ///< why the device could not be checked, which is not kept; empty: it was

  /// Whatever the kernel, sort and numbers are those of the first one, without which the device is not used.
  bool is_usable() const { return faults.empty() || faults.front().empty(); }
  std::string text() const;  ///< the faults in one sentence, and what is not used; empty: there is none
};

/// Says that this program has the command `devices`, which steps the cases; without it devices are believed.
void allow_device_checks();
/// The backend whose devices can be checked, and are at their first use; null: this program has none, or devices are believed.
const BackendKind *checked_kind(), *kind_to_check();

/// What an earlier check has found.
std::optional<CheckResult> kept_check(const DeviceInfo& device);
/// Checks, and keeps the result.
CheckResult check_device(const BackendKind& kind, const DeviceInfo& device);
/// The process that steps the cases, of this and later kernels: a line for each.
void step_check_cases(const BackendKind& kind, int device, size_t first_kernel);

/// make_backend() with a device that was checked, and without kernels whose bits are wrong; `why_not` then says so. @throws as make_backend,
/// and DeviceFailure where no device is left.
std::unique_ptr<Backend<float>> make_checked_backend(const std::string& name, BackendOptions options,
                                                     std::string* why_not = nullptr);

}  // namespace murmur
