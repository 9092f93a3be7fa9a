// Summary statistics of a list of times, for bench, frame logs and the benchmark programs.
// Percentiles are numpy's default ones (linear between neighbours), so that a plot made from
// the same numbers shows the same values.
#pragma once

#include <cstddef>
#include <vector>

namespace murmur {

/// Summary of a list, in the unit of its values. All members are 0 when `count` is 0.
struct Summary {
  size_t count = 0;
  double min = 0, median = 0, p95 = 0, p99 = 0, worst = 0, mean = 0;
};

Summary summarise(std::vector<double> values);

/// The quantile at `fraction` in [0, 1] of `sorted` (ascending, not empty).
double percentile(const std::vector<double>& sorted, double fraction);

}  // namespace murmur
