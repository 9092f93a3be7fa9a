// The fma of WebAssembly (base/exact_fma.h) against this processor's: equal bits, above all where two roundings differ from one.
#include "base/exact_fma.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

namespace murmur {
namespace {

float from_bits(uint32_t bits) {
  float number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}
uint32_t bits_of(float number) {
  uint32_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return std::isnan(number) ? 0x7fc00000u : bits;  // the bits of NaN depend on the processor
}

struct Case {
  float a, b, c;
};

/// Kinds of numbers in turn, from a generator with a fixed seed (xorshift; Marsaglia 2003).
class Cases {
 public:
  Case next() {
    const uint64_t r = random(), q = random();
    const auto low = static_cast<uint32_t>(r), high = static_cast<uint32_t>(r >> 32),
               third = static_cast<uint32_t>(q);
    switch (kind_++ % 6) {
      case 0:  // any bits
        return {from_bits(low), from_bits(high), from_bits(third)};
      case 1:  // subnormal sums
        return {from_bits(0x20000000u + low % 0x08000000u), from_bits(0x18000000u + high % 0x08000000u),
                from_bits(third & 0x807fffffu)};
      // The product is half a unit in the last place of c, less a little that a double has no place for: (1 + x)(1 - x) = 1 - x^2.
      case 2: {  // c is normal
        const float x = static_cast<float>(low & 255u) * 0x1p-23f;
        const int exponent = static_cast<int>(high % 60) - 30;
        const float c = std::ldexp(from_bits(0x3f800000u + (third & 0x7fffffu)), exponent);
        return {1.0f + x, std::ldexp((q >> 63) != 0 ? x - 1.0f : 1.0f - x, exponent - 24), c};
      }
      case 3: {  // c is subnormal
        const float x = static_cast<float>(low & 255u) * 0x1p-23f;
        return {std::ldexp(1.0f + x, -75), std::ldexp((q >> 63) != 0 ? x - 1.0f : 1.0f - x, -75),
                from_bits(third & 0x807fffffu)};
      }
      case 4:  // overflow
        return {from_bits(0x7e000000u + (low & 0x1ffffffu)), from_bits(0x3f000000u + (high & 0x1ffffffu)),
                from_bits(0x7e000000u | (third & 0x81ffffffu))};
      default: {  // nearly nothing is left
        const float a = static_cast<float>(low & 0xffffffu), b = static_cast<float>(high & 0xffffffu);
        const float c = -(a * b);
        return {a, b, (q & 1) != 0 ? std::nextafter(c, 0.0f) : c};
      }
    }
  }

 private:
  uint64_t random() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  uint64_t state_ = 88172645463325252u;
  uint32_t kind_ = 0;
};

TEST(ExactFma, HasTheBitsOfTheProcessor) {
  Cases cases;
  int differing = 0;
  for (int k = 0; k < 3'000'000 && differing < 5; ++k) {
    const auto [a, b, c] = cases.next();
    const uint32_t expected = bits_of(std::fma(a, b, c)), got = bits_of(exact_fma(a, b, c));
    if (expected == got) continue;
    ++differing;
    ADD_FAILURE() << std::hexfloat << a << " * " << b << " + " << c << std::hex << ": 0x" << got << ", not 0x"
                  << expected;
  }
}

// musl's fmaf gives another last bit here.
TEST(ExactFma, RoundsASubnormalSumOnce) {
  const float a = from_bits(0x1a000007u), b = from_bits(0x19fffff2u), c = from_bits(0x802c312fu);
  EXPECT_EQ(bits_of(exact_fma(a, b, c)), bits_of(std::fma(a, b, c)));
}

}  // namespace
}  // namespace murmur
