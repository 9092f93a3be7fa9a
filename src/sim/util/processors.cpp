#include "sim/util/processors.h"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <thread>

namespace murmur {
namespace {

int of_thread() {
  constexpr int kMost = 1 << 20;  // more than any kernel counts
  for (int most = CPU_SETSIZE; most <= kMost; most *= 2) {
    cpu_set_t* const set = CPU_ALLOC(most);
    if (set == nullptr) break;
    const size_t bytes = CPU_ALLOC_SIZE(most);
    const bool known = sched_getaffinity(0, bytes, set) == 0;
    const bool too_small = !known && errno == EINVAL;
    const int count = known ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (count > 0) return count;
    if (!too_small) break;
  }
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace

double processors_of_container(const std::string& group) {
  double quota = 0.0, period = 0.0;
  if (!(std::ifstream(group + "/cpu.max") >> quota >> period)) return 0.0;  // "max" means no limit
  return quota > 0.0 && period > 0.0 ? quota / period : 0.0;
}

int processors() {
  const int all = of_thread();
  const double allowed = std::ceil(processors_of_container());
  return allowed > 0.0 && allowed < all ? static_cast<int>(allowed) : all;
}

}  // namespace murmur
