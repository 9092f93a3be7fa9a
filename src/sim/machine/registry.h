// The one list of backends: their names, how to make them, why one cannot be had, what can be chosen for
// them. Command lines, the window, benchmarks and tests take all of this from here.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/backends/backend.h"

namespace murmur {

struct BackendKind {
  const char* name;
  /// @throws RunError when it cannot be had, UserError when an option asks for what is not there.
  std::unique_ptr<Backend<float>> (*make)(const BackendOptions& options);
  std::unique_ptr<Backend<double>> (*make_double)() = nullptr;  ///< null: computes in float only

  // What can be chosen for it
  bool threads = false;           ///< --threads, NAME:2
  bool instruction_sets = false;  ///< --simd, NAME:avx2
  /// The devices it can use; when there are none, `why` says it in one sentence. Null: it runs on the host.
  std::vector<DeviceInfo> (*devices)(std::string* why) = nullptr;

  // Its limits and its part
  bool all_pairs = false;   ///< tests every pair: for small flocks
  bool is_default = false;  ///< of `auto` where no device can be used; speed-ups are relative to it

  bool on_device() const { return devices != nullptr; }
  /// Why it cannot be had on this machine, in one sentence; empty: it can.
  std::string why_not() const;
};

/// In the order in which they are listed for people; the definition first.
const std::vector<BackendKind>& backends();
/// Null when there is none of this name.
const BackendKind* find_backend(const std::string& name);
const BackendKind& default_backend();
std::vector<std::string> backend_names();
/// The names of those that fit, for example &BackendKind::all_pairs.
std::vector<std::string> backend_names_where(const std::function<bool(const BackendKind&)>& fits);
/// Names as a sentence has them: "a, b and c".
std::string listed(const std::vector<std::string>& names, const char* last = "and");

/// name: one of backend_names(), or `auto`, which takes a device where one can be used, otherwise the
/// default; why_not then says why.
/// @throws RunError when it cannot be had; UserError for an unknown name.
std::unique_ptr<Backend<float>> make_backend(const std::string& name, const BackendOptions& options,
                                             std::string* why_not = nullptr);

}  // namespace murmur
