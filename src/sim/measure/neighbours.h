// Who is near a boid: the other boids within R as the step computes it, whatever the field of view. Tests every boid,
// so it is for a few ids at a time. Used by the Python package.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

/// One list of ids, ascending, for each of `ids`. @throws UserError for an id that the state does not have.
std::vector<std::vector<uint32_t>> neighbours_of(const State<float>& state, const Scenario& scenario,
                                                 const std::vector<int64_t>& ids);

}  // namespace murmur
