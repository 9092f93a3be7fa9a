#include "render/gl/png.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <png.h>

#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw RunError("cannot write the picture " + path + ": " + reason + ".");
}

/// Writes the rows of a PNG. @returns false when libpng or the disk fails. libpng reports errors by longjmp, so no
/// object here has a destructor.
bool write_rows(std::FILE* file, const Image& image, PngSize size) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  if (!png) return false;
  png_infop info = png_create_info_struct(png);
  if (!info || setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return false;
  }
  png_init_io(png, file);
  png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
               PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, size == PngSize::kSmall ? 9 : 1);
  png_set_filter(png, 0, size == PngSize::kSmall ? PNG_ALL_FILTERS : PNG_FILTER_NONE);
  png_write_info(png, info);
  for (int y = 0; y < image.height; ++y) png_write_row(png, image.at(0, y));
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return true;
}

}  // namespace

void write_png(const std::string& path, const Image& image, PngSize size) {
  if (image.width < 1 || image.height < 1) refuse(path, "it has no pixels");
  OutputFile part(path, Begin::kPart);
  errno = 0;
  if (!write_rows(part.get(), image, size))
    refuse(path, errno ? std::strerror(errno) : "the PNG library failed");
  part.put_in_place();
}

namespace {

/// Decodes the pixels after the header. `begun`: the header could be read.
Image rest_of(png_image& source, bool begun, const std::string& name) {
  Image image;
  if (begun) {
    source.format = PNG_FORMAT_RGB;
    image.width = static_cast<int>(source.width);
    image.height = static_cast<int>(source.height);
    image.rgb.resize(PNG_IMAGE_SIZE(source));
    if (png_image_finish_read(&source, nullptr, image.rgb.data(), 0, nullptr)) return image;
  }
  throw RunError("cannot read the picture " + name + ": " + source.message + ".");
}

}  // namespace

Image read_png(const std::string& path) {
  png_image source{};
  source.version = PNG_IMAGE_VERSION;
  const bool begun = png_image_begin_read_from_file(&source, path.c_str()) != 0;
  return rest_of(source, begun, path);
}

Image decode_png(std::string_view bytes, const std::string& name) {
  png_image source{};
  source.version = PNG_IMAGE_VERSION;
  const bool begun = png_image_begin_read_from_memory(&source, bytes.data(), bytes.size()) != 0;
  return rest_of(source, begun, name);
}

}  // namespace murmur
