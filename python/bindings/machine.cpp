#include "bindings/machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/backends/cpu/simd.h"
#include "sim/machine/registry.h"
#include "sim/util/errors.h"
#include "sim/util/memory.h"

namespace murmur::python {

std::unique_ptr<Backend<float>> Machine::make(const std::string& name) const {
  BackendOptions options;
  if (simd != "auto" && !read_simd(simd, options.simd)) {
    throw UserError(
        fmt::format("simd '{}' does not exist; allowed: auto, {}", simd, fmt::join(simd_names(), ", ")));
  }
  if (threads < 0 || threads > 4096)
    throw UserError(fmt::format("threads: {} is not allowed; allowed: 0 (one per core) to 4096", threads));
  options.threads = threads;
  options.device = device;
  return make_backend(name, options);
}

std::unique_ptr<Backend<float>> Machine::make_for(int64_t boids, int dimensions) const {
  require_memory(static_cast<double>(boids) * bytes_per_boid(dimensions), fmt::format("{} boids", boids),
                 "ask for fewer boids");
  return make(backend);
}

}  // namespace murmur::python
