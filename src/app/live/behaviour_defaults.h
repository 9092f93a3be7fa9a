// Default values of a behaviour that the window switches on, scaled to the current flock so that it is
// visible. Only texts for `set` events; used by InputMapper and ScenarioEditor.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

/// "wind" -> "{ velocity = [...] }", as TOML on one line: one of the optional tables of panel_controls.
std::string behaviour_default(const std::string& table, const Scenario& scenario);
std::string obstacle_default(const Scenario& scenario, const std::vector<double>& at);
std::string predator_default(const Scenario& scenario);  ///< at a random place
std::string predator_default(const Scenario& scenario, const std::vector<double>& at);

/// "[320.0, 240.0]".
std::string place_text(const std::vector<double>& place);

}  // namespace murmur
