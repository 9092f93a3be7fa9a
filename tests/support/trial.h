// One random flock on many backends: the same bits at every step, or the same fault.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/backends/backend.h"
#include "sim/run/simulation.h"
#include "sim/scenario/source.h"

namespace murmur {

struct Trial {
  ScenarioSource source;
  int64_t steps;
  uint64_t seed;  ///< of what a stepper chooses
};

/// What a run came to.
struct Outcome {
  std::vector<uint64_t> hashes;  ///< at the start and after each step
  std::string fault;             ///< that ended the run; empty: none
};

/// A way to step a flock.
struct Stepper {
  std::string name;
  std::function<Outcome(const Trial& trial)> run;
};

/// The flock of a seed: `most_boids` at most. Every tenth one has ten times as many, and a fifth of the steps.
Trial random_trial(uint64_t seed, int64_t most_boids);

/// May act on a run, or replace it by one that goes on, after its hash was taken: at the start and after each step.
using Visit = std::function<void(Simulation<float>& run)>;
Outcome outcome_of_run(int64_t steps, const std::function<Simulation<float>()>& make,
                       const Visit& visit = {});
using MakeBackend = std::function<std::unique_ptr<Backend<float>>()>;
Outcome outcome_of(const Trial& trial, const MakeBackend& make, const Visit& visit = {});

/// check(state, scenario) at the end of 60 random flocks of 100 boids, but of those that end with a fault.
void at_the_end_of_random_flocks(const std::function<void(const State<float>&, const Scenario&)>& check);

/// From a state file, from a checkpoint and by replay.
std::vector<Stepper> file_steppers();
/// These, cpu, the kernels on plain loops, ranks, and a run that goes from one to another.
std::vector<Stepper> host_steppers();
/// Each kernel of each device; none without a device.
std::vector<Stepper> device_steppers();

/// Steps the trial with the reference and each stepper. @returns the first difference as a sentence; empty: there is none.
std::string difference_of(const Trial& trial, const std::vector<Stepper>& steppers);

/// The trial with as few steps, boids and lines of its scenario as were found to show a difference.
Trial smallest(const Trial& trial, const std::vector<Stepper>& steppers);

}  // namespace murmur
