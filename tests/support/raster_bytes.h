// A picture has the same bytes from each instruction set, any threads, and boids in any order.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>

#include "sim/backends/cpu/simd.h"

namespace murmur {

/// `drawing_of(seed)`: has `boids`. `picture_of(drawing, threads, simd)`: its bytes.
template <class Drawing, class Picture>
void expect_the_same_bytes(uint64_t seeds, const Drawing& drawing_of, const Picture& picture_of) {
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    auto drawing = drawing_of(seed);
    const auto wanted = picture_of(drawing, 1, Simd::kScalar);
    for (const Simd simd : available_simds())
      ASSERT_EQ(picture_of(drawing, 1, simd), wanted) << "seed " << seed << " " << simd_name(simd);
    ASSERT_EQ(picture_of(drawing, 3, Simd::kAuto), wanted) << "seed " << seed;
    std::ranges::shuffle(drawing.boids, std::mt19937_64(seed));
    ASSERT_EQ(picture_of(drawing, 2, Simd::kAuto), wanted) << "seed " << seed;
  }
}

}  // namespace murmur
