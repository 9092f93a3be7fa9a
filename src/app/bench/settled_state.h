// A flock after 2,000 steps, for `bench --state settled`: flocks condense over time, and steps become more
// expensive. Computed once by the cpu backend and stored in $XDG_CACHE_HOME/murmur (or ~/.cache/murmur).
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sim/scenario/source.h"
#include "sim/state/state.h"

namespace murmur {

constexpr int64_t kSettledSteps = 2000;

/// The cache file of this scenario's settled state; empty without a cache folder.
std::string settled_cache_path(const ScenarioSource& source);

/// Reads the settled state from the cache, or computes it and stores it there. `go_on(step)` is called before each step; false: an empty
/// state is returned. A cache that cannot be read or written is not an error.
State<float> settled_state(const ScenarioSource& source, const std::function<bool(int64_t step)>& go_on);

}  // namespace murmur
