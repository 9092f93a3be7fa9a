// Trails and glow of boids on a picture in memory, as BoidEffects (render/scene) makes them with OpenGL, in whole numbers: the same bytes with any
// threads and instruction set. Both work on what the boids have changed in the picture.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "sim/util/thread_pool.h"

namespace murmur {

struct EffectsLook {
  bool glow = false;
  double trails = 0.0;  ///< life of a trail [steps]; 0: none
  double step = 0.0;    ///< step of the flock
  std::array<float, 3> background{};
  bool any() const { return glow || trails > 0.0; }
};

/// Pixels along an axis that become one pixel of the blurred picture, whose shorter side has about 200: glow scales with the picture.
inline int blur_factor(int width, int height) {
  constexpr int kBlurSide = 200;
  return std::max(1, (std::min(width, height) + kBlurSide / 2) / kBlurSide);
}
inline constexpr double kForgotten = 20.0;  ///< times the life of a trail, after which nothing of it is left

/// A position p is at p * scale + offset of the picture [pixels], y downwards.
struct RasterView {
  double scale_x = 1.0, offset_x = 0.0, scale_y = 1.0, offset_y = 0.0;
  bool operator==(const RasterView&) const = default;
};

/// A place between two rows or columns.
struct BetweenPixels {
  int first;      ///< may be outside
  int32_t share;  ///< share of the next, of 256
};

class RasterEffects {
 public:
  /// `before`: the picture without boids; `picture`: with them, and afterwards with their effects. (height, width), RGBA, the lowest row first.
  void draw(const uint32_t* before, uint32_t* picture, int width, int height, const EffectsLook& look,
            const RasterView& view, ThreadPool& threads);

 private:
  /// A plane of numbers for each channel, in 64ths of a level of 8 bits.
  struct Planes {
    int width = 0, height = 0;
    std::array<std::vector<int16_t>, 3> of;
    void resize(int w, int h);
    int16_t* row(size_t channel, int64_t y) { return of[channel].data() + y * width; }
    const int16_t* row(size_t channel, int64_t y) const { return of[channel].data() + y * width; }
  };
  void fade(const uint32_t* before, const uint32_t* picture, int width, int height, const EffectsLook& look,
            const RasterView& view, ThreadPool& threads);
  void sample_row(size_t channel, BetweenPixels row, const std::vector<BetweenPixels>& columns,
                  std::vector<int32_t>& out) const;
  void blur(const uint32_t* before, const uint32_t* picture, int width, int height, ThreadPool& threads);
  void light_of_row(size_t channel, BetweenPixels row, const std::vector<BetweenPixels>& across,
                    std::vector<int32_t>& between, std::vector<int32_t>& light) const;

  Planes trails_, old_trails_, small_, blurred_;
  double step_ = 0.0;  // step that the trails show
  RasterView view_;    // view of the trails
  std::array<float, 3> background_{};
};

}  // namespace murmur
