// Sweeps: every combination of some scenario keys, each run in a folder of its own, and one table of results.
// A folder with a done.json is never run again, so a sweep goes on where it stopped, and several programs can
// share one. What `run --output-dir` does; docs/sweeps.md tells users.
#pragma once

#include "app/batch/run_options.h"

namespace murmur {

/// @returns the exit code: 1 when runs failed, 130 or 143 after a signal. @throws UserError, RunError.
int run_sweep(const RunOptions& options);

}  // namespace murmur
