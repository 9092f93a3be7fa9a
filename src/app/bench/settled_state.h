// A flock after 2,000 steps: the state that `bench --state settled` times, since flocks condense as they fly
// and steps get dearer. Computed once by the cpu backend and kept in $XDG_CACHE_HOME/murmur (or
// ~/.cache/murmur).
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sim/scenario/source.h"
#include "sim/state/state.h"

namespace murmur {

constexpr int64_t kSettledSteps = 2000;

/// Where the settled state of this scenario is kept; empty when there is no place for it.
std::string settled_cache_path(const ScenarioSource& source);

/// From the cache, or computed and put there; `go_on(step)` is asked before each step, false: an empty state.
/// A cache that cannot be read or written costs time, never the run.
State<float> settled_state(const ScenarioSource& source, const std::function<bool(int64_t step)>& go_on);

}  // namespace murmur
