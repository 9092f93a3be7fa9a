#include "app/sweep/run_pool.h"

#include <atomic>
#include <vector>

#include "sim/util/thread_pool.h"

namespace murmur {

void run_all(size_t count, int threads, const std::function<bool(size_t)>& is_small,
             const std::function<bool(size_t)>& run) {
  std::vector<size_t> small, large;
  for (size_t i = 0; i < count; ++i) (is_small(i) ? small : large).push_back(i);
  std::atomic<bool> stopped{false};
  const auto run_next = [&](size_t i) {
    if (!stopped && !run(i)) stopped = true;
  };
  ThreadPool pool(small.empty() ? 1 : threads);
  pool.parallel_for(static_cast<int64_t>(small.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) run_next(small[static_cast<size_t>(k)]);
  });
  for (const size_t i : large) run_next(i);
}

}  // namespace murmur
