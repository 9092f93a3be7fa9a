// A film encoded by ffmpeg: owns the process and the pipe to it. Used only by film_output.cpp.
#pragma once

#include <memory>
#include <string>

#include "render/film/film.h"

namespace murmur {

/// "ffmpeg", or what the variable MURMUR_FFMPEG names.
std::string ffmpeg_program();
/// Written beside `path` and renamed when finished. @throws as make_film() does.
std::unique_ptr<Film> make_mp4(const std::string& path, const FilmOptions& options);
std::unique_ptr<Film> make_gif(const std::string& path, const FilmOptions& options);

}  // namespace murmur
