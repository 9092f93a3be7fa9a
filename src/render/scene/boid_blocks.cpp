#include "render/scene/boid_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace murmur {
namespace {

constexpr float kFarBorder = 1.75f, kSmallPixels = 50.0f;  // a little more than in paint.glsl and boid.vert

/// Clip x, y, w of a corner of a box.
std::array<float, 3> clip_of(size_t corner, const Box& box, const std::array<float, 16>& m) {
  const auto at = [&](size_t axis) { return (corner >> axis & 1) != 0 ? box.high[axis] : box.low[axis]; };
  const auto row = [&](size_t k) { return m[k] * at(0) + m[4 + k] * at(1) + m[8 + k] * at(2) + m[12 + k]; };
  return {row(0), row(1), row(3)};
}

}  // namespace

bool sees_all(const Box& box, const std::array<float, 16>& world_to_clip) {
  for (size_t corner = 0; corner < 8; ++corner) {
    const auto [x, y, w] = clip_of(corner, box, world_to_clip);
    if (w <= 0.0f || std::max(std::abs(x), std::abs(y)) > w) return false;
  }
  return true;
}

void BoidBlocks::measure(const float* instances, int64_t count, int dimensions) {
  count_ = count;
  boxes_.resize(static_cast<size_t>((count + kBoids - 1) / kBoids));
  const auto axes = static_cast<size_t>(dimensions);
  for (size_t block = 0; block < boxes_.size(); ++block) {
    Box box{};
    box.low.fill(std::numeric_limits<float>::infinity());
    box.high.fill(-std::numeric_limits<float>::infinity());
    const auto first = static_cast<int64_t>(block) * kBoids, end = std::min(first + kBoids, count);
    const float* boid = instances + first * 2 * dimensions;
    for (int64_t k = first; k < end; ++k, boid += 2 * axes) {
      for (size_t axis = 0; axis < axes; ++axis) {
        box.low[axis] = std::min(box.low[axis], boid[axis]);
        box.high[axis] = std::max(box.high[axis], boid[axis]);
      }
    }
    for (size_t axis = axes; axis < 3; ++axis) box.low[axis] = box.high[axis] = 0.0f;
    boxes_[block] = box;
  }
}

/// All corners are beyond the same side, and in front of the eye: so is all that is between them.
bool is_far_outside(const Box& box, const std::array<float, 16>& world_to_clip, float least_w) {
  std::array<bool, 4> beyond{true, true, true, true};
  for (size_t corner = 0; corner < 8; ++corner) {
    const auto [x, y, w] = clip_of(corner, box, world_to_clip);
    if (w <= least_w) return false;
    beyond[0] = beyond[0] && x > kFarBorder * w;
    beyond[1] = beyond[1] && x < -kFarBorder * w;
    beyond[2] = beyond[2] && y > kFarBorder * w;
    beyond[3] = beyond[3] && y < -kFarBorder * w;
  }
  return beyond[0] || beyond[1] || beyond[2] || beyond[3];
}

void BoidBlocks::choose(const Camera& camera, const std::vector<std::array<float, 3>>& shifts, float size) {
  const std::array<float, 16> world_to_clip = camera.world_to_clip();
  const float least_w = size / (kSmallPixels * static_cast<float>(camera.units_per_pixel()));
  chosen_.resize(boxes_.size());
  for (size_t block = 0; block < boxes_.size(); ++block) {
    chosen_[block] = std::any_of(shifts.begin(), shifts.end(), [&](const std::array<float, 3>& shift) {
      Box box = boxes_[block];
      for (size_t axis = 0; axis < 3; ++axis) {
        box.low[axis] += shift[axis];
        box.high[axis] += shift[axis];
      }
      return !is_far_outside(box, world_to_clip, least_w);
    });
  }
}

BoidBlocks::Range BoidBlocks::next(int64_t first, int64_t most) const {
  const auto block_of = [](int64_t boid) { return static_cast<size_t>(boid / kBoids); };
  size_t block = block_of(first);
  while (block < chosen_.size() && !chosen_[block]) ++block;
  first = std::min(std::max(first, static_cast<int64_t>(block) * kBoids), count_);
  while (block < chosen_.size() && chosen_[block] && static_cast<int64_t>(block) * kBoids < first + most)
    ++block;
  const int64_t end = std::min({static_cast<int64_t>(block) * kBoids, first + most, count_});
  return {first, end - first};
}

}  // namespace murmur
