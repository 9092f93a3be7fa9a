// The style of a picture: a scenario's [view], or options in its place. Used by view, render and replay
// (app/film/render_look.h has their options) and by the Python package.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "model/kinds.h"
#include "sim/scenario/scenario.h"

namespace murmur {

enum class ColourBy : uint8_t { kHeading, kSpeed, kOne, kDensity };
using BoidShape = Draw;

struct LookOptions {
  std::string draw, colour, background;  ///< words or colours of sim/scenario/words.h; empty: the scenario's
  std::string palette;                   ///< a word; empty: the scenario's
  std::optional<double> size, trails;
  bool axes = false, glow = false;  ///< also if the scenario's view has none
};

/// A scenario's view with its words and colours understood.
struct Look {
  BoidShape shape = BoidShape::kTriangle;
  ColourBy by = ColourBy::kHeading;
  Palette palette = Palette::kUsual;
  bool light = false, axes = false, glow = false;
  bool legend = true;                                   ///< in a window
  double size = 1.0;                                    ///< of boids, times the usual one
  double trails = 0.0;                                  ///< [steps]; 0: none
  std::optional<std::array<float, 3>> one, background;  ///< none: usual for a dark or light background
  bool operator==(const Look&) const = default;
};

/// What is left open suits the shape: discs and arrows are dark on a light background, as in their sources.
/// Options take the place of the scenario's view; another shape also of its colours.
Look look_of(const Scenario::View& view, const LookOptions& options);
/// The view of a scenario that has this look: look_of() gives it back.
Scenario::View view_of(const Look& look, double steps_per_second);

}  // namespace murmur
