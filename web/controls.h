// The keys of a scenario for the page's controls: names, units, ranges and help from the lists of fields (sim/scenario/fields.h).
#pragma once

#include "sim/scenario/scenario.h"
#include "sim/util/json_fields.h"

namespace murmur {

/// An array of {key, label, unit, help, kind, value}, with low, high, least, most for numbers and words for choices. The keys of
/// rules and of the behaviours that are on; places and pictures are not among them.
Json control_list(const Scenario& scenario);

}  // namespace murmur
