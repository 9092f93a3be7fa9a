// Chooses the kind of film by the name of the file. Used by the render command.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "render/film/film.h"

namespace murmur {

enum class FilmKind : uint8_t {
  kMp4,
  kGif,
  kFrames,   ///< `frames/%05d.png`: one PNG per picture, from 0
  kPicture,  ///< `last.png`: one picture
};

/// The kind of film for a name. @throws UserError when it is none of F.mp4, F.gif, F.png and no pattern with one
/// %d.
FilmKind film_kind(const std::string& path);

/// The pattern's file of this frame.
std::string numbered(const std::string& pattern, int64_t frame);

/// Whether make_film() can start ffmpeg.
bool has_ffmpeg();
/// Creates folders and starts ffmpeg.
/// @throws UserError when MP4 cannot have this size; RunError when a file cannot be written or ffmpeg is
/// missing; both also from add() and finish().
std::unique_ptr<Film> make_film(const std::string& path, const FilmOptions& options);

}  // namespace murmur
