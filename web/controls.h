// The keys of a scenario for the page's controls: those of the window's panel (sim/editing/panel_controls.h), with their values.
#pragma once

#include "sim/scenario/scenario.h"
#include "sim/util/json_fields.h"

namespace murmur {

/// An array of {group, key, label, unit, help, kind, value}, with low and high for numbers, and words for choices and for whole numbers
/// that have some. The keys of rules and of the behaviours that are on; places and pictures are not among them.
Json control_list(const Scenario& scenario);

}  // namespace murmur
