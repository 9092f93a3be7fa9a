// Chooses the kind of film by the name of the output file. Used by the render command.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "render/film/film.h"

namespace murmur {

enum class FilmKind : uint8_t {
  kMp4,
  kGif,
  kFrames,   ///< `frames/%05d.png`: one PNG per picture, numbered from 0
  kPicture,  ///< `last.png`: a single picture
};

/// The kind of film for a file name. @throws UserError unless the name is F.mp4, F.gif, F.png or a pattern with one %d.
FilmKind film_kind(const std::string& path);

/// The file of a frame, for a pattern with %d.
std::string numbered(const std::string& pattern, int64_t frame);

/// Whether make_film() can start ffmpeg.
bool has_ffmpeg();
/// Creates the folders of the output, and starts ffmpeg for an MP4 or GIF. @throws UserError when the kind does not
/// allow this size; RunError when a file cannot be written or ffmpeg is missing, which add() and finish() throw,
/// too.
std::unique_ptr<Film> make_film(const std::string& path, const FilmOptions& options);

}  // namespace murmur
