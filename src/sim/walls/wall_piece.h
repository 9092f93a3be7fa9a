// A part of a wall, as steps, starts and pictures have it.
#pragma once

#include <cstdint>

#include "base/vec.h"

namespace murmur {

/// A segment in two dimensions, a triangle in three.
template <int D>
struct WallPiece {
  Vec<double, D> corner[D];  ///< rounded to float32: the same in all precisions
  uint32_t wall;             ///< index of its [[wall]]
};

}  // namespace murmur
