// The look of a picture: the [view] of a scenario, overridden by options or arguments, with defaults for the rest.
// Used by view, render and replay (app/film/render_look.h has their options) and by the Python package.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/look/look.h"
#include "sim/scenario/scenario.h"

namespace murmur {

using BoidShape = Draw;

/// Keys of the look from options or arguments, which override those of a scenario.
struct LookOptions {
  Look look;                            ///< values of the given keys
  std::vector<std::string_view> given;  ///< names of the given keys
  bool has(std::string_view key) const;
};

/// The look with all open keys decided to suit the shape: discs and arrows are dark on a light background, as in
/// their sources. `of_species`: the flock has several species, whose colours the boids have.
Look complete_look(Look look, bool of_species = false);
/// The background of a complete look in a plain scene.
Rgb background_of(const Look& look);
/// Why a key of a complete look has no effect on a picture with the other keys, as part of a sentence; empty: it has one.
std::string_view idle_because(std::string_view key, const Look& look, bool of_species);
/// Copies the values of the given keys to `look`.
void copy_given(const LookOptions& options, Look& look);
/// The complete look of a scenario with options. An option for another shape also resets the scenario's colours; an
/// option for a light in place of a dark background, or the reverse, resets the single colour.
Look look_of(const Scenario& scenario, const LookOptions& options);
/// Reads a look from TOML keys and values as in [view]. @throws UserError.
LookOptions read_look(const std::string& text);

}  // namespace murmur
