// The list of all backends: their names, functions that make them, reasons if one is not available, and their
// options. Used by command lines, the window, benchmarks and tests.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/backends/backend.h"

namespace murmur {

struct BackendKind {
  const char* name;
  /// @throws RunError when it is not available, UserError for an option that does not exist.
  std::unique_ptr<Backend<float>> (*make)(const BackendOptions& options);
  std::unique_ptr<Backend<double>> (*make_double)() = nullptr;  ///< null: computes in float only

  // Its options
  bool threads = false;           ///< --threads, NAME:2
  bool instruction_sets = false;  ///< --simd, NAME:avx2
  /// The devices it can use; when there are none, `why` says it in one sentence. Null: it runs on the host.
  std::vector<DeviceInfo> (*devices)(std::string* why) = nullptr;
  const std::vector<std::string>& (*kernels)() = nullptr;  ///< --kernel, NAME:listed; null: no choice

  /// Why `auto` does not take a device that is there, in one sentence; empty: it does. Null: there is never a reason.
  std::string (*why_not_auto)() = nullptr;

  // Its properties
  bool all_pairs = false;   ///< tests every pair: for small flocks
  bool is_default = false;  ///< `auto` takes it where no device can be used; speed-ups are relative to it
  int processes = 0;        ///< processes that step one flock together; 0: this one alone

  bool on_device() const { return devices != nullptr; }
  /// The reason why it is not available on this machine, in one sentence; empty: available.
  std::string why_not() const;
};

/// All backends in the order in which they are listed; the reference first.
const std::vector<BackendKind>& backends();
/// Appends a backend, or one that is the default; a program with backends of its own calls it first. If that steps with several
/// processes, `auto` takes it before the devices of this process, but not before those of all processes.
void add_backend(const BackendKind& kind);
void add_default_backend(const BackendKind& kind);
/// Whether `auto` takes this one where it is available.
bool is_automatic(const BackendKind& kind);
/// Null if no backend has this name.
const BackendKind* find_backend(const std::string& name);
const BackendKind& default_backend();
std::vector<std::string> backend_names();
/// The names of those with a property, for example &BackendKind::all_pairs.
std::vector<std::string> backend_names_where(const std::function<bool(const BackendKind&)>& fits);
/// What --kernel names, of all backends.
std::vector<std::string> kernel_names();
/// Names as in a sentence: "a, b and c".
std::string listed(const std::vector<std::string>& names, const char* last = "and");

/// name: one of backend_names(), or `auto`, which selects a device if one is available, otherwise the
/// default; why_not then says which device failed, and stays empty when there is none.
/// @throws RunError when it is not available; UserError for an unknown name.
std::unique_ptr<Backend<float>> make_backend(const std::string& name, const BackendOptions& options,
                                             std::string* why_not = nullptr);

}  // namespace murmur
