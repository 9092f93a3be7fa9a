// Runs two backends side by side and compares every bit after every step.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/backends/backend.h"
#include "sim/run/simulation.h"
#include "sim/scenario/source.h"

namespace murmur {

using Post = std::function<void(int64_t step, Simulation<float>&)>;

/// Fails the test at the first step at which any hash differs from the first backend's. `post` may put events
/// to all runs before each step.
void expect_lockstep(const ScenarioSource& source, std::vector<std::unique_ptr<Backend<float>>> backends,
                     int64_t steps, const Post& post = {}, const State<float>* initial = nullptr);
void expect_lockstep(const ScenarioSource& source, std::unique_ptr<Backend<float>> a,
                     std::unique_ptr<Backend<float>> b, int64_t steps, const Post& post = {},
                     const State<float>* initial = nullptr);

/// Adds, a scatter and removes on the way, as a user's mouse would.
void busy_user(int64_t step, Simulation<float>& simulation);

/// Gives the world the size 300 x 450 before step 20: boids of a larger one are outside then.
void shrink_world(int64_t step, Simulation<float>& simulation);

/// Backend::pick of these ids agrees with the whole state.
void expect_picks(Simulation<float>& simulation, const std::vector<uint32_t>& ids);

/// The state after `steps` of the cpu backend.
State<float> settled(const ScenarioSource& source, int64_t steps);

ScenarioSource scenario_of(const std::string& toml, const ScenarioOverrides& overrides = {});

}  // namespace murmur
