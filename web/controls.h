// The keys of a scenario for the controls of the page: the keys of the window's panel (sim/editing/panel_controls.h), with their values.
#pragma once

#include "sim/scenario/scenario.h"
#include "sim/util/json_fields.h"

namespace murmur {

/// An array of {group, key, label, unit, help, kind, value}; numbers also have low and high, and choices have words,
/// as have whole numbers with named values. Lists the keys of the rules and of the behaviours that are on, without
/// places and pictures.
Json control_list(const Scenario& scenario);

}  // namespace murmur
