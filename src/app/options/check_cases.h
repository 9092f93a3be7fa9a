// Small flocks that a device steps before the program trusts its results (device_check.h). Together they run every
// update kernel, the sort, quotients, roots, functions, subnormal and random numbers, and graphs of recorded steps,
// with their renewal. The expected hashes are constants, so that no processor has to step the flocks;
// check_cases_test computes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/run/simulation.h"

namespace murmur {

struct CheckCase {
  const char* name;  ///< name of the case in messages
  size_t kernels;    ///< number of update kernels that step the case, from the first
  uint64_t hash;     ///< expected result of hash_of_case()
  int boids;
  const char *world, *rest;  ///< TOML that changes the preset benchmark: keys of [world], and all others
  int64_t steps = 8;         ///< enough to record a graph and to launch it twice
};

const std::vector<CheckCase>& check_cases();

/// Steps the flock of a case. @throws RunError.
Simulation<float> step_case(const CheckCase& one, std::unique_ptr<Backend<float>> backend);
/// Hash of the state and of the instances in the contract's order, in which all backends but the reference write them.
uint64_t hash_of_case(Simulation<float>& run);

}  // namespace murmur
