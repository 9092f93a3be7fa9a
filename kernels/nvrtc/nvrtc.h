// NVIDIA's compiler as a library, NVRTC, loaded while the program runs: a build needs nothing of it, and a program runs without it. The
// texts that it may include are in the program: those of src/base and src/model, and short ones in place of the standard library
// (kernels/nvrtc/std).
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

namespace murmur {

/// Why something cannot be compiled, in one sentence without a dot.
class NvrtcFault : public std::runtime_error {
  using runtime_error::runtime_error;
};

class Nvrtc {
 public:
  virtual ~Nvrtc() = default;
  struct Code {
    std::string machine;  ///< a CUBIN for this capability; empty: the library does not know it
    std::string ptx;      ///< for it and later ones
  };
  /// `capability`: compute capability of the device, 90 for 9.0. @throws NvrtcFault
  virtual Code compile(const std::string& text, int capability) const = 0;
};

/// `name`: of the library; empty: libnvrtc.so of `major`, the version of CUDA of this build, or of another one. @throws NvrtcFault
std::shared_ptr<const Nvrtc> load_nvrtc(const std::string& name, int major);

}  // namespace murmur
