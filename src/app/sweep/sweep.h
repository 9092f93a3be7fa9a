// Sweeps: every combination of some scenario keys, each run in its own folder, and one table of results. Every input
// is read once, before the first run. A run whose folder has a done.json is not run again, so a sweep can be
// resumed, and several processes can share one. Implements `run --output-dir` (docs/sweeps.md).
#pragma once

#include "app/batch/run_options.h"

namespace murmur {

/// Runs a sweep. @returns the exit code: 1 when runs failed, 130 or 143 after a signal. @throws UserError, RunError.
int run_sweep(RunOptions options);

}  // namespace murmur
