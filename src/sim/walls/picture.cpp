#include "sim/walls/picture.h"

#include <png.h>

#include <filesystem>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/memory.h"

namespace murmur {
namespace {

constexpr uint64_t kMostPixels = 1u << 26;  // 8192 x 8192
constexpr uint64_t kMostPixelBytes = 16,
                   kMostOtherBytes = 256 * 1024;  // largest file: per pixel, and for texts and profiles

}  // namespace

Picture read_picture(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return UserError(
        fmt::format("{}: {}; allowed: a PNG picture of at most {} pixels", path, why, kMostPixels));
  };
  if (is_special_file(path)) throw refuse("is a folder or a device");  // reading a pipe would block
  File file;
  try {
    file = open_to_read(path);
  } catch (const RunError& error) {
    throw UserError(error.what());
  }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  struct Free {
    png_image& image;
    ~Free() { png_image_free(&image); }
  } const free{image};
  if (!png_image_begin_read_from_stdio(&image, file.get())) throw refuse(image.message);
  if (uint64_t{image.width} * image.height > kMostPixels)
    throw refuse(fmt::format("has {} x {} pixels", image.width, image.height));
  std::error_code ignored;
  const uint64_t bytes = std::filesystem::file_size(path, ignored);
  if (bytes > kMostOtherBytes + kMostPixelBytes * image.width *
                                    image.height)  // a small file may unpack to a thousand times as many
    throw refuse(fmt::format("has {} bytes for {} x {} pixels", bytes, image.width, image.height));
  image.format = PNG_FORMAT_GA;
  require_memory(3.0 * image.width * image.height,
                 fmt::format("{}: {} x {} pixels", path, image.width, image.height),
                 "give a smaller picture");
  std::vector<uint8_t> samples(PNG_IMAGE_SIZE(image));
  if (!png_image_finish_read(&image, nullptr, samples.data(), 0, nullptr)) throw refuse(image.message);
  Picture picture{static_cast<int>(image.width), static_cast<int>(image.height), {}};
  picture.light.reserve(samples.size() / 2);
  for (size_t row = image.height; row-- > 0;) {
    const uint8_t* const line = &samples[2 * row * image.width];
    for (size_t column = 0; column < image.width; ++column)
      picture.light.push_back(line[2 * column + 1] < 128 ? 255 : line[2 * column]);
  }
  return picture;
}

}  // namespace murmur
