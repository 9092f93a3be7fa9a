#include "render/film/film_output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "render/film/film_mp4.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// The part `%05d` or `%d` of a file pattern: begin, end and number of digits; `begin` is npos when there is none.
struct Place {
  size_t begin = std::string::npos, end = 0;
  int digits = 0;
};

Place number_place(const std::string& pattern) {
  Place place;
  place.begin = pattern.find('%');
  if (place.begin == std::string::npos) return place;
  size_t at = place.begin + 1;
  while (at < pattern.size() && pattern[at] >= '0' && pattern[at] <= '9' && place.digits < 100)
    place.digits = place.digits * 10 + (pattern[at++] - '0');
  const bool right = at < pattern.size() && pattern[at] == 'd' && place.digits <= 18 &&
                     pattern.find('%', at) == std::string::npos;
  if (!right) {
    throw UserError(fmt::format(
        "--output {}: after % write d, or 0, a width up to 18 and d, once: frames/%05d.png", pattern));
  }
  place.end = at + 1;
  return place;
}

class PngFrames final : public Film {
 public:
  explicit PngFrames(const std::string& pattern) : pattern_(pattern) {
    const auto folder = std::filesystem::path(pattern).parent_path();
    std::error_code error;
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error)
      throw RunError(fmt::format("cannot make the folder {}: {}.", folder.string(), error.message()));
  }
  void add(const Image& picture) override { write_png(numbered(pattern_, frame_++), picture); }
  void finish() override {}

 private:
  std::string pattern_;
  int64_t frame_ = 0;
};

class OnePicture final : public Film {
 public:
  explicit OnePicture(std::string path) : path_(std::move(path)) {}
  void add(const Image& picture) override { write_png(path_, picture, PngSize::kSmall); }
  void finish() override {}

 private:
  std::string path_;
};

}  // namespace

FilmKind film_kind(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (ending == ".mp4") return FilmKind::kMp4;
  if (ending == ".gif") return FilmKind::kGif;
  if (ending != ".png") {
    throw UserError(
        fmt::format("--output {}: write F.mp4 or F.gif for a film, frames/%05d.png for a picture of each "
                    "frame, or F.png for one",
                    path));
  }
  return number_place(path).begin == std::string::npos ? FilmKind::kPicture : FilmKind::kFrames;
}

std::string numbered(const std::string& pattern, int64_t frame) {
  const Place place = number_place(pattern);
  if (place.begin == std::string::npos) return pattern;
  return fmt::format("{}{:0{}}{}", pattern.substr(0, place.begin), frame, place.digits,
                     pattern.substr(place.end));
}

bool has_ffmpeg() {
  const std::string program = ffmpeg_program();
  if (program.find('/') != std::string::npos) return access(program.c_str(), X_OK) == 0;
  const char* const path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    if (access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

std::unique_ptr<Film> make_film(const std::string& path, const FilmOptions& options) {
  switch (film_kind(path)) {
    case FilmKind::kMp4:
      return make_mp4(path, options);
    case FilmKind::kGif:
      return make_gif(path, options);
    case FilmKind::kFrames:
      return std::make_unique<PngFrames>(path);
    case FilmKind::kPicture:
      break;
  }
  return std::make_unique<OnePicture>(path);
}

}  // namespace murmur
