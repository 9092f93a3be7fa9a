// The time that a part of a frame took on a GPU. It is known some frames later, so that nothing waits for it.
#pragma once

#include <cstdint>

namespace murmur {

struct FrameTime {
  int64_t frame;
  double ms;
};

}  // namespace murmur
