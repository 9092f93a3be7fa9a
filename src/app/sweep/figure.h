// A published figure as data: what to simulate, what to measure, and what the publication found. Read from a small TOML
// file, of figures/ or of a user (docs/figures.md). Runs nothing; used by figure_runs.h, verdict.h and `murmur reproduce`.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/source.h"

namespace murmur {

/// What is averaged over the steps of a run, and then over its seeds.
enum class Measure : uint8_t {
  kOrder,              ///< |sum of the unit headings| / N
  kMilling,            ///< the metric `milling` (docs/metrics.md), as a magnitude
  kNumberFluctuation,  ///< standard deviation of the number of boids in a square box that holds x of them on average
  kShape,              ///< a value of the largest cluster (sim/measure/flock_shape.h)
  kFront,              ///< how a turn spreads, from twin runs (sim/measure/turning_front.h)
};

/// How long a run is, and over which of its steps it is measured.
struct Sampling {
  int64_t seeds = 8;  ///< 1, 2, ...
  int64_t steps = 10000, skip = 2000, every = 10;
  friend bool operator==(const Sampling&, const Sampling&) = default;
};

struct FigurePoint {
  double x = 0.0;
  std::optional<double> expected;
};

/// One curve of a figure.
struct FigureSeries {
  std::string label;
  std::string scenario;          ///< TOML
  std::vector<std::string> set;  ///< "KEY=VALUE": where it differs from `scenario`
  std::vector<FigurePoint> points;
  double tolerance = 0.0;  ///< allowed difference, added to three standard errors
  Measure measure = Measure::kOrder;
  std::string shape;           ///< kShape: name of its column
  double lag = 0.0;            ///< kShape: time between the compared states [unit of time]; 0: one state
  std::string front;           ///< kFront: name of its value
  double threshold = 45.0;     ///< kFront: change of a heading that counts [degrees]
  double turn = 1.0;           ///< kFront: duration of the leaders' turn [unit of time]
  std::optional<Range> field;  ///< what observations in the field found: a value passes within it
  std::string source;          ///< source of `field`
  bool sequence =
      false;  ///< one run passes through all x, `steps` at each: what it finds depends on where it comes from
  Sampling sampling;
};

/// A statement about a whole curve.
enum class CheckKind : uint8_t {
  kJump,    ///< the value changes by at least `expected` between two x that are at most `within` apart
  kSlope,   ///< the slope of log(value - offset) over log(x) is `expected`, to `tolerance`
  kAbove,   ///< each value at x from `from` to `to` is at least `expected`
  kBelow,   ///< ... at most
  kSteady,  ///< no two values differ by more than `expected`
  kLinear,  ///< the correlation of the values of two curves is at least `expected`
};
struct FigureCheck {
  CheckKind kind = CheckKind::kSlope;
  std::vector<size_t> series;  ///< indices; the points of several are taken together
  double expected = 0.0, tolerance = 0.0, within = 0.0, offset = 0.0;
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
};

struct Figure {
  std::string name, title, source, quantity, x_label;
  std::string verdict;              ///< when all values pass, in place of "as published"
  std::vector<std::string> x_keys;  ///< the keys of the scenario that x sets; none: x is the measure's own
  std::vector<FigureSeries> series;
  std::vector<FigureCheck> checks;

  /// The scenario of one point. @throws UserError.
  ScenarioSource scenario_of(const FigureSeries& series, double x, int64_t seed) const;
};

/// The figures that come with the program, by name.
std::vector<std::string> figure_names();
/// One of them, or the file of that path. `quick`: in its shorter form. @throws UserError with all faults of the file.
Figure read_figure(const std::string& name, bool quick);
/// `name` is the figure's, and the file's in messages.
Figure parse_figure(std::string_view text, const std::string& name, bool quick);

}  // namespace murmur
