// Sizes, colours and positions of drawn boids, chosen so that flocks of a hundred and of a million are both legible. Uses no OpenGL.
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

inline constexpr double kBirdArea = 0.12;  ///< area of a bird with span 1 in bird.frag

/// The light on birds, and the map of their shadows on the ground (shaders/shadow.glsl).
struct BirdLight {
  bool day = false;               ///< daylight: birds are lit
  std::array<float, 3> sun{};     ///< direction towards the sun
  std::array<float, 4> ground{};  ///< lowest corner of the map [world units], 1 / size of the map
  float texel = 1.0f;             ///< size of a texel of the map [world units]
  float high = 1.0f;              ///< height of the world, the unit of heights in the map
};

struct BoidLook {
  float size = 1.0f;          ///< distance from a triangle's centre to its tip [world units]
  float least_pixels = 2.0f;  ///< least drawn size [pixels]
  float alpha = 1.0f;
  BoidShape shape = BoidShape::kTriangle;
  bool slim = false;                             ///< arrows too small for shaft and head are slim triangles
  bool body_dots = false, head_dots = false;     ///< discs small enough to be drawn as round points
  bool disc_dots = false;                        ///< discs so small that body and head are one point
  float body_pixels = 5.0f, head_pixels = 2.0f;  ///< radii of disc, dot and heading
  std::optional<float> bird_span;                ///< span of birds [world units]; none: `shape` is drawn
  double beats = 0.0;                            ///< number of wing beats since step 0
  float shutter = 0.0f;                          ///< time along whose path a bird is blurred [unit time]
  BirdLight light = {};                          ///< light on birds
  float ahead_pixels = 10.0f;                    ///< disc: distance from body to head at full speed
  float line_time = 3.0f;                        ///< dot: its line shows the path in this time [unit time]
};

BoidLook boid_look(const Scenario& scenario, int64_t boids, const Camera& camera,
                   const PictureSettings& settings);

struct BoidColours {
  ColourBy by = ColourBy::kHeading;
  std::array<float, 2> speed_range{0.0f, 1.0f};  ///< slowest and fastest colour [world units / unit time]
  std::array<float, 3> background{};             ///< background, and colour of the depth cue
  bool light = false;                            ///< the background is light
  std::optional<std::array<float, 3>> one;       ///< the single colour; none: one that suits the background
  Palette palette = Palette::kUsual;
  std::vector<Rgb> species;  ///< colours of the species by index, at most kMostSpecies
  /// Height of the ground on which boids perch, for their colour; none: boids do not perch.
  std::optional<float> ground;
};

/// Differences between the positions of boids and where they are drawn.
struct DrawOffsets {
  float back = 0.0f;                             ///< time by which boids are moved back [unit time]
  std::array<float, 3> wrap{};                   ///< size of a world that repeats; 0: it does not repeat
  std::vector<std::array<float, 3>> shifts{{}};  ///< shifts of the flock and its copies
  /// Each boid is drawn at its image nearest to this position, beyond connected borders if needed.
  std::optional<std::array<float, 3>> middle;
};

/// The colours of the boids in a picture. `style`: the look of the settings after complete_look().
BoidColours boid_colours(const Scenario& scenario, const Look& style, const PictureSettings& settings);
/// The offsets for drawing that the settings of a picture need.
DrawOffsets draw_offsets(const Camera& camera, const Scenario& scenario, const PictureSettings& settings);
/// The column of numbers that pictures with this look show; none: no column.
std::optional<DrawnColumn> drawn_column(const Scenario& scenario, const Look& look);
/// The colour scheme to use if the numbers of `column` are available: a single colour if the scheme needs another column.
ColourBy shown_colours(const BoidColours& colours, std::optional<DrawnColumn> column);
Rgb one_colour(const BoidColours& colours);

}  // namespace murmur
