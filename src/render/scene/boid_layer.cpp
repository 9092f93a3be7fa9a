#include "render/scene/boid_layer.h"

#include <algorithm>
#include <cmath>

#include "render/gl/drawn_by.h"
#include "render/gl/kept_state.h"
#include "sim/scenario/species.h"

namespace murmur {

bool BoidLayer::suits(const Scenario& scenario, const Look& look) {
  if (scenario.dimensions() != 2 || scenario.perching || !drawn_by_processor() || drawing_is("opengl"))
    return false;
  const Look style = complete_look(look, has_species(scenario));
  return style.draw == BoidShape::kTriangle && style.scene == Surroundings::kPlain &&
         style.colour.word != ColourBy::kDensity;
}

void BoidLayer::take(const Paint& paint) {
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
const float* BoidLayer::moved(const float* boids, int64_t count, const BoidPlaces& places) {
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

void BoidLayer::draw(const BoidRenderer& boids, const Camera& camera, const BoidLook& look,
                     const BoidColours& colours, const BoidPlaces& places) {
  const ColourBy by = boids.shown_colours(colours);
  take({by, colours.palette, colours.light, by == ColourBy::kSpecies ? colours.species : std::vector<Rgb>{},
        BoidRenderer::one_colour(colours), look.alpha});
  const KeptState kept;
  const int width = kept.width(), height = kept.height();
  if (!texture_ || texture_->width() != width || texture_->height() != height)
    texture_.emplace(width, height, GL_RGBA8);
  picture_.resize(static_cast<size_t>(width) * static_cast<size_t>(height));
  texture_->copy_from(kept.framebuffer());
  texture_->read(picture_.data());
  // World to pixels, y downwards. OpenGL's first row is the lowest.
  const auto clip = [matrix = camera.world_to_clip()](size_t k) { return double{matrix[k]}; };
  const double half_width = 0.5 * width, half_height = 0.5 * height;
  RasterJob job{.count = boids.count(),
                .scale_x = static_cast<float>(half_width * clip(0)),
                .offset_x = static_cast<float>(half_width * (1.0 + clip(12))),
                .scale_y = static_cast<float>(-half_height * clip(5)),
                .offset_y = static_cast<float>(half_height * (1.0 - clip(13))),
                .paint = rows_.data(),
                .depths = &depths_,
                .picture = picture_.data() + static_cast<ptrdiff_t>(width) * (height - 1),
                .row_stride = -width,
                .width = width,
                .height = height};
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
  boids.read([&](const float* first, const float* numbers) {
    job.boids = places.back == 0.0f ? first : moved(first, job.count, places);
    job.numbers = numbers;
    raster_.draw(job, shifts);
  });
  texture_->write(picture_.data());
  texture_->copy_to(kept.framebuffer());
}

}  // namespace murmur
