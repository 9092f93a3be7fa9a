// Runs backends in lock-step and finds the first bit in which they differ. Prints nothing; used by `verify`.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/simulation.h"

namespace murmur {

/// An injected fault that tests the comparison: after `step` steps the lowest bit of boid `id`'s x flips in the second run.
struct Injection {
  int64_t step = 0, id = 0;
};

/// The lowest id that differs between two states, and its first differing field.
struct Difference {
  int64_t step = 0;
  std::string names[2];   ///< names of the two backends
  std::string what;       ///< "boid 17", "predator 0", or another part of the state
  std::string field;      ///< name in state CSV; empty if the states differ as a whole
  std::string values[2];  ///< values of the field in both runs
  uint32_t bits[2] = {};
  int64_t neighbours = 0;  ///< number of neighbours of the boid in the first backend's state
  int64_t differing = 0;   ///< number of boids and predators that differ in any field
};

/// Compares two states of one step; empty if every bit agrees.
std::optional<Difference> first_difference(const State<float>& a, const State<float>& b,
                                           const Scenario& scenario);

/// Steps all runs to `steps` and compares their hashes at every step, including the first. Calls `go_on` after each
/// comparison and stops early if it returns false. @throws UserError for an injection outside the run.
std::optional<Difference> verify(std::vector<std::unique_ptr<Simulation<float>>>& runs, int64_t steps,
                                 const std::optional<Injection>& injection,
                                 const std::function<bool(int64_t step)>& go_on);

/// Describes a difference in a few lines for people.
std::string to_text(const Difference& difference);

}  // namespace murmur
