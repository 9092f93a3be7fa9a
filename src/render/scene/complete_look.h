// The look of a picture: a scenario's [view], options or arguments in its place, and what is left open decided. Used by
// view, render and replay (app/film/render_look.h has their options) and by the Python package.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/look/look.h"
#include "sim/scenario/scenario.h"

namespace murmur {

using BoidShape = Draw;

/// Keys that options or arguments give instead of a scenario's.
struct LookOptions {
  Look look;                            ///< their values
  std::vector<std::string_view> given;  ///< keys that were given
  bool has(std::string_view key) const;
};

/// Fills in what is left open, as suits the shape: discs and arrows are dark on a light background, as in their sources. `of_species`: the
/// flock has several, and boids have the colours of their species.
Look complete_look(Look look, bool of_species = false);
/// Background of a complete look in a plain scene.
Rgb background_of(const Look& look);
/// Why a key of a complete look changes nothing in a picture in which the others are as they are, as part of a sentence; empty: it
/// does.
std::string_view idle_because(std::string_view key, const Look& look, bool of_species);
/// Gives `look` the values of the given keys.
void copy_given(const LookOptions& options, Look& look);
/// A scenario's look with the options in its place; another shape also replaces its colours, and paper in the place of a dark sky,
/// or a sky in that of paper, its one colour. Complete.
Look look_of(const Scenario& scenario, const LookOptions& options);
/// `text`: TOML keys and values as in [view]. @throws UserError.
LookOptions read_look(const std::string& text);

}  // namespace murmur
