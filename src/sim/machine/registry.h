// The list of all backends: names, functions that make them, reasons why one is not available, and options. Used by
// command lines, the window, benchmarks and tests.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/backends/backend.h"

namespace murmur {

struct BackendKind {
  const char* name;
  /// Makes the backend. @throws RunError when it is not available, UserError for an option that does not exist.
  std::unique_ptr<Backend<float>> (*make)(const BackendOptions& options);
  std::unique_ptr<Backend<double>> (*make_double)() = nullptr;  ///< null: the backend computes in float only

  // Options that the backend has:
  bool threads = false;           ///< has option --threads, NAME:2
  bool instruction_sets = false;  ///< has option --simd, NAME:avx2
  /// The devices that the backend can use; when there are none, `why` gets the reason in one sentence. Null: it runs on the host.
  std::vector<DeviceInfo> (*devices)(std::string* why) = nullptr;
  const std::vector<std::string>& (*kernels)() = nullptr;  ///< values of --kernel; null: no choice

  /// Why `auto` does not choose an existing device, in one sentence; empty: it does. Null: there is never a reason.
  std::string (*why_not_auto)() = nullptr;

  // Properties of the backend:
  bool all_pairs = false;   ///< tests every pair: for small flocks
  bool is_default = false;  ///< `auto` chooses it if no device can be used; speed-ups are relative to it
  int processes = 0;        ///< number of processes that step one flock together; 0: only this one

  bool on_device() const { return devices != nullptr; }
  /// Why the backend is not available on this machine, in one sentence; empty: available.
  std::string why_not() const;
};

/// All backends in the order in which users see them; the reference is first.
const std::vector<BackendKind>& backends();
/// Adds a backend to the list, or a new default; a program with its own backends calls this first. `auto` prefers a
/// default that steps with several processes to the devices of this process, but not to devices of all processes.
void add_backend(const BackendKind& kind);
void add_default_backend(const BackendKind& kind);
/// Whether `auto` chooses this backend where it is available.
bool is_automatic(const BackendKind& kind);
/// @returns null if no backend has this name.
const BackendKind* find_backend(const std::string& name);
const BackendKind& default_backend();
std::vector<std::string> backend_names();
/// The names of the backends for which `fits` is true, e.g. &BackendKind::all_pairs.
std::vector<std::string> backend_names_where(const std::function<bool(const BackendKind&)>& fits);
/// The values of --kernel for all backends.
std::vector<std::string> kernel_names();
/// Joins names as in a sentence: "a, b and c".
std::string listed(const std::vector<std::string>& names, const char* last = "and");

/// Makes a backend. name: one of backend_names(), or `auto`, which chooses a device if one is available, otherwise
/// the default; why_not then says which device failed, and stays empty when there is none. @throws RunError when the
/// backend is not available; UserError for an unknown name.
std::unique_ptr<Backend<float>> make_backend(const std::string& name, const BackendOptions& options,
                                             std::string* why_not = nullptr);

}  // namespace murmur
