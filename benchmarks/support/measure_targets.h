// Measures the table of targets in docs/performance.md. The two sides of a ratio take turns.
#pragma once

#include "support/target_report.h"

namespace murmur {

/// Fills rows and hashes of a report whose machine is known. `quick`: a fifth of the steps.
/// @throws RunError when a baseline does not compute the same flock.
void measure_targets(TargetReport& report, bool quick);

}  // namespace murmur
