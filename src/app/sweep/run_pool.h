// The pool of runs of sweeps and figures: small ones side by side on one thread each, the others one after the other
// with all threads. What a run is, and where its result is kept so that nobody runs it again, is the caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace murmur {

/// Boids from which on a run takes all threads: its arrays fill the cache of more than one core.
inline constexpr int64_t kLargeRun = 100000;

/// Calls run(0) to run(count - 1), those that are small from so many threads, until one returns false: then no other is
/// begun. 0 threads: as many as processors(). @throws what run() throws.
void run_all(size_t count, int threads, const std::function<bool(size_t)>& is_small,
             const std::function<bool(size_t)>& run);

}  // namespace murmur
