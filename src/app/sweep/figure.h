// A published figure as data: what to simulate, what to measure, and what the publication found. Read from a small
// TOML file, of figures/ or of a user (docs/figures.md). Used by figure_runs.h, verdict.h and `murmur reproduce`.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/source.h"

namespace murmur {

/// The quantity that is averaged over the steps of a run, and then over its seeds.
enum class Measure : uint8_t {
  kOrder,              ///< |sum of the unit headings| / N
  kMilling,            ///< the metric `milling` (docs/metrics.md), as a magnitude
  kNumberFluctuation,  ///< standard deviation of the number of boids in a square box that holds x of them on average
  kShape,              ///< a value of the largest cluster (sim/measure/flock_shape.h)
  kFront,              ///< a measure of how a turn spreads, from twin runs (sim/measure/turning_front.h)
};

/// Length of a run in steps, and the steps at which it is measured.
struct Sampling {
  int64_t seeds = 8;  ///< number of seeds; they are 1, 2, ...
  int64_t steps = 10000, skip = 2000, every = 10;
  friend bool operator==(const Sampling&, const Sampling&) = default;
};

struct FigurePoint {
  double x = 0.0;
  std::optional<double> expected;
};

/// One curve of a published figure.
struct FigureSeries {
  std::string label;
  std::string scenario;          ///< TOML of the scenario that is run
  std::vector<std::string> set;  ///< "KEY=VALUE": changes to `scenario`
  std::vector<FigurePoint> points;
  double tolerance = 0.0;  ///< allowed difference beside three standard errors
  Measure measure = Measure::kOrder;
  std::string shape;           ///< kShape: name of a column of the shape
  double lag = 0.0;            ///< kShape: time between the compared states [unit of time]; 0: one state
  std::string front;           ///< kFront: name of a value of the turning front
  double threshold = 45.0;     ///< kFront: change of heading that counts as a turn [degrees]
  double turn = 1.0;           ///< kFront: duration of the leaders' turn [unit of time]
  std::optional<Range> field;  ///< range of observations in the field, in which a value passes
  std::string source;          ///< source of `field`
  bool sequence = false;       ///< one run steps through all x, `steps` at each, so that its history matters
  Sampling sampling;
};

/// What a check of a whole curve states.
enum class CheckKind : uint8_t {
  kJump,    ///< the value changes by at least `expected` between two x that are at most `within` apart
  kSlope,   ///< the slope of log(value - offset) over log(x) is `expected`, to `tolerance`
  kAbove,   ///< each value at x from `from` to `to` is at least `expected`
  kBelow,   ///< each value at x from `from` to `to` is at most `expected`
  kSteady,  ///< no two values differ by more than `expected`
  kLinear,  ///< the correlation of the values of two curves is at least `expected`
};
struct FigureCheck {
  CheckKind kind = CheckKind::kSlope;
  std::vector<size_t> series;  ///< indices of curves, whose points are taken together
  double expected = 0.0, tolerance = 0.0, within = 0.0, offset = 0.0;
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
};

struct Figure {
  std::string name, title, source, quantity, x_label;
  std::string verdict;              ///< verdict when all values pass; empty: "as published"
  std::vector<std::string> x_keys;  ///< keys of the scenario that x sets; none: x belongs to the measure
  std::vector<FigureSeries> series;
  std::vector<FigureCheck> checks;

  /// The scenario of one point of a curve. @throws UserError.
  ScenarioSource scenario_of(const FigureSeries& series, double x, int64_t seed) const;
};

/// Names of the figures that come with the program.
std::vector<std::string> figure_names();
/// Reads a figure of the program by name, or a file by path. `quick`: in the short form. @throws UserError with all faults of the file.
Figure read_figure(const std::string& name, bool quick);
/// Parses the TOML text of a figure. `name`: name of the figure, and of the file in messages.
Figure parse_figure(std::string_view text, const std::string& name, bool quick);

}  // namespace murmur
