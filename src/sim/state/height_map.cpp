#include "sim/state/height_map.h"

#include <png.h>

#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/util/memory.h"

namespace murmur {
namespace {

constexpr uint64_t kMostPixels = 1u << 26;  // 8192 x 8192

struct Reading {
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::string fault;
  ~Reading() { png_destroy_read_struct(&png, &info, nullptr); }
};

// Error handler of libpng, which must not return: it jumps to the setjmp of the failed step.
void on_error(png_structp png, png_const_charp text) {
  static_cast<Reading*>(png_get_error_ptr(png))->fault = text;
  png_longjmp(png, 1);
}
void on_warning(png_structp, png_const_charp) {}

/// Reads the header; false with `fault` set when it is not valid. No object with a destructor exists across a setjmp.
bool read_header(Reading& reading, std::FILE* file) {
  if (setjmp(png_jmpbuf(reading.png))) return false;
  png_init_io(reading.png, file);
  png_read_info(reading.png, reading.info);
  if (png_get_bit_depth(reading.png, reading.info) < 8) png_set_expand_gray_1_2_4_to_8(reading.png);
  if (png_get_color_type(reading.png, reading.info) & PNG_COLOR_MASK_ALPHA) png_set_strip_alpha(reading.png);
  png_set_interlace_handling(reading.png);
  png_read_update_info(reading.png, reading.info);
  return true;
}

bool read_rows(Reading& reading, png_bytepp rows) {
  if (setjmp(png_jmpbuf(reading.png))) return false;
  png_read_image(reading.png, rows);
  return true;
}

}  // namespace

HeightMap read_height_map(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return UserError("terrain.image: " + path + ": " + why +
                     "; give a greyscale PNG of at least 1 x 1 pixel");
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw refuse(std::strerror(errno));
  png_byte signature[8];
  const size_t got = std::fread(signature, 1, sizeof signature, file.get());
  if (got < sizeof signature || png_sig_cmp(signature, 0, sizeof signature) != 0)
    throw refuse("the file is no PNG");
  std::rewind(file.get());

  Reading reading;
  reading.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, on_error, on_warning);
  if (reading.png) reading.info = png_create_info_struct(reading.png);
  if (!reading.info) throw RunError("terrain.image: " + path + ": not enough memory to read it");
  if (!read_header(reading, file.get())) throw refuse(reading.fault);
  const size_t columns = png_get_image_width(reading.png, reading.info),
               rows = png_get_image_height(reading.png, reading.info);
  if (png_get_color_type(reading.png, reading.info) & PNG_COLOR_MASK_COLOR)
    throw refuse("the picture is in colour");
  if (uint64_t{columns} * rows > kMostPixels)
    throw refuse(fmt::format("the picture has {} x {} pixels; allowed: at most {} in all", columns, rows,
                             kMostPixels));

  const size_t bytes = png_get_bit_depth(reading.png, reading.info) == 16 ? 2 : 1;
  // The memory that libpng needs for an interlaced picture is small compared with the samples and the heights.
  require_memory(static_cast<double>(columns * rows) * (static_cast<double>(bytes) + 3.0 * sizeof(double)),
                 fmt::format("terrain.image: {}: {} x {} pixels", path, columns, rows),
                 "give a smaller picture");
  std::vector<png_byte> samples(columns * rows * bytes);
  std::vector<png_bytep> starts(rows);
  for (size_t row = 0; row < rows; ++row) starts[rows - 1 - row] = &samples[row * columns * bytes];
  if (!read_rows(reading, starts.data())) throw refuse(reading.fault);

  HeightMap map;
  map.columns = static_cast<int32_t>(columns);
  map.rows = static_cast<int32_t>(rows);
  map.heights.resize(columns * rows);
  for (size_t i = 0; i < map.heights.size(); ++i) {
    const double sample = bytes == 1 ? samples[i] : samples[2 * i] * 256 + samples[2 * i + 1];
    map.heights[i] = sample * 100.0 / (bytes == 1 ? 255.0 : 65535.0);
  }
  return map;
}

}  // namespace murmur
