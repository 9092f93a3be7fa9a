#include "render/scene/boid_look.h"

#include <algorithm>
#include <cmath>

#include "sim/scenario/custom_rules.h"
#include "sim/scenario/species.h"

namespace murmur {

namespace {

constexpr double kTriangleArea = 0.42;  // area of a triangle of size 1
constexpr double kSlimBelow = 4.5;      // [pixels]: the shaft of a smaller arrow is one pixel wide
constexpr double kSlimNear = 4.0;       // [pixels]: arrows near the eye that are larger need their shape
constexpr float kDiscPoint = 6.5f;      // [pixels]: in a larger square too many pixels are empty
constexpr float kDotsBelow = 3.0f;      // radius [pixels]: larger points vanish at the border

/// Sets the size of a dot: in the Ruby program a radius of four pixels, at one pixel per unit.
void size_dot(BoidLook& look, double size, double pixels_per_unit) {
  look.body_pixels = static_cast<float>(size * std::max(4.0 * pixels_per_unit, 1.5));
}

/// Sets the sizes of a disc: those of the book, reduced if boids are close to each other. The head is 10 world units
/// ahead at full speed, as in the book, but limited so that it touches or clears the body, because worlds have other
/// sizes.
void size_disc(BoidLook& look, double spacing, double pixels_per_unit) {
  const double scale = std::clamp(0.1 * spacing, 0.15, 1.0);
  look.body_pixels = static_cast<float>(5.0 * scale);
  look.head_pixels = static_cast<float>(2.0 * scale);
  look.ahead_pixels = static_cast<float>(scale * std::clamp(10.0 * pixels_per_unit, 6.0, 16.0));
}

/// Chooses the size of birds for their number: together they cover a fixed share of the picture, so that a large
/// flock looks like a body with folds. Birds are at least as large as boids of their world.
void become_birds(BoidLook& look, const Scenario& scenario, double per_pixel, const Camera& camera,
                  const PictureSettings& settings) {
  const double kCover =
      scenario.dimensions() == 3 ? 0.5 : 0.12;  // mean cover of the world; a flock is denser
  constexpr double kMost = 45.0;                // so many birds, one above the other, fill the height
  constexpr double kStepsOfABeat = 7.0;         // a starling beats 8 to 12 times in a second of 60 steps
  const double fitting = std::min(std::sqrt(kCover / (kBirdArea * per_pixel)), camera.height() / kMost);
  const double span =
      std::max(fitting / camera.usual_pixels_per_unit(), 0.5 * double{look.size} / settings.look.size);
  look.bird_span = static_cast<float>(settings.look.size * span);
  look.beats = settings.step / kStepsOfABeat;
  look.shutter = static_cast<float>(settings.look.shutter * scenario.rules.time_step);
  look.shape = BoidShape::kTriangle;
  look.slim = look.disc_dots = false;
}

}  // namespace

BoidLook boid_look(const Scenario& scenario, int64_t boids, const Camera& camera,
                   const PictureSettings& settings) {
  const double pixels_per_unit = camera.usual_pixels_per_unit();
  constexpr double kFlockDensity = 2.5;  // density of a flock over the mean of its world
  const BoidShape shape = settings.look.draw;
  const double size = settings.look.size;
  BoidLook look;
  look.shape = shape;
  // The size is 0.3 of the usual distance of neighbours, so that they do not overlap (the book's body has 10 pixels).
  const auto& rules = scenario.rules;
  double apart = rules.separation_radius > 0.0 ? rules.separation_radius : 0.5 * rules.radius;
  const auto& world = scenario.world.size;
  apart = std::clamp(apart, 1e-4 * world[0], 0.2 * world[0]);
  look.size = static_cast<float>(0.3 * apart * size);

  const double per_pixel = static_cast<double>(std::max<int64_t>(boids, 1)) /
                           (world[0] * world[1] * pixels_per_unit * pixels_per_unit);
  const double share =
      scenario.dimensions() == 2 ? 0.9 : 1.2;  // share of the mean distance; larger in 3D for distant boids
  const double least = size * std::clamp(share / std::sqrt(per_pixel), 1.4, 5.0);
  look.least_pixels = static_cast<float>(least);
  if (shape == BoidShape::kDotAndHeading) {
    size_dot(look, size, pixels_per_unit);
    look.line_time = static_cast<float>(3.0 * scenario.rules.time_step);  // distance of three moves
  } else if (shape == BoidShape::kDisc) {
    size_disc(look, size / std::sqrt(per_pixel), pixels_per_unit);
  } else if (scenario.dimensions() == 2) {
    // If flocks cover each pixel several times, transparency keeps their structure visible.
    const double drawn = std::max(least, double{look.size} * pixels_per_unit);
    const double cover = kFlockDensity * per_pixel * kTriangleArea * drawn * drawn;
    look.alpha = static_cast<float>(std::clamp(1.1 / cover, 0.3, 1.0));
  }
  const double drawn = std::max(least, double{look.size} * pixels_per_unit);
  const double nearest = double{camera.haze()[0]} * camera.units_per_pixel();  // [world units/pixel]
  look.slim = shape == BoidShape::kArrow && drawn < kSlimBelow && double{look.size} < kSlimNear * nearest;
  look.body_dots = look.body_pixels < kDotsBelow;
  look.head_dots = look.head_pixels < kDotsBelow;
  const float disc = look.body_pixels + std::max(look.body_pixels, look.ahead_pixels + look.head_pixels);
  look.disc_dots = shape == BoidShape::kDisc && look.body_dots && disc + 1.0f < kDiscPoint;
  if (settings.look.scene != Surroundings::kPlain) become_birds(look, scenario, per_pixel, camera, settings);
  return look;
}

BoidColours boid_colours(const Scenario& scenario, const Look& style, const PictureSettings& settings) {
  const auto& rules = scenario.rules;
  const std::array usual{static_cast<float>(rules.min_speed), static_cast<float>(rules.max_speed)};
  BoidColours colours{.by = style.colour.word,
                      .speed_range = settings.speeds.value_or(usual),
                      .background = background_of(style),
                      .light = style.background.word == Background::kLight,
                      .one = style.colour.colour,
                      .palette = style.palette};
  for (size_t k = 0; has_species(scenario) && k < scenario.species.size(); ++k)
    colours.species.push_back(colour_of_species(scenario, k));
  if (scenario.perching) colours.ground = static_cast<float>(scenario.perching->ground);
  return colours;
}

DrawOffsets draw_offsets(const Camera& camera, const Scenario& scenario, const PictureSettings& settings) {
  DrawOffsets offsets{.back = static_cast<float>(settings.back * scenario.rules.time_step)};
  const auto& world = scenario.world.size;
  if (!scenario.world.repeats()) return offsets;
  for (size_t k = 0; k < 3; ++k) offsets.wrap[k] = k < world.size() ? static_cast<float>(world[k]) : 1.0f;
  if (!settings.copies && !follows_flock(settings.look.camera)) return offsets;
  if (world.size() == 3) {
    offsets.middle = place3(camera.place_at(0.5 * camera.width(), 0.5 * camera.height()));
    return offsets;
  }
  const auto low = camera.place_at(0.0, camera.height()), high = camera.place_at(camera.width(), 0.0);
  offsets.shifts.clear();
  const auto first = [&](size_t k) { return std::max(std::floor(low[k] / world[k]), -1.0); };
  const auto last = [&](size_t k) { return std::min(std::floor(high[k] / world[k]), 1.0); };
  for (double x = first(0); x <= last(0); ++x) {
    for (double y = first(1); y <= last(1); ++y)
      offsets.shifts.push_back({static_cast<float>(x * world[0]), static_cast<float>(y * world[1]), 0.0f});
  }
  return offsets;
}

std::optional<DrawnColumn> drawn_column(const Scenario& scenario, const Look& look) {
  const bool several = has_species(scenario);
  const ColourBy by = complete_look(look, several).colour.word;
  if (several && by == ColourBy::kSpecies) return DrawnColumn::kSpecies;
  if (by == ColourBy::kState && look.scene == Surroundings::kPlain && !custom_states(scenario).empty())
    return DrawnColumn::kCustomState;  // birds do not show the state
  return {};
}

ColourBy shown_colours(const BoidColours& colours, std::optional<DrawnColumn> column) {
  const bool lacks_numbers =
      (colours.by == ColourBy::kSpecies && (column != DrawnColumn::kSpecies || colours.species.empty())) ||
      (colours.by == ColourBy::kState && column != DrawnColumn::kCustomState);
  return lacks_numbers ? ColourBy::kOne : colours.by;
}

Rgb one_colour(const BoidColours& colours) {
  constexpr Rgb kNearlyWhite{0.85f, 0.88f, 0.92f}, kNearlyBlack{0.09f, 0.09f, 0.11f};
  return colours.one.value_or(colours.light ? kNearlyBlack : kNearlyWhite);
}

}  // namespace murmur
