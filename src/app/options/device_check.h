// Checks whether a GPU computes the bits of the cpu backend. Not every GPU and driver can be tested in advance, so
// the program checks a device at the first use: a process steps the cases of check_cases.h with each update kernel,
// and is killed if a case does not end. The result is kept in the cache folder until the driver or the program
// changes. Environment variables:
//   MURMUR_CHECK=off          devices are not checked
//   MURMUR_CHECK_SECONDS=N    longest time of a case; by default 60, because a driver may have to compile the kernel
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/machine/registry.h"

namespace murmur {

struct CheckResult {
  /// The fault of each kernel of BackendKind::kernels, "kernel lists differs from the cpu in 'one place'"; empty: the kernel is right.
  std::vector<std::string> faults;
  std::string unknown;  ///< why no check was possible (not kept in the cache); empty: there was one

  /// Whether the device can be used: not if its first kernel is wrong, which also does the sort and all numbers.
  bool is_usable() const { return faults.empty() || faults.front().empty(); }
  std::string text() const;  ///< the faults in one sentence; empty: there are none
};

/// Enables checks of devices: this program has the command `devices`, which steps the cases.
void allow_device_checks();
/// The backend whose devices are checked at their first use; null: this program has none, or checks are off (kind_to_check() alone).
const BackendKind *checked_kind(), *kind_to_check();

/// The result of an earlier check; none: the device was not checked, or driver or program have changed since.
std::optional<CheckResult> kept_check(const DeviceInfo& device);
/// Checks a device, and keeps the result in the cache folder.
CheckResult check_device(const BackendKind& kind, const DeviceInfo& device);
/// Steps the cases with `first_kernel` and all later kernels, and prints a line for each case. Runs in the process of CheckProcess.
void step_check_cases(const BackendKind& kind, int device, size_t first_kernel);

/// Makes a backend as make_backend() does, but only on checked devices, and without kernels whose bits are wrong,
/// which `why_not` then names. @throws as make_backend(), and DeviceFailure where no device is usable.
std::unique_ptr<Backend<float>> make_checked_backend(const std::string& name, BackendOptions options,
                                                     std::string* why_not = nullptr);

}  // namespace murmur
