// Takes pictures in order and makes one file of them, or one each: an MP4 through ffmpeg, numbered PNG files,
// or a single PNG. Knows no OpenGL and no simulation. Used by the render command.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "render/png.h"

namespace murmur {

enum class FilmKind : uint8_t {
  kMp4,
  kFrames,   ///< `frames/%05d.png`: one PNG per picture, from 0
  kPicture,  ///< `last.png`: one picture
};

struct FilmOptions {
  int width = 1280, height = 720;   ///< [pixels]
  double frames_per_second = 60.0;  ///< MP4
  int crf = 18;                     ///< MP4: libx264's constant rate factor, 0 (lossless) to 51
};

/// What the name asks for. @throws UserError when it is neither F.mp4 nor F.png nor a pattern with one %d.
FilmKind film_kind(const std::string& path);

/// The pattern's file of this frame.
std::string numbered(const std::string& pattern, int64_t frame);

class Film {
 public:
  virtual ~Film() = default;
  virtual void add(const Image& picture) = 0;
  /// Without this nothing is left of an MP4.
  virtual void finish() = 0;
};

/// Ready to take pictures: folders made, ffmpeg started.
/// @throws UserError when MP4 cannot have this size; RunError when a file cannot be written or ffmpeg is
/// missing; both also from add() and finish().
std::unique_ptr<Film> make_film(const std::string& path, const FilmOptions& options);

}  // namespace murmur
