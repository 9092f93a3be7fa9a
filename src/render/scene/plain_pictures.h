// Draws whole pictures of a plain flock without OpenGL: background, the world's outline and boids. Bytes and hash
// are the same on every machine and from every backend. Used by murmur render, murmur verify and the Python package.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl/drawing_is.h"
#include "render/gl/png.h"
#include "render/scene/flock_picture.h"
#include "sim/backends/backend.h"

namespace murmur {

/// Hash of a picture: the sum over all pixels of mix64(number of the pixel * 2^32 + colour), and mix64(width * 2^32 + height), modulo 2^64.
uint64_t picture_hash(const Image& image);

class PlainPictures {
 public:
  /// `threads`: number of threads; 0: one per processor. `on_device`: a device draws the boids in its memory, if it can.
  explicit PlainPictures(int threads = 0, Simd simd = Simd::kAuto, bool on_device = drawing_is("device"))
      : picture_(threads, simd), on_device_(on_device) {}
  /// Whether a picture has nothing but background, outline, and boids that FlockPicture can draw.
  static bool suits(const Scenario& scenario, const Look& look);
  /// Draws a picture. The pixels stay until the next call. @throws RunError as Backend::save().
  const FlockPicture& draw_pixels(Backend<float>& backend, const Camera& camera, const Scenario& scenario,
                                  const PictureSettings& settings, const RowsDone& done = {});
  /// Draws a picture. The image stays until the next call. @throws RunError as Backend::save().
  const Image& draw(Backend<float>& backend, const Camera& camera, const Scenario& scenario,
                    const PictureSettings& settings);

 private:
  FlockPicture picture_;
  const bool on_device_;
  std::vector<float> boids_, numbers_;
  Image image_;
};

}  // namespace murmur
