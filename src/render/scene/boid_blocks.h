// Boxes around consecutive boids, so that without a GPU those far outside the picture are not passed over one by one. Backends
// write boids sorted by cells, so that a block has few places. Uses no OpenGL. Used by BoidRenderer.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/scene/camera.h"

namespace murmur {

struct Box {
  std::array<float, 3> low, high;
};
/// Whether all of a box is in the picture of Camera::world_to_clip().
bool sees_all(const Box& box, const std::array<float, 16>& world_to_clip);
/// Whether no part of a box is near the picture, as shaders of boids tell it. Nearer than `least_w` boids are large: then none is.
bool is_far_outside(const Box& box, const std::array<float, 16>& world_to_clip, float least_w);

class BoidBlocks {
 public:
  struct Range {
    int64_t first, count;
  };

  /// `instances`: (count, 2 D), as Backend::write_instances() has them.
  void measure(const float* instances, int64_t count, int dimensions);
  /// Leaves out the blocks of which boid.vert and the other shaders of boids would drop every boid (far_outside in paint.glsl).
  /// `shifts`: where the flock and its copies are drawn; `size`: of a boid [world units].
  void choose(const Camera& camera, const std::vector<std::array<float, 3>>& shifts, float size);
  /// The next boids to draw from `first` on, at most `most` of them; count 0: there are none.
  Range next(int64_t first, int64_t most) const;

 private:
  static constexpr int64_t kBoids = 256;  // boids of a block
  std::vector<Box> boxes_;
  std::vector<bool> chosen_;
  int64_t count_ = 0;
};

}  // namespace murmur
