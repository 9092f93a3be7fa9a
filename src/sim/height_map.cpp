#include "sim/height_map.h"

#include <png.h>

#include <cstring>
#include <utility>

#include "sim/errors.h"

namespace murmur {

HeightMap read_height_map(const std::string& path) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  const auto fail = [&](const std::string& why) {
    png_image_free(&image);
    throw UserError("terrain.image: " + path + ": " + why + "; give a greyscale PNG of at least 1 x 1 pixel");
  };
  if (!png_image_begin_read_from_file(&image, path.c_str())) fail(image.message);
  if (image.width == 0 || image.height == 0) fail("the picture has no pixels");
  if (static_cast<uint64_t>(image.width) * image.height > (1u << 28)) fail("the picture has more than 2^28 pixels");
  image.format = PNG_FORMAT_GRAY;
  std::vector<uint8_t> grey(PNG_IMAGE_SIZE(image));
  if (!png_image_finish_read(&image, nullptr, grey.data(), 0, nullptr)) fail(image.message);

  HeightMap map;
  map.columns = static_cast<int32_t>(image.width);
  map.rows = static_cast<int32_t>(image.height);
  map.heights.resize(grey.size());
  const size_t columns = image.width, rows = image.height;
  for (size_t row = 0; row < rows; ++row) {
    for (size_t column = 0; column < columns; ++column) {
      map.heights[(rows - 1 - row) * columns + column] = static_cast<float>(grey[row * columns + column]) * 100.0f / 255.0f;
    }
  }
  return map;
}

}  // namespace murmur
