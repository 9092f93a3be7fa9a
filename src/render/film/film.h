// Writes the pictures of a film in order: to an MP4 or GIF through ffmpeg, to numbered PNG files, or to a single
// PNG. Uses neither OpenGL nor the simulation. Used by the render command.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "render/gl/png.h"

namespace murmur {

/// Limits of the pictures per second of a film.
inline constexpr double kLeastRate = 0.1, kMostRate = 1000.0;
/// Limit of the pictures per second of a GIF: players show a picture of less than 0.02 s for 0.1 s. A faster film loses some pictures.
inline constexpr double kMostGifRate = 50.0;

struct FilmOptions {
  int width = 1280, height = 720;   ///< size of the pictures [pixels]
  double frames_per_second = 60.0;  ///< rate of MP4 and GIF, kLeastRate to kMostRate
  int crf = 18;                     ///< constant rate factor of libx264 for MP4, 0 (lossless) to 51
  bool in_pieces =
      false;  ///< MP4 in pieces that can be played at any time, for keep_rest(); finish() joins them
};

class Film {
 public:
  virtual ~Film() = default;
  virtual void add(const Image& picture) = 0;
  /// Ends the film. An MP4 without finish() is deleted.
  virtual void finish() = 0;
  /// Keeps the playable part of a film after a failure. @returns its number of pictures; 0: none. @throws RunError.
  virtual int64_t keep_rest() { return 0; }
};

}  // namespace murmur
