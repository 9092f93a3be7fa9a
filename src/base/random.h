// Counter-based random numbers (Philox4x32-10; Salmon et al., SC 2011) keyed by (seed, stream, id, step). A
// draw depends only on its key, never on earlier draws, so that every thread and device gets the same number.
#pragma once

#include <cstdint>

// Random123 refuses WebAssembly, which it does not know. It needs the processor only to choose a 32-bit
// multiplication, and that of PowerPC works.
#ifdef __wasm__
#define __powerpc__ 1
#include <Random123/philox.h>
#undef __powerpc__
#else
#include <Random123/philox.h>
#endif

#include "base/math.h"
#include "base/qualifiers.h"
#include "base/vec.h"

namespace murmur {

/// Purpose of a random number; part of its key. The values are part of the file formats: append only.
enum class Stream : uint32_t {
  kPosition = 1,
  kVelocity = 2,
  kAdd = 3,
  kGust = 4,
  kGustHeading = 5,
  kPerch = 6,
  kPredator = 7,
  kFlock = 8,
  kAddPlace = 9,
  kNoise = 10,
  kTurbulence = 11,
  kSpecies = 12,
  kCustomRule = 13,
  kWall = 14
};

/// One independent sequence of numbers for a key; `next` counts draws within it.
class Random {
 public:
  MURMUR_HD Random(uint64_t seed, Stream stream, uint32_t id, uint64_t step)
      : key_{{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)}},
        id_(id),
        step_(static_cast<uint32_t>(step)),
        tag_(static_cast<uint32_t>(stream) | (static_cast<uint32_t>(step >> 32) << 8)) {}

  MURMUR_HD uint32_t bits() {
    if (used_ == 4) {
      block_ = r123::Philox4x32()({{id_, step_, tag_, round_++}}, key_);
      used_ = 0;
    }
    return block_[used_++];
  }

  /// A number uniform in [0, 1) with 24 bits, exact in float.
  MURMUR_HD float uniform() { return static_cast<float>(bits() >> 8) * 5.9604644775390625e-8f; }

  /// A vector uniform in the unit ball, by rejection, because library functions are not exact.
  template <int D>
  MURMUR_HD Vec<float, D> in_unit_ball() {
    for (;;) {
      Vec<float, D> p;
      for (int k = 0; k < D; ++k) p[k] = 2.0f * uniform() - 1.0f;
      const float square = dot(p, p);
      if (square < 1.0f && square > 1e-6f) return p;
    }
  }

  /// A random direction of length 1 (to rounding).
  template <int D>
  MURMUR_HD Vec<float, D> unit_vector() {
    const Vec<float, D> p = in_unit_ball<D>();
    return p / square_root(dot(p, p));
  }

 private:
  r123::Philox4x32::key_type key_;
  r123::Philox4x32::ctr_type block_{};
  uint32_t id_, step_, tag_;
  uint32_t round_ = 0;
  int used_ = 4;
};

/// The random numbers of one boid; packs of lanes have an overload.
MURMUR_INLINE Random numbers_of(uint64_t seed, Stream stream, uint32_t id, uint64_t step) {
  return {seed, stream, id, step};
}

}  // namespace murmur
