// A film that ffmpeg encodes: owns the process and the pipe to it. Used only by film_output.cpp.
#pragma once

#include <memory>
#include <string>

#include "render/film/film.h"

namespace murmur {

/// The program for films: "ffmpeg", or the value of the variable MURMUR_FFMPEG.
std::string ffmpeg_program();
/// Makes an MP4, which is written beside `path` and renamed when it is finished. @throws as make_film().
std::unique_ptr<Film> make_mp4(const std::string& path, const FilmOptions& options);
std::unique_ptr<Film> make_gif(const std::string& path, const FilmOptions& options);

}  // namespace murmur
