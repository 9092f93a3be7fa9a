// Evaluates the runs of a figure: mean and standard error of each point, whether each agrees with the publication,
// and a table and JSON of both.
#pragma once

#include <string>
#include <vector>

#include "app/sweep/figure.h"
#include "app/sweep/figure_runs.h"
#include "sim/util/json_fields.h"

namespace murmur {

struct PointVerdict {
  size_t series = 0, point = 0;
  double mean = 0.0, error = 0.0;  ///< standard error over the seeds; 0 for a single seed
  double allowed = 0.0;            ///< largest allowed distance from the expected value: tolerance + 3 errors
  bool passes = true;              ///< the value agrees, or none is expected
  bool one_run = false;            ///< a single seed: a value outside the tolerance proves nothing
};
struct CheckVerdict {
  std::string text;
  double found = 0.0;
  bool passes = false;
};
struct FigureVerdict {
  std::vector<PointVerdict> points;
  std::vector<CheckVerdict> checks;
  bool passes() const;
};

FigureVerdict judge(const Figure& figure, const FigureValues& values);
/// The table for a terminal; its last line is the verdict.
std::string verdict_table(const Figure& figure, const FigureVerdict& verdict);
Json verdict_json(const Figure& figure, const FigureVerdict& verdict, double seconds);

}  // namespace murmur
