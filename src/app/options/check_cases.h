// The flocks that a device steps before it is believed (device_check.h). Each is small; together they run every update kernel, the sort,
// quotients, roots, functions, subnormal and random numbers, recorded steps and their renewal. Their hashes are in the program, so that no
// processor steps them, too; check_cases_test computes the hashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/run/simulation.h"

namespace murmur {

struct CheckCase {
  const char* name;  ///< what messages call it
  size_t kernels;    ///< so many of a device's update kernels step it: the first ones
  uint64_t hash;     ///< that hash_of_case() returns
  int boids;
  const char *world, *rest;  ///< TOML on top of the preset benchmark: a key of [world], and all else
  int64_t steps = 8;         ///< a graph is recorded, launched and launched again
};

const std::vector<CheckCase>& check_cases();

/// The flock of a case after its steps. @throws RunError.
Simulation<float> step_case(const CheckCase& one, std::unique_ptr<Backend<float>> backend);
/// A hash of its state and of its instances in the contract's order, which all but the reference write.
uint64_t hash_of_case(Simulation<float>& run);

}  // namespace murmur
