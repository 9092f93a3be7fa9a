// Times backends side by side. They take turns of a few steps, so that a machine that warms up, slows down or is
// shared affects all equally. Compares their states by hash afterwards. Writes no file and no table (app/bench*.cpp);
// the clock is a parameter, so that tests have known results.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/backends/backend.h"
#include "sim/measure/pair_counts.h"
#include "sim/scenario/source.h"
#include "sim/state/state.h"
#include "sim/util/statistics.h"

namespace murmur {

/// Milliseconds since an arbitrary fixed moment.
using MillisecondClock = std::function<double()>;
double steady_milliseconds();

/// One case to time. `step` takes one step. `phases` returns the times of its phases, and waits until the step is
/// complete (a device may still be running after `step`), so the timer stops after `phases`. `phases` may be empty.
struct TimedCase {
  std::function<void()> step;
  std::function<PhaseTimes()> phases;
  std::function<void()> draw{};  ///< draws one picture after each turn; empty: none
};

struct BenchPlan {
  int64_t warmup = 10;         ///< steps before the first timed one
  int64_t steps = 100;         ///< timed steps
  int64_t steps_per_turn = 5;  ///< timed steps of one case before the next one's turn
  bool count_pairs = true;     ///< counts pairs on the host, which takes seconds for millions of boids

  /// Number of turns. Each turn begins with one untimed step, which loads the case's memory into the caches.
  int64_t turns() const { return (steps + steps_per_turn - 1) / steps_per_turn; }
  int64_t steps_taken() const { return warmup + turns() + steps; }  ///< all steps of each case
};

struct Timing {
  std::vector<double> step_ms;  ///< (steps,) in the order taken
  PhaseTimes phases;            ///< mean over the timed steps [ms]
  std::vector<double> draw_ms;  ///< one time per turn, if `draw` is set
};

/// Times the cases in turns; every case takes plan.steps_taken() steps. Every second round is in reverse order, so
/// that no case always follows the same one. Calls `go_on(steps taken by all so far)` between turns; if it returns
/// false, timing stops early and the timings are incomplete.
std::vector<Timing> time_in_turns(const std::vector<TimedCase>& timed, const BenchPlan& plan,
                                  const MillisecondClock& clock = steady_milliseconds,
                                  const std::function<bool(int64_t)>& go_on = {});

/// A backend to time, as one row of the table.
struct BenchCase {
  std::string label;  ///< value of --backends: cpu, cpu:scalar:1
  int threads = 1;    ///< number of threads; 0 on a device
  std::unique_ptr<Backend<float>> backend;
};

struct BenchRow {
  int64_t boids = 0;
  std::string label, backend, description, state;
  std::string kernel;  ///< update kernel of the device after the last step; empty: no choice
  int threads = 1;
  std::vector<double> step_ms;
  Summary times;
  PhaseTimes phases;      ///< mean times of the phases [ms]
  double render_ms = -1;  ///< median of drawing one picture; negative: none was drawn
  PairCounts pairs;       ///< mean of the states before and after the timed steps; zeros: not counted
  double speed_up = 0;    ///< ratio to the row `cpu` of the same N, or to that backend's first row; 0: none
  uint64_t hash = 0;
  bool differs = false;  ///< the hash differs from that of the first row of the same N

  double ns_per_boid() const { return times.median * 1e6 / static_cast<double>(boids); }
  double pair_tests_per_s() const { return pairs.tests / (times.median * 1e-3); }
  double neighbour_pairs_per_s() const { return pairs.neighbours / (times.median * 1e-3); }
  double neighbours_mean() const { return pairs.neighbours / static_cast<double>(boids); }
};

using DrawFlock = std::function<void(Backend<float>&, const Scenario&)>;

/// Times the cases from the same state; one row each, in their order. Devices first take untimed steps to choose a
/// kernel and raise their clock rate. Empty when `go_on` returned false.
std::vector<BenchRow> bench(const ScenarioSource& source, const State<float>& start, const std::string& state,
                            std::vector<BenchCase> cases, const BenchPlan& plan,
                            const MillisecondClock& clock = steady_milliseconds,
                            const std::function<bool(int64_t)>& go_on = {}, const DrawFlock& draw = {});

/// Checks the hashes. @throws MismatchError naming the rows whose hash differs.
void require_equal_hashes(const std::vector<BenchRow>& rows);

}  // namespace murmur
