// Random scenarios: every key of a scenario that the flock depends on, with values that a user would choose, and now and then
// the ends of its range. A key that is added to fields.h is drawn too.
#pragma once

#include "sim/scenario/source.h"
#include "support/random_choice.h"

namespace murmur {

/// A scenario with `most_boids` boids at most and events in its first `steps` steps. It passes every check of a scenario file.
ScenarioSource random_scenario(RandomChoice& draw, int64_t most_boids, int64_t steps);

/// What a user might do to a flock of this scenario in one of the next `steps` steps. It may be refused.
Event random_event(RandomChoice& draw, const Scenario& scenario, int64_t steps);

}  // namespace murmur
