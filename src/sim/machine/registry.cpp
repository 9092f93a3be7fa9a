// Chooses a backend by name. `auto` is CUDA where a device works, else the CPU.
#include <fmt/format.h>

#include "sim/backends/backend.h"
#include "sim/backends/cuda.h"
#include "sim/util/errors.h"

namespace murmur {

std::unique_ptr<Backend<float>> make_backend(const std::string& name, const BackendOptions& options,
                                             std::string* why_not) {
  if (why_not) why_not->clear();
  if (name == "reference") return make_reference_float();
  if (name == "cpu") return make_cpu(options);
  if (name == "cuda") return make_cuda(options);
  if (name != "auto") {
    throw UserError(fmt::format("backend '{}' does not exist; allowed: auto, reference, cpu, cuda", name));
  }
  std::string why;
  if (!cuda_devices(&why).empty()) {
    try {
      return make_cuda(options);
    } catch (const RunError& error) {
      why = error.what();
    }
  }
  if (why_not) *why_not = why;
  return make_cpu(options);
}

}  // namespace murmur
