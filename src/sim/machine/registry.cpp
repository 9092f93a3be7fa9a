#include "sim/machine/registry.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cuda.h"
#include "sim/backends/device/update_kernel.h"
#include "sim/backends/faults.h"
#include "sim/backends/reference/reference.h"
#include "sim/util/errors.h"

namespace murmur {

namespace {

std::vector<BackendKind>& list() {
  static std::vector<BackendKind> kinds{
      {.name = kReferenceName,
       .make = [](const BackendOptions&) { return make_reference_float(); },
       .make_double = make_reference_double,
       .all_pairs = true},
      {.name = kCpuName, .make = make_cpu, .threads = true, .instruction_sets = true, .is_default = true},
      {.name = kCudaName, .make = make_cuda, .devices = cuda_devices, .kernels = update_kernel_names},
  };
  return kinds;
}

}  // namespace

const std::vector<BackendKind>& backends() { return list(); }

void add_backend(const BackendKind& kind) { list().push_back(kind); }

void add_default_backend(const BackendKind& kind) {
  for (BackendKind& other : list()) other.is_default = false;
  add_backend(kind);
  list().back().is_default = true;
}

bool is_automatic(const BackendKind& kind) {
  return kind.on_device() && kind.processes == default_backend().processes;
}

std::string BackendKind::why_not() const {
  std::string why;
  if (on_device() && !devices(&why).empty()) why.clear();
  return why;
}

const BackendKind* find_backend(const std::string& name) {
  for (const BackendKind& kind : backends()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

const BackendKind& default_backend() {
  const auto& kinds = backends();
  return *std::find_if(kinds.begin(), kinds.end(), [](const BackendKind& kind) { return kind.is_default; });
}

std::vector<std::string> backend_names_where(const std::function<bool(const BackendKind&)>& fits) {
  std::vector<std::string> names;
  for (const BackendKind& kind : backends()) {
    if (fits(kind)) names.emplace_back(kind.name);
  }
  return names;
}

std::vector<std::string> backend_names() {
  return backend_names_where([](const BackendKind&) { return true; });
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const BackendKind& kind : backends()) {
    if (!kind.kernels) continue;
    for (const std::string& name : kind.kernels()) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::string listed(const std::vector<std::string>& names, const char* last) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  return fmt::format("{} {} {}", fmt::join(names.begin(), names.end() - 1, ", "), last, names.back());
}

std::unique_ptr<Backend<float>> make_backend(const std::string& name, const BackendOptions& options,
                                             std::string* why_not) {
  if (why_not) why_not->clear();
  if (const BackendKind* kind = find_backend(name)) return kind->make(options);
  if (name != "auto") {
    throw UserError(fmt::format("backend '{}' does not exist; allowed: auto, {}", name,
                                fmt::join(backend_names(), ", ")));
  }
  for (const BackendKind& kind : backends()) {
    if (!is_automatic(kind)) continue;
    try {
      if (const std::string why = kind.why_not_auto ? kind.why_not_auto() : ""; !why.empty())
        throw DeviceFailure(why, "");
      auto backend = kind.make(options);
      if (why_not) why_not->clear();
      return backend;
    } catch (const NoDevice&) {  // most machines have no device
    } catch (const DeviceFailure& failure) {
      if (why_not && why_not->empty())
        *why_not = fmt::format("{}; backend {} is used instead", failure.cause(), default_backend().name);
    }
  }
  return default_backend().make(options);
}

}  // namespace murmur
