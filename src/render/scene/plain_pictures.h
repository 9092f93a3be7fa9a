// Whole pictures of a plain flock without OpenGL: background, the world's outline and boids. They have the same bytes, and so the same
// hash, on every machine and from every backend. Used by murmur render, murmur verify and the Python package.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl/drawing_is.h"
#include "render/gl/png.h"
#include "render/scene/flock_picture.h"
#include "sim/backends/backend.h"

namespace murmur {

/// The sum over all pixels of mix64(its number * 2^32 + its colour), and mix64(width * 2^32 + height), modulo 2^64.
uint64_t picture_hash(const Image& image);

class PlainPictures {
 public:
  /// `threads`: 0: as many as processors.
  /// `on_device`: where it can, a device draws the boids that are in its memory.
  explicit PlainPictures(int threads = 0, Simd simd = Simd::kAuto, bool on_device = drawing_is("device"))
      : picture_(threads, simd), on_device_(on_device) {}
  /// Whether a picture has nothing but background, outline and boids that FlockPicture draws.
  static bool suits(const Scenario& scenario, const Look& look);
  /// The pixels are there until the next call. @throws RunError as Backend::save().
  const FlockPicture& draw_pixels(Backend<float>& backend, const Camera& camera, const Scenario& scenario,
                                  const PictureSettings& settings);
  /// @throws RunError as Backend::save().
  Image draw(Backend<float>& backend, const Camera& camera, const Scenario& scenario,
             const PictureSettings& settings);

 private:
  FlockPicture picture_;
  const bool on_device_;
  std::vector<float> boids_, numbers_;
};

}  // namespace murmur
