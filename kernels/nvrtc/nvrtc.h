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
  /// The PTX of a text, for devices of this compute capability (90 for 9.0) and later ones. @throws NvrtcFault
  virtual std::string ptx(const std::string& text, int capability) const = 0;
};

/// `name`: of the library; empty: libnvrtc.so of `major`, the version of CUDA of this build, or of another one. @throws NvrtcFault
std::shared_ptr<const Nvrtc> load_nvrtc(const std::string& name, int major);

}  // namespace murmur
