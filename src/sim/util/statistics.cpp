#include "sim/util/statistics.h"

#include <algorithm>
#include <numeric>

namespace murmur {

double percentile(const std::vector<double>& sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const size_t below = std::min(static_cast<size_t>(place), sorted.size() - 1);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  const double share = place - static_cast<double>(below);
  return sorted[below] + (sorted[above] - sorted[below]) * share;
}

Summary summarise(std::vector<double> values) {
  Summary summary;
  if (values.empty()) return summary;
  std::sort(values.begin(), values.end());
  summary.count = values.size();
  summary.min = values.front();
  summary.median = percentile(values, 0.5);
  summary.p95 = percentile(values, 0.95);
  summary.p99 = percentile(values, 0.99);
  summary.worst = values.back();
  summary.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  return summary;
}

}  // namespace murmur
