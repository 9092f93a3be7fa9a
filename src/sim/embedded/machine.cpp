#include "sim/embedded/machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/backends/cpu/simd.h"
#include "sim/machine/registry.h"
#include "sim/util/errors.h"
#include "sim/util/memory.h"

namespace murmur::embedded {

std::unique_ptr<Backend<float>> Machine::make(const std::string& name) const {
  BackendOptions options;
  if (simd != "auto" && !read_simd(simd, options.simd)) {
    throw UserError(
        fmt::format("simd '{}' does not exist; allowed: auto, {}", simd, fmt::join(simd_names(), ", ")));
  }
  if (threads < 0 || threads > 4096)
    throw UserError(fmt::format(
        "threads: {} is not allowed; allowed: 0 (one for each processor it may use) to 4096", threads));
  options.threads = threads;
  if (device < -1) {
    throw UserError(fmt::format(
        "device: {} is not allowed; allowed: -1 (the first that works) or a device's number", device));
  }
  options.device = device;
  std::string why;
  auto made = make_backend(name, options, &why);
  if (why.empty()) why = made->remark();
  if (remark && !why.empty()) remark(why);
  return made;
}

std::unique_ptr<Backend<float>> Machine::make_for(int64_t boids, int dimensions) const {
  const BackendKind* const kind = find_backend(backend);
  const double each =
      kind && kind->on_device() ? host_bytes_per_boid_of_device(dimensions) : bytes_per_boid(dimensions);
  require_memory(static_cast<double>(boids) * each, fmt::format("{} boids", boids), "ask for fewer boids");
  return make(backend);
}

}  // namespace murmur::embedded
