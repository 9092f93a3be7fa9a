#include "sim/ranks/rank_flock_base.h"

#include <limits>

#include <fmt/format.h>

#include "sim/backends/faults.h"

namespace murmur {

void agree_on_end(Ranks& ranks, const std::vector<std::string>& names, int64_t step, uint32_t fault,
                  const Scenario& scenario) {
  constexpr auto kNone = std::numeric_limits<uint64_t>::max();
  uint64_t lowest[] = {fault == kNoId ? kNone : (uint64_t{fault} << 32) | static_cast<uint64_t>(ranks.rank()),
                       ranks.stop_requested() ? 0u : 1u};
  ranks.lowest(lowest, 2);
  if (lowest[1] == 0 && !ranks.stop_requested()) ranks.stop();
  if (lowest[0] == kNone) return;
  try {
    throw_not_finite(static_cast<uint32_t>(lowest[0] >> 32), step, scenario);
  } catch (const RunError& error) {
    throw SharedFailure(fmt::format("{}: {}", names[lowest[0] & 0xffffffffu], error.what()));
  }
}

}  // namespace murmur
