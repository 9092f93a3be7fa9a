#include "render/scene/plain_pictures.h"

#include <bit>
#include <cstring>

#include "base/bits.h"
#include "sim/scenario/species.h"

namespace murmur {
namespace {

/// Leaves every fourth byte out, in four pixels at a time.
void write_rgb(const uint32_t* rgba, size_t pixels, uint8_t* rgb) {
  static_assert(std::endian::native == std::endian::little);
  constexpr uint32_t kRgb = 0xffffff;
  size_t x = 0;
  for (; x + 4 <= pixels; x += 4, rgb += 12) {
    const uint32_t a = rgba[x] & kRgb, b = rgba[x + 1] & kRgb, c = rgba[x + 2] & kRgb, d = rgba[x + 3] & kRgb;
    const auto put = [rgb](size_t k, uint32_t word) { std::memcpy(rgb + 4 * k, &word, sizeof(word)); };
    put(0, a | b << 24);
    put(1, b >> 8 | c << 16);
    put(2, c >> 16 | d << 8);
  }
  for (; x < pixels; ++x)
    for (unsigned k = 0; k < 3; ++k) *rgb++ = static_cast<uint8_t>(rgba[x] >> 8 * k);
}

}  // namespace

uint64_t picture_hash(const Image& image) {
  const auto number = [](uint64_t high, uint64_t low) { return mix64((high << 32) + low); };
  uint64_t hash = number(static_cast<uint64_t>(image.width), static_cast<uint64_t>(image.height));
  for (size_t pixel = 0; pixel < image.rgb.size() / 3; ++pixel) {
    const uint8_t* const rgb = &image.rgb[3 * pixel];
    hash += number(pixel, uint32_t{rgb[0]} | uint32_t{rgb[1]} << 8 | uint32_t{rgb[2]} << 16);
  }
  return hash;
}

bool PlainPictures::suits(const Scenario& scenario, const Look& look) {
  return FlockPicture::suits(scenario, look) && !look.axes && FlockPicture::has_boids_alone(scenario);
}

const FlockPicture& PlainPictures::draw_pixels(Backend<float>& backend, const Camera& camera,
                                               const Scenario& scenario, const PictureSettings& settings,
                                               const RowsDone& done) {
  const Look& look = settings.look;
  const int64_t count = backend.count(), packed = instance_floats(scenario.dimensions());
  const auto column = drawn_column(scenario, look);
  const BoidColours colours = boid_colours(scenario, complete_look(look, has_species(scenario)), settings);
  const DrawOffsets offsets = draw_offsets(camera, scenario, settings);
  picture_.resize(camera.width(), camera.height());
  picture_.clear(camera, colours);
  DrawnBoids drawn{nullptr, nullptr, packed, count, shown_colours(colours, column), &backend, column};
  const auto draws = [&] {
    return picture_.draw(drawn, camera, boid_look(scenario, count, camera, settings), colours, offsets,
                         settings, done);
  };
  // A device cannot colour by density, and draws boids only at their positions.
  const bool on_device =
      on_device_ && drawn.by != ColourBy::kDensity && offsets.back == 0.0f && !offsets.middle;
  if (!on_device || !draws()) {
    const BoidView<float> view = column ? BoidView<float>{} : backend.view();
    const bool in_place = view.position && !view.on_device && view.velocity == view.position + packed / 2 &&
                          (view.stride == packed || scenario.dimensions() == 3);
    boids_.resize(in_place ? 0 : static_cast<size_t>(packed * count));
    numbers_.resize(column ? static_cast<size_t>(count) : 0);
    if (count > 0 && !in_place) backend.write_instances(boids_.data());
    if (count > 0 && column) backend.write_column(*column, numbers_.data());
    drawn.boids = in_place ? view.position : boids_.data();
    drawn.numbers = column ? numbers_.data() : nullptr;
    drawn.stride = in_place ? view.stride : packed;
    drawn.device = nullptr;
    draws();
  }
  return picture_;
}

const Image& PlainPictures::draw(Backend<float>& backend, const Camera& camera, const Scenario& scenario,
                                 const PictureSettings& settings) {
  const auto width = static_cast<size_t>(camera.width()), height = static_cast<size_t>(camera.height());
  image_.width = camera.width();
  image_.height = camera.height();
  image_.rgb.resize(3 * width * height);
  draw_pixels(backend, camera, scenario, settings, [&](int first, int rows) {
    for (auto row = static_cast<size_t>(first); row < static_cast<size_t>(first + rows); ++row)
      write_rgb(picture_.pixels() + (height - 1 - row) * width, width, image_.rgb.data() + 3 * row * width);
  });
  return image_;
}

}  // namespace murmur
