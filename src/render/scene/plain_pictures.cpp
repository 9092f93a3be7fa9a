#include "render/scene/plain_pictures.h"

#include "base/bits.h"
#include "sim/scenario/species.h"

namespace murmur {

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
                                               const Scenario& scenario, const PictureSettings& settings) {
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
                         settings);
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

Image PlainPictures::draw(Backend<float>& backend, const Camera& camera, const Scenario& scenario,
                          const PictureSettings& settings) {
  draw_pixels(backend, camera, scenario, settings);
  const int width = picture_.width(), height = picture_.height();
  Image image{width, height,
              std::vector<uint8_t>(3 * static_cast<size_t>(width) * static_cast<size_t>(height))};
  picture_.threads().parallel_for(height, 32, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      const uint32_t* const pixels = picture_.pixels() + (height - 1 - row) * width;
      uint8_t* out = image.rgb.data() + 3 * row * width;
      for (int x = 0; x < width; ++x, out += 3) {
        for (unsigned k = 0; k < 3; ++k) out[k] = static_cast<uint8_t>(pixels[x] >> 8 * k);
      }
    }
  });
  return image;
}

}  // namespace murmur
