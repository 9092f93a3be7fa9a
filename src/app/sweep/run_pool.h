// Runs the jobs of sweeps and figures: small ones side by side on one thread each, large ones one after the other
// with all threads. The caller defines a run and keeps its result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace murmur {

/// Least number of boids of a run that takes all threads: its arrays fill the caches of more than one core.
inline constexpr int64_t kLargeRun = 100000;

/// Calls run(0) to run(count - 1), those for which is_small() is true side by side in `threads` threads (0:
/// processors()). After a run() that returns false, no other run begins. @throws what run() throws.
void run_all(size_t count, int threads, const std::function<bool(size_t)>& is_small,
             const std::function<bool(size_t)>& run);

}  // namespace murmur
