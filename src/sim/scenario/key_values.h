// A scenario as a flat list of keys and values, each as `set` takes it: what a panel of controls shows.
// Owns nothing; reads no files. Used by the view command and its tests.
#pragma once

#include <map>
#include <string>

#include "sim/scenario/scenario.h"

namespace murmur {

/// "rules.separation.weight" -> "1.0", "obstacle[0].at" -> "[100.0, 50.0]", "world.boundary" -> "\"wrap\"".
/// Every key that the scenario has, but its events; arrays of numbers and of places stay whole.
std::map<std::string, std::string> key_values(const Scenario& scenario);

}  // namespace murmur
