#include "app/live/frame_summary.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/util/statistics.h"

namespace murmur {

std::string FrameSummary::text() const {
  if (total_ms_.empty()) return {};
  const Summary summary = summarise(total_ms_);
  const auto late =
      std::count_if(total_ms_.begin(), total_ms_.end(), [](double ms) { return ms > kFrameBudget; });
  const double share = 100.0 * static_cast<double>(late) / static_cast<double>(summary.count);
  return fmt::format(
      "{} frame{}: median {:.2f} ms, p95 {:.2f}, p99 {:.2f}, worst {:.2f}; {} over {:.1f} ms ({:.1f} %)",
      summary.count, summary.count == 1 ? "" : "s", summary.median, summary.p95, summary.p99, summary.worst,
      late, kFrameBudget, share);
}

}  // namespace murmur
