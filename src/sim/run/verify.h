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

/// An injected fault, to test the comparison: after `step` steps the lowest bit of boid `id`'s x flips in the
/// second run.
struct Injection {
  int64_t step = 0, id = 0;
};

/// The lowest id that differs, and its first field that does.
struct Difference {
  int64_t step = 0;
  std::string names[2];   ///< the backends
  std::string what;       ///< "boid 17", "predator 0", or another part of the state
  std::string field;      ///< name in state CSV; empty when the states differ as a whole
  std::string values[2];  ///< decimal numbers
  uint32_t bits[2] = {};
  int64_t neighbours = 0;  ///< neighbours of that boid in the first backend's state
  int64_t differing = 0;   ///< boids and predators that differ in any field
};

/// Compares two states of one step; nothing if every bit agrees.
std::optional<Difference> first_difference(const State<float>& a, const State<float>& b,
                                           const Scenario& scenario);

/// Steps all runs to `steps` and compares their hashes at every step, the first included. `go_on` is called
/// after each comparison; false stops the comparison early. @throws UserError for an injection
/// outside the run.
std::optional<Difference> verify(std::vector<std::unique_ptr<Simulation<float>>>& runs, int64_t steps,
                                 const std::optional<Injection>& injection,
                                 const std::function<bool(int64_t step)>& go_on);

/// A few lines for people.
std::string to_text(const Difference& difference);

}  // namespace murmur
