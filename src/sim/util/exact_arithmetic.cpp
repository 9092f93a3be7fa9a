#include "sim/util/exact_arithmetic.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace murmur {

ExactArithmetic::ExactArithmetic() {
  std::fegetenv(&before_);
  std::fesetenv(FE_DFL_ENV);
#if defined(__x86_64__)
  _mm_setcsr(0x1f80);  // some C libraries do not clear the bits that flush denormals
#endif
}

ExactArithmetic::~ExactArithmetic() { std::fesetenv(&before_); }

}  // namespace murmur
