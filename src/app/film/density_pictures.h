// Pictures of how many boids are in each pixel, for flocks of more boids than a picture has pixels: counted where the boids are, on
// processors or on a device, with the same counts. Needs no OpenGL, and no memory that grows with the flock. Used by murmur render.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl/png.h"
#include "render/scene/camera.h"
#include "sim/backends/backend.h"
#include "sim/look/look.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Boids by pixel, (height, width), those outside of the picture left out.
void count_pixels(Backend<float>& backend, const Camera& camera, ThreadPool& pool,
                  std::vector<uint32_t>& counts);

class DensityPictures {
 public:
  /// `threads`: 0: as many as processors.
  explicit DensityPictures(int threads) : pool_(threads) {}

  /// A pixel of n boids has n / (n + h) of the way from the background to the look's one colour, or to white (on light: to black). h is
  /// the mean of pixels with boids in the first picture, so that brightness means the same in all of a film.
  Image draw(Backend<float>& backend, const Camera& camera, const Look& look);

 private:
  ThreadPool pool_;
  std::vector<uint32_t> counts_;
  double half_ = 0.0;  // boids of a pixel half-way between both colours; 0: not known yet
};

}  // namespace murmur
