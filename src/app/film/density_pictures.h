// Pictures of the number of boids in each pixel, for flocks with more boids than a picture has pixels. Processors or
// the device count the boids in their own memory, with equal results. Needs no OpenGL, and no memory that grows with
// the flock. Used by murmur render.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl/png.h"
#include "render/scene/camera.h"
#include "sim/backends/backend.h"
#include "sim/look/look.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Counts the boids in each pixel, (height, width); leaves out those outside the picture.
void count_pixels(Backend<float>& backend, const Camera& camera, ThreadPool& pool,
                  std::vector<uint32_t>& counts);

class DensityPictures {
 public:
  /// `threads`: number of threads; 0: one per processor.
  explicit DensityPictures(int threads) : pool_(threads) {}

  /// Draws a picture. A pixel with n boids mixes the background with the look's one colour, or with white (on a
  /// light background: black), in the share n / (n + h). h is the mean over the pixels with boids of the first
  /// picture, so that brightness means the same in all pictures of a film.
  Image draw(Backend<float>& backend, const Camera& camera, const Look& look);

 private:
  ThreadPool pool_;
  std::vector<uint32_t> counts_;
  double half_ = 0.0;  // boids in a pixel half-way between both colours; 0: not known yet
};

}  // namespace murmur
