// A flock after 2,000 steps, for `bench --state settled`: flocks condense over time, and steps become more
// expensive. The cpu backend computes the state once, and it is kept in $XDG_CACHE_HOME/murmur (or ~/.cache/murmur).
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

/// Reads the settled state from the cache, or computes it and writes it to the cache. `go_on(step)` is called before
/// each step; when it returns false, the result is an empty state. A cache that cannot be read or written is no
/// error.
State<float> settled_state(const ScenarioSource& source, const std::function<bool(int64_t step)>& go_on);

}  // namespace murmur
