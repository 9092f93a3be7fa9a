// Trails and glow of boids on a picture in memory, as BoidEffects (render/scene) draws them with OpenGL. Integer
// arithmetic: the same bytes for any threads and instruction set. Both effects use the change that drawing the boids
// made in the picture.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "sim/util/thread_pool.h"

namespace murmur {

/// Order of the bytes of a pixel, and of the rows, in a picture's memory: OpenGL's, or the one of windows that Mesa draws by processor.
enum class PixelOrder : uint8_t { kRgbaUpwards, kBgraDownwards };

struct EffectsLook {
  bool glow = false;
  double trails = 0.0;  ///< steps in which a trail fades; 0: no trails
  double step = 0.0;    ///< current step of the flock
  std::array<float, 3> background{};
  PixelOrder order = PixelOrder::kRgbaUpwards;
  bool any() const { return glow || trails > 0.0; }
};

/// Pixels along an axis that are merged into one of the blurred picture, whose shorter side has about 200 pixels, so
/// that glow scales with the picture.
inline int blur_factor(int width, int height) {
  constexpr int kBlurSide = 200;
  return std::max(1, (std::min(width, height) + kBlurSide / 2) / kBlurSide);
}
inline constexpr double kForgotten = 20.0;  ///< fade times after which nothing of a trail is left

/// Maps a position p to p * scale + offset in the picture [pixels], y downwards.
struct RasterView {
  double scale_x = 1.0, offset_x = 0.0, scale_y = 1.0, offset_y = 0.0;
  bool operator==(const RasterView&) const = default;
};

/// A position between two adjacent rows or columns.
struct BetweenPixels {
  int first;      ///< index of the first, possibly outside the picture
  int32_t share;  ///< weight of the second, in 256ths
};

class RasterEffects {
 public:
  /// Draws the effects. `before`: the picture without boids; `picture`: the picture with boids, to which effects are
  /// added. Both (height, width), in the order of the look.
  void draw(const uint32_t* before, uint32_t* picture, int width, int height, const EffectsLook& look,
            const RasterView& view, ThreadPool& threads);

 private:
  /// One plane of numbers for each channel, in 64ths of an 8-bit level.
  struct Planes {
    int width = 0, height = 0;
    std::array<std::vector<int16_t>, 3> of;
    void resize(int w, int h);
    int16_t* row(size_t channel, int64_t y) { return of[channel].data() + y * width; }
    const int16_t* row(size_t channel, int64_t y) const { return of[channel].data() + y * width; }
  };
  void reorder();
  void fade(const uint32_t* before, const uint32_t* picture, int width, int height, const EffectsLook& look,
            const RasterView& view, ThreadPool& threads);
  void sample_row(size_t channel, BetweenPixels row, const std::vector<BetweenPixels>& columns,
                  std::vector<int32_t>& out) const;
  void blur(const uint32_t* before, const uint32_t* picture, int width, int height, ThreadPool& threads);
  void light_of_row(size_t channel, BetweenPixels row, const std::vector<BetweenPixels>& across,
                    std::vector<int32_t>& between, std::vector<int32_t>& light) const;

  Planes trails_, old_trails_, small_, blurred_;
  double step_ = 0.0;  // step of the current trails
  RasterView view_;    // view of the current trails
  std::array<float, 3> background_{};
  PixelOrder order_ = PixelOrder::kRgbaUpwards;  // order of the trails
};

}  // namespace murmur
