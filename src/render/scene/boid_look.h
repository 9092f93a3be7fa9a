// Sizes, colours and places of drawn boids, so that flocks of a hundred and of a million are both legible. No OpenGL.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "render/scene/camera.h"
#include "render/scene/picture_settings.h"
#include "sim/backends/backend.h"
#include "sim/scenario/scenario.h"

namespace murmur {

inline constexpr double kBirdArea = 0.12;  ///< area of a bird of span 1 in bird.frag

/// How birds are lit, and the map that their shadow has on the ground (shaders/shadow.glsl).
struct BirdLight {
  bool day = false;               ///< birds are lit
  std::array<float, 3> sun{};     ///< direction of the sun
  std::array<float, 4> ground{};  ///< lowest corner of the map [world units], 1 / its size
  float texel = 1.0f;             ///< size of a texel of the map [world units]
  float high = 1.0f;              ///< height of the world: the map's heights are shares of it
};

struct BoidLook {
  float size = 1.0f;          ///< triangle's centre to its tip [world units]
  float least_pixels = 2.0f;  ///< drawn no smaller than this
  float alpha = 1.0f;
  BoidShape shape = BoidShape::kTriangle;
  bool slim = false;                          ///< arrows too small for a shaft and a head: slim triangles
  bool body_dots = false, head_dots = false;  ///< discs small enough to be drawn as points, which are round
  bool disc_dots = false;                     ///< so small that body and head are one point
  float body_pixels = 5.0f, head_pixels = 2.0f;  ///< disc, dot and heading: radii
  std::optional<float> bird_span;  ///< birds, from wing tip to wing tip [world units]; none: the shape
  double beats = 0.0;              ///< beats of a bird's wings since step 0
  float shutter = 0.0f;            ///< a bird is drawn along its way in this time [unit time]
  BirdLight light = {};            ///< light of birds
  float ahead_pixels = 10.0f;      ///< disc: from body to head at full speed
  float line_time = 3.0f;  ///< dot and heading: the line is as long as the way in this time [unit time]
};

BoidLook boid_look(const Scenario& scenario, int64_t boids, const Camera& camera,
                   const PictureSettings& settings);

struct BoidColours {
  ColourBy by = ColourBy::kHeading;
  std::array<float, 2> speed_range{0.0f, 1.0f};  ///< slowest and fastest colour [world units / unit time]
  std::array<float, 3> background{};             ///< colour of the depth cue
  bool light = false;                            ///< the background is
  std::optional<std::array<float, 3>> one;       ///< the one colour; none: suits the background
  Palette palette = Palette::kUsual;
  std::vector<Rgb> species;  ///< colours of the species by index, at most kMostSpecies
  /// Colour of boids that perch; none: no boid does.
  std::optional<float> ground;
};

/// How far from their positions boids are drawn.
struct DrawOffsets {
  float back = 0.0f;                             ///< share of the last step that is not yet shown
  std::array<float, 3> wrap{};                   ///< size of a world that repeats; 0: it has none
  std::vector<std::array<float, 3>> shifts{{}};  ///< the flock, and copies of it beyond connected borders
  /// Each boid is drawn beyond connected borders where it is nearer to this place.
  std::optional<std::array<float, 3>> middle;
};

/// Colours of a picture's boids by its look and scenario. `style`: complete_look() of the settings' look.
BoidColours boid_colours(const Scenario& scenario, const Look& style, const PictureSettings& settings);
/// Offsets that the settings of a picture ask for.
DrawOffsets draw_offsets(const Camera& camera, const Scenario& scenario, const PictureSettings& settings);
/// The column of numbers that pictures of this look show; none: they need none.
std::optional<DrawnColumn> drawn_column(const Scenario& scenario, const Look& look);
/// What the colours show when `column` is there: one colour where the boids' numbers are not there.
ColourBy shown_colours(const BoidColours& colours, std::optional<DrawnColumn> column);
Rgb one_colour(const BoidColours& colours);

}  // namespace murmur
