// The floating-point state that the bits of a run need: rounding to nearest, denormals kept, no traps. A process shares this
// state with its libraries, and one that is linked with -ffast-math changes it when it is loaded (GCC bug 55522), so each
// entry into the simulation sets it. A thread has a state of its own and begins with that of its creator.
#pragma once

#include <cfenv>

namespace murmur {

/// Sets the state of this thread, and gives the caller's state back at its end. About 50 ns.
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
