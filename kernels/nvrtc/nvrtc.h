// NVIDIA's run-time compiler NVRTC, loaded as a library when needed: it is required neither for a build nor for a
// run. Texts that it may include are embedded in the program: src/base, src/model, and short replacements of the
// standard library (kernels/nvrtc/std).
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

namespace murmur {

/// Thrown when a text cannot be compiled; the reason is one sentence without a dot.
class NvrtcFault : public std::runtime_error {
  using runtime_error::runtime_error;
};

class Nvrtc {
 public:
  virtual ~Nvrtc() = default;
  struct Code {
    std::string machine;  ///< a CUBIN for this capability; empty: the library does not support it
    std::string ptx;      ///< PTX for this capability and later ones
  };
  /// Compiles a text. `capability`: compute capability of the device, 90 for 9.0. @throws NvrtcFault
  virtual Code compile(const std::string& text, int capability) const = 0;
};

/// Loads the library. `name`: its file name; empty: libnvrtc.so of `major`, the CUDA version of this build, or of
/// another version. @throws NvrtcFault
std::shared_ptr<const Nvrtc> load_nvrtc(const std::string& name, int major);

}  // namespace murmur
