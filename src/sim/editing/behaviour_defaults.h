// Default values of a behaviour that the window switches on, scaled to the current flock so that it is
// visible. Only values of `set` events; used by InputMapper and ScenarioEditor.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

/// Default of an optional table of panel_controls, e.g. "wind" -> { velocity = [...] }.
SetValue behaviour_default(const std::string& table, const Scenario& scenario);
double cursor_push(const Scenario& scenario);
bool adds_accelerations(const Scenario& scenario);
/// Factors on reach and push of a pointer in `mode`: in 3D it attracts far and weakly, so that a solid flock comes as a whole.
struct CursorFactors {
  double reach = 1.0, push = 1.0;
};
CursorFactors cursor_factors(CursorMode mode, int dimensions);
/// Strength of a scatter that gives max_speed to a boid at this distance, within limits between which it is visible.
double scatter_strength(const Scenario& scenario, double distance);
SetValue cursor_default(CursorMode mode, double radius, double push);
/// Rounds to three digits, enough for a default value.
double rounded(double value);
double shortest_side(const Scenario& scenario);  ///< shortest side of the world

}  // namespace murmur
