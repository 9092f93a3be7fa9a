#include "render/scene/flock_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/gl/drawing_is.h"
#include "render/scene/marks.h"
#include "sim/raster/densities.h"
#include "sim/raster/raster_scalar.h"
#include "sim/scenario/species.h"

namespace murmur {

namespace {

constexpr int64_t kRowsAtOnce = 64;           // rows that a thread takes at once
constexpr Rgb kPerched{0.78f, 0.55f, 0.28f};  // colour of perching boids, as in paint.glsl

/// Samples along the edges of a 3D world, for a device that draws.
std::vector<SampleKey> outline_of(const RasterJob& job) {
  std::vector<SampleKey> samples;
  if (!job.solid) return samples;
  each_outline_sample(job, 0, job.height, [&](int column, int row, size_t line, int64_t key) {
    samples.push_back({4 * (int64_t{row} * job.width + column) + static_cast<int64_t>(line), key});
  });
  return samples;
}

/// Exchanges red and blue where pixels have the other order.
template <class Colour>
Colour ordered(Colour colour, PixelOrder order) {
  if (order == PixelOrder::kBgraDownwards) std::swap(colour[0], colour[2]);
  return colour;
}

}  // namespace

uint32_t FlockPicture::pixel_of(const Rgb& colour) const {
  const Rgb parts = ordered(colour, order_);
  uint32_t pixel = 255u << 24;
  for (unsigned k = 0; k < 3; ++k)
    pixel |= static_cast<uint32_t>(std::lround(255.0 * double{parts[k]})) << 8 * k;
  return pixel;
}
uint32_t FlockPicture::outline_colour(const BoidColours& colours) const {
  return pixel_of(colours.light ? kOutlineOnLight : kOutlineOnDark);
}

bool FlockPicture::has_boids_alone(const Scenario& scenario) {
  if (!scenario.walls.empty() || !scenario.predators.empty() || scenario.terrain || scenario.perching)
    return false;
  Marks marks;
  add_marks(marks, scenario, {}, Camera(scenario.world.size), 1.0f, false);
  return marks.below.empty() && marks.above.empty() && marks.screen.empty();
}

bool FlockPicture::suits(const Scenario& scenario, const Look& look) {
  if (drawing_is("") && !drawing_is("device")) return false;
  const Look style = complete_look(look, has_species(scenario));
  return style.draw == BoidShape::kTriangle && style.scene == Surroundings::kPlain &&
         (scenario.dimensions() == 2 || has_boids_alone(scenario));
}

void FlockPicture::take(const Paint& paint) {
  if (paint_ == paint) return;
  paint_ = paint;
  rows_.clear();
  const auto add = [&](const PaintRow& row) {
    const PaintRow parts = ordered(row, paint.order);
    rows_.push_back({parts[0], parts[1], parts[2], 1});
  };
  if (paint.by == ColourBy::kHeading) {
    for (const PaintRow& row : heading_colours(paint.palette, paint.light)) add(row);
  } else if (paint.by == ColourBy::kSpeed || paint.by == ColourBy::kState || paint.by == ColourBy::kDensity) {
    for (const PaintRow& row : amount_colours(paint.palette, paint.light)) add(row);
  } else if (paint.by == ColourBy::kSpecies) {
    for (const Rgb& colour : paint.species) add(paint_row(colour));
  } else {
    add(paint_row(paint.one));
  }
  add(paint_row(kPerched));
  depths_ = depth_tables(double{paint.alpha});
}

/// Fills `moved_` with the boids at the positions of drawn_place() in paint.glsl.
void FlockPicture::move(const DrawnBoids& drawn, int dimensions, const DrawOffsets& offsets) {
  const auto axes = static_cast<size_t>(dimensions);
  moved_.clear();
  for (int64_t i = 0; i < drawn.count; ++i) {
    const float* const boid = drawn.boids + i * drawn.stride;
    for (size_t k = 0; k < axes; ++k) {
      float at = boid[k] - offsets.back * boid[axes + k];
      const float middle = offsets.middle ? (*offsets.middle)[k] - 0.5f * offsets.wrap[k] : 0.0f;
      if (offsets.wrap[k] > 0.0f) at -= offsets.wrap[k] * std::floor((at - middle) / offsets.wrap[k]);
      moved_.push_back(at);
    }
    moved_.insert(moved_.end(), boid + axes, boid + 2 * axes);
  }
}

void FlockPicture::resize(int width, int height, PixelOrder order) {
  order_ = order;
  width_ = width;
  height_ = height;
  pixels_.resize(static_cast<size_t>(width) * static_cast<size_t>(height));
}

/// A job whose transform maps the world to pixels, y downwards.
RasterJob FlockPicture::job_of(const Camera& camera) {
  const auto clip = [matrix = camera.world_to_clip()](size_t k) { return double{matrix[k]}; };
  const double half_width = 0.5 * width_, half_height = 0.5 * height_;
  const bool downwards = order_ == PixelOrder::kBgraDownwards;
  return {.scale_x = static_cast<float>(half_width * clip(0)),
          .offset_x = static_cast<float>(half_width * (1.0 + clip(12))),
          .scale_y = static_cast<float>(-half_height * clip(5)),
          .offset_y = static_cast<float>(half_height * (1.0 - clip(13))),
          .picture = pixels_.data() + (downwards ? 0 : static_cast<ptrdiff_t>(width_) * (height_ - 1)),
          .row_stride = downwards ? width_ : -width_,
          .width = width_,
          .height = height_};
}

void FlockPicture::clear(const Camera& camera, const BoidColours& colours) {
  const uint32_t background = pixel_of(colours.background);
  raster_.threads().parallel_for(height_, kRowsAtOnce, [&](int64_t first, int64_t last) {
    std::fill(pixels_.begin() + first * width_, pixels_.begin() + last * width_, background);
  });
  if (camera.dimensions() == 3) return;
  const uint32_t line = outline_colour(colours);
  const RasterJob job = job_of(camera);
  // Maps a border to its pixel; a border far outside the picture stays outside.
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

void FlockPicture::set_view(const Camera& camera, const BoidLook& look, const BoidColours& colours) {
  const std::array<float, 4> eye = camera.eye();
  const double unit = camera.units_per_pixel();
  const auto [haze, full] = camera.haze();
  const auto seen_from = camera.world_to_clip();
  if (seen_from != solid_.world_to_clip) effects_ = {};  // trails do not turn with a 3D world
  solid_ = {.world_to_clip = seen_from,
            .eye = {eye[0], eye[1], eye[2]},
            .nearest = static_cast<float>(camera.nearest()),
            .size = look.size,
            .least = static_cast<float>(double{look.least_pixels} * unit),
            .pixels = static_cast<float>(1.0 / unit),
            .haze = haze,
            .full = full,
            .outline = outline_colour(colours) & 0xffffffu};
  for (size_t k = 0; k < 3; ++k) {
    solid_.background[k] = 255.0f * ordered(colours.background, order_)[k];
    solid_.world[k] = camera.world()[k];
  }
}

bool FlockPicture::draw(const DrawnBoids& drawn, const Camera& camera, const BoidLook& look,
                        const BoidColours& colours, const DrawOffsets& offsets,
                        const PictureSettings& settings, const RowsDone& done) {
  const EffectsLook effects{settings.look.glow, settings.look.trails, settings.step, colours.background,
                            order_};
  const ColourBy by = drawn.by;
  take({by, colours.palette, colours.light, by == ColourBy::kSpecies ? colours.species : std::vector<Rgb>{},
        one_colour(colours), look.alpha, order_});
  RasterJob job = job_of(camera);
  const bool solid = camera.dimensions() == 3, by_heading = by == ColourBy::kHeading;
  if (solid) {
    set_view(camera, look, colours);
    job.solid = &solid_;
  }
  if (effects.any()) {
    before_ = pixels_;
    if (solid) {  // adds the outline
      RasterJob outline = job;
      outline.picture = before_.data() + (job.picture - pixels_.data());
      raster_.draw(outline, {});
    }
  } else {
    effects_ = {};
  }
  job.boids = drawn.boids;
  job.stride = drawn.stride;
  if (offsets.back != 0.0f || offsets.middle) {
    move(drawn, camera.dimensions(), offsets);
    job.boids = moved_.data();
    job.stride = 2 * camera.dimensions();
  }
  job.numbers = drawn.numbers;
  job.count = drawn.count;
  if (by == ColourBy::kDensity) {
    count_densities(drawn.boids, drawn.stride, drawn.count, camera.world(), raster_.threads(), densities_);
    job.numbers = densities_.data();
  }
  const int level = by_heading && !solid ? kHeadings * (kClimbs / 2) : 0;  // first row of level headings
  job.paint = rows_.data() + level;
  job.earth = static_cast<int>(rows_.size()) - 1 - level;
  job.colours = by_heading ? kHeadings : job.earth;
  if (colours.ground) job.ground = *colours.ground;
  job.depths = &depths_;
  job.size =
      std::max(static_cast<float>(double{look.size} * camera.usual_pixels_per_unit()), look.least_pixels);
  if (!solid) job.span = span_of(job.size);
  job.paint_by = by_heading               ? PaintBy::kHeading
                 : by == ColourBy::kSpeed ? PaintBy::kSpeed
                 : by == ColourBy::kSpecies || by == ColourBy::kState || by == ColourBy::kDensity
                     ? PaintBy::kNumber
                     : PaintBy::kOne;
  if (by == ColourBy::kSpeed) {
    job.lowest = colours.speed_range[0];
    job.range = std::max(colours.speed_range[1] - colours.speed_range[0], 1e-6f);
  } else if (by == ColourBy::kSpecies) {
    job.range = static_cast<float>(std::max(job.colours - 1, 1));
  }
  std::vector<PictureShift> shifts;
  for (const auto& shift : offsets.shifts) shifts.push_back({shift[0] * job.scale_x, shift[1] * job.scale_y});
  if (!drawn.device) {
    raster_.draw(job, shifts, effects.any() ? RowsDone() : done);
  } else if (std::vector<SampleKey> outline = outline_of(job);
             !drawn.device->draw_boids(job, shifts, outline, drawn.column ? &*drawn.column : nullptr)) {
    return false;
  }
  if (effects.any()) {
    RasterView view{double{job.scale_x}, double{job.offset_x}, double{job.scale_y}, double{job.offset_y}};
    if (solid) view = {};
    effects_.draw(before_.data(), pixels_.data(), width_, height_, effects, view, raster_.threads());
  }
  if (done && (effects.any() || drawn.device))
    raster_.threads().parallel_for(height_, kRowsAtOnce, [&](int64_t first, int64_t last) {
      done(static_cast<int>(first), static_cast<int>(last - first));
    });
  return true;
}

}  // namespace murmur
