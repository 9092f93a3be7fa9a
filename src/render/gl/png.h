// A picture in memory and its PNG file. Uses no OpenGL. Used for screenshots, films and tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace murmur {

struct Image {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb;  ///< (height, width, 3) bytes, top row first

  const uint8_t* at(int x, int y) const {
    return &rgb[(static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)) * 3];
  }
};

enum class PngSize : uint8_t {
  kQuick,  ///< zlib level 1, no row filter: four times faster than libpng's simplified interface
  kSmall,  ///< zlib level 9, adaptive filters: for pictures that are kept
};

/// Writes a PNG to a temporary file and renames it, so that a failure leaves no incomplete picture. @throws RunError
/// with the path and the reason.
void write_png(const std::string& path, const Image& image, PngSize size = PngSize::kQuick);

/// Reads a PNG file. @throws RunError when the file is no PNG.
Image read_png(const std::string& path);
/// Decodes the bytes of a PNG file. `name`: name of the file in messages. @throws RunError as read_png().
Image decode_png(std::string_view bytes, const std::string& name);

}  // namespace murmur
