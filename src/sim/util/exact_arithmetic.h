// The floating-point mode that a run needs for reproducible bits: rounding to nearest, denormals kept, no traps. A
// process shares this mode with its libraries, and a library linked with -ffast-math changes it on loading (GCC bug
// 55522), so each entry into the simulation sets it. Each thread has its own mode, initially that of its creator.
#pragma once

#include <cfenv>

namespace murmur {

/// Sets the floating-point mode of this thread, and restores the caller's mode on destruction. Takes about 50 ns.
class ExactArithmetic {
 public:
  ExactArithmetic();
  ~ExactArithmetic();
  ExactArithmetic(const ExactArithmetic&) = delete;
  ExactArithmetic& operator=(const ExactArithmetic&) = delete;

 private:
  std::fenv_t before_;
};

}  // namespace murmur
