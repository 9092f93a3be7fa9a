// One run from its beginning (a seeded start, a state, a checkpoint) to its last step or a signal. Prints its
// progress; the callers (run.cpp, sweep.cpp) print the result.
#pragma once

#include <cstdint>
#include <string>

#include "app/batch/run_options.h"

namespace murmur {

struct RunResult {
  int64_t step = 0, boids = 0;
  std::string backend, kernel;
  double ms_per_step = 0.0;  ///< time of a step, outputs left out; 0: no step was made
  uint64_t hash = 0;
  std::string summary;              ///< Backend::summary()
  double seconds = 0.0;             ///< duration of the whole run [s]
  double waited_for_outputs = 0.0;  ///< [s]
  int signal = 0;                   ///< exit code of the signal that stopped it early; 0: none did
  std::string signal_name;
};

/// @throws UserError, RunError.
RunResult run_once(const RunOptions& options);

}  // namespace murmur
