// One run from its beginning (a seeded start, a state, a checkpoint) to its last step or a signal. Prints its
// progress; the callers run.cpp and sweep.cpp print the result.
#pragma once

#include <cstdint>
#include <string>

#include "app/batch/run_options.h"

namespace murmur {

struct RunResult {
  int64_t step = 0, boids = 0;
  std::string backend, kernel;
  double ms_per_step = 0.0;  ///< mean duration of a step without outputs; 0: no step was taken
  uint64_t hash = 0;
  std::string summary;              ///< text of Backend::summary()
  double seconds = 0.0;             ///< duration of the whole run [s]
  double waited_for_outputs = 0.0;  ///< time for which steps waited for the outputs [s]
  int signal = 0;                   ///< exit code of the signal that stopped the run early; 0: none did
  std::string signal_name;
};

/// Runs a simulation to the end. @throws UserError, RunError.
RunResult run_once(const RunOptions& options);

}  // namespace murmur
