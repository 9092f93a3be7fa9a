#include "render/scene/flock_picture.h"

#include <algorithm>
#include <cmath>

#include "render/gl/drawing_is.h"
#include "sim/scenario/species.h"

namespace murmur {

bool FlockPicture::suits(const Scenario& scenario, const Look& look) {
  if (scenario.dimensions() != 2 || scenario.perching || drawing_is("")) return false;
  const Look style = complete_look(look, has_species(scenario));
  return style.draw == BoidShape::kTriangle && style.scene == Surroundings::kPlain &&
         style.colour.word != ColourBy::kDensity;
}

void FlockPicture::take(const Paint& paint) {
  if (paint_ == paint) return;
  paint_ = paint;
  rows_.clear();
  const auto add = [&](const PaintRow& row) { rows_.push_back({row[0], row[1], row[2], 1}); };
  if (paint.by == ColourBy::kHeading) {
    const std::vector<PaintRow> all = heading_colours(paint.palette, paint.light);
    std::for_each_n(all.begin() + ptrdiff_t{kHeadings} * (kClimbs / 2), kHeadings, add);
  } else if (paint.by == ColourBy::kSpeed || paint.by == ColourBy::kState) {
    for (const PaintRow& row : amount_colours(paint.palette, paint.light)) add(row);
  } else if (paint.by == ColourBy::kSpecies) {
    for (const Rgb& colour : paint.species) add(paint_row(colour));
  } else {
    add(paint_row(paint.one));
  }
  depths_ = depth_tables(double{paint.alpha});
}

/// The positions of drawn_place() in paint.glsl.
const float* FlockPicture::moved(const float* boids, int64_t count, const BoidPlaces& places) {
  moved_.assign(boids, boids + 4 * count);
  for (size_t i = 0; i < moved_.size(); i += 4) {
    for (size_t k = 0; k < 2; ++k) {
      float& at = moved_[i + k];
      at -= places.back * moved_[i + k + 2];
      if (places.wrap[k] > 0.0f) at -= places.wrap[k] * std::floor(at / places.wrap[k]);
    }
  }
  return moved_.data();
}

void FlockPicture::resize(int width, int height) {
  width_ = width;
  height_ = height;
  pixels_.resize(static_cast<size_t>(width) * static_cast<size_t>(height));
}

/// World to pixels, y downwards. The first row in memory is the lowest.
RasterJob FlockPicture::job_of(const Camera& camera) {
  const auto clip = [matrix = camera.world_to_clip()](size_t k) { return double{matrix[k]}; };
  const double half_width = 0.5 * width_, half_height = 0.5 * height_;
  return {.scale_x = static_cast<float>(half_width * clip(0)),
          .offset_x = static_cast<float>(half_width * (1.0 + clip(12))),
          .scale_y = static_cast<float>(-half_height * clip(5)),
          .offset_y = static_cast<float>(half_height * (1.0 - clip(13))),
          .picture = pixels_.data() + static_cast<ptrdiff_t>(width_) * (height_ - 1),
          .row_stride = -width_,
          .width = width_,
          .height = height_};
}

void FlockPicture::clear(const Camera& camera, const BoidColours& colours) {
  const auto rgba = [](const Rgb& colour) {
    uint32_t pixel = 255u << 24;
    for (unsigned k = 0; k < 3; ++k)
      pixel |= static_cast<uint32_t>(std::lround(255.0 * double{colour[k]})) << 8 * k;
    return pixel;
  };
  std::ranges::fill(pixels_, rgba(colours.background));
  const uint32_t line = rgba(colours.light ? kOutlineOnLight : kOutlineOnDark);
  const RasterJob job = job_of(camera);
  // The pixel of a border; one far outside stays outside.
  const auto pixel = [](double at, int size) {
    return static_cast<int>(std::floor(std::clamp(at, -1.0, size + 1.0)));
  };
  const auto& world = camera.world();
  const int left = pixel(double{job.offset_x}, width_), low = pixel(double{job.offset_y}, height_);
  const int right = pixel(world[0] * double{job.scale_x} + double{job.offset_x}, width_);
  const int high = pixel(world[1] * double{job.scale_y} + double{job.offset_y}, height_);
  const auto put = [&](int x, int y) {
    if (x >= 0 && x < width_ && y >= 0 && y < height_) job.picture[y * job.row_stride + x] = line;
  };
  for (int x = left; x <= right; ++x) put(x, low), put(x, high);
  for (int y = high; y <= low; ++y) put(left, y), put(right, y);
}

void FlockPicture::draw(const DrawnBoids& drawn, const Camera& camera, const BoidLook& look,
                        const BoidColours& colours, const BoidPlaces& places,
                        const PictureSettings& settings) {
  const EffectsLook effects{settings.look.glow, settings.look.trails, settings.step, colours.background};
  if (effects.any()) {
    before_ = pixels_;
  } else {
    effects_ = {};
  }
  const ColourBy by = drawn.by;
  take({by, colours.palette, colours.light, by == ColourBy::kSpecies ? colours.species : std::vector<Rgb>{},
        one_colour(colours), look.alpha});
  RasterJob job = job_of(camera);
  job.boids = places.back == 0.0f ? drawn.boids : moved(drawn.boids, drawn.count, places);
  job.numbers = drawn.numbers;
  job.count = drawn.count;
  job.paint = rows_.data();
  job.depths = &depths_;
  job.size =
      std::max(static_cast<float>(double{look.size} * camera.usual_pixels_per_unit()), look.least_pixels);
  job.span = span_of(job.size);
  job.colours = static_cast<int>(rows_.size());
  job.paint_by = by == ColourBy::kHeading                             ? PaintBy::kHeading
                 : by == ColourBy::kSpeed                             ? PaintBy::kSpeed
                 : by == ColourBy::kSpecies || by == ColourBy::kState ? PaintBy::kNumber
                                                                      : PaintBy::kOne;
  if (by == ColourBy::kSpeed) {
    job.lowest = colours.speed_range[0];
    job.range = std::max(colours.speed_range[1] - colours.speed_range[0], 1e-6f);
  } else if (by == ColourBy::kSpecies) {
    job.range = static_cast<float>(std::max(job.colours - 1, 1));
  }
  std::vector<std::array<float, 2>> shifts;
  for (const auto& shift : places.shifts) shifts.push_back({shift[0] * job.scale_x, shift[1] * job.scale_y});
  raster_.draw(job, shifts);
  if (!effects.any()) return;
  const RasterView view{double{job.scale_x}, double{job.offset_x}, double{job.scale_y}, double{job.offset_y}};
  effects_.draw(before_.data(), pixels_.data(), width_, height_, effects, view, raster_.threads());
}

}  // namespace murmur
