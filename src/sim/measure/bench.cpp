#include "sim/measure/bench.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/machine/registry.h"
#include "sim/run/simulation.h"
#include "sim/util/errors.h"

namespace murmur {

double steady_milliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

namespace {

void add(PhaseTimes& sums, const PhaseTimes& phases) {
  sums.sort += phases.sort;
  sums.gather += phases.gather;
  sums.rules += phases.rules;
  sums.total += phases.total;
}

/// Takes one timed step; adds its phases to `sums`.
double timed_step(const TimedCase& timed_case, const MillisecondClock& clock, PhaseTimes& sums) {
  const double begin = clock();
  timed_case.step();
  const PhaseTimes phases = timed_case.phases ? timed_case.phases() : PhaseTimes{};
  const double took = clock() - begin;
  add(sums, phases);
  return took;
}

void divide(PhaseTimes& phases, double by) {
  phases.sort /= by;
  phases.gather /= by;
  phases.rules /= by;
  phases.total /= by;
}

constexpr int64_t kWarmUpSteps = 100;  // a device tries its update kernels in the first 72 steps
constexpr double kWarmUpMs = 500.0;    // an idle GPU raises its clock rate in this time

/// Steps a device until its kernel is chosen and its clock rate has risen, as in a long run; then restarts the run.
/// @returns false when `go_on` returned false.
bool warm_up(Simulation<float>& run, const State<float>& start, const MillisecondClock& clock,
             const std::function<bool(int64_t)>& go_on) {
  if (run.backend().device_index() < 0) return true;
  const RunState begin = run.run_state();
  const double since = clock();
  for (int64_t step = 0; step < kWarmUpSteps || clock() - since < kWarmUpMs; ++step) {
    if (!go_on(0)) return false;
    run.advance();
    (void)run.backend().last_step_times();  // waits for the device, as after a timed step
  }
  run.restore(begin, start);
  return true;
}

constexpr int64_t kMostPhaseSteps = 20;
constexpr int64_t kUntimedPhaseSteps = 4;  // a device starts to record phases within these steps

/// Mean phases of further steps after the timed ones, because timing phases makes a device's step longer.
PhaseTimes phases_of_more_steps(Simulation<float>& run, int64_t steps) {
  PhaseTimes sums;
  run.time_phases(true);
  for (int64_t step = 0; step < kUntimedPhaseSteps + steps; ++step) {
    run.advance();
    const PhaseTimes phases = run.backend().last_step_times();
    if (step >= kUntimedPhaseSteps) add(sums, phases);
  }
  divide(sums, static_cast<double>(steps));
  return sums;
}

PairCounts count_now(Simulation<float>& simulation) {
  return count_pairs(simulation.state(), simulation.scenario());
}

void compare_rows(std::vector<BenchRow>& rows) {
  const std::string name = default_backend().name;
  const auto plain =
      std::find_if(rows.begin(), rows.end(), [&](const BenchRow& row) { return row.label == name; });
  const auto any =
      std::find_if(rows.begin(), rows.end(), [&](const BenchRow& row) { return row.backend == name; });
  const auto base = plain != rows.end() ? plain : any;
  for (BenchRow& row : rows) {
    row.differs = row.hash != rows.front().hash;
    if (base != rows.end()) row.speed_up = base->times.median / row.times.median;
  }
}

}  // namespace

std::vector<Timing> time_in_turns(const std::vector<TimedCase>& timed, const BenchPlan& plan,
                                  const MillisecondClock& clock, const std::function<bool(int64_t)>& go_on) {
  std::vector<Timing> timings(timed.size());
  int64_t taken = 0;
  const auto stop = [&] { return go_on && !go_on(taken); };
  for (const TimedCase& timed_case : timed) {
    for (int64_t step = 0; step < plan.warmup; ++step, ++taken) {
      if (stop()) return timings;
      timed_case.step();
    }
    if (timed_case.phases) timed_case.phases();
  }
  for (int64_t turn = 0; turn < plan.turns(); ++turn) {
    const int64_t steps = std::min(plan.steps_per_turn, plan.steps - turn * plan.steps_per_turn);
    for (size_t place = 0; place < timed.size(); ++place) {
      if (stop()) return timings;
      const size_t who = turn % 2 == 0 ? place : timed.size() - 1 - place;
      PhaseTimes unused;
      timed_step(timed[who], clock, unused);
      for (int64_t step = 0; step < steps; ++step) {
        timings[who].step_ms.push_back(timed_step(timed[who], clock, timings[who].phases));
      }
      if (timed[who].draw) {
        const double begin = clock();
        timed[who].draw();
        timings[who].draw_ms.push_back(clock() - begin);
      }
      taken += steps + 1;
    }
  }
  for (Timing& timing : timings) {
    if (!timing.step_ms.empty()) divide(timing.phases, static_cast<double>(timing.step_ms.size()));
  }
  return timings;
}

std::vector<BenchRow> bench(const ScenarioSource& source, const State<float>& start, const std::string& state,
                            std::vector<BenchCase> cases, const BenchPlan& plan,
                            const MillisecondClock& clock, const std::function<bool(int64_t)>& go_on,
                            const DrawFlock& draw) {
  if (cases.empty()) return {};
  std::vector<std::unique_ptr<Simulation<float>>> runs;
  std::vector<TimedCase> timed;
  for (BenchCase& bench_case : cases) {
    runs.push_back(std::make_unique<Simulation<float>>(source, std::move(bench_case.backend), start));
    Simulation<float>* run = runs.back().get();
    timed.push_back({[run] { run->advance(); }, [run] { return run->backend().last_step_times(); }});
    if (draw) timed.back().draw = [run, draw] { draw(run->backend(), run->scenario()); };
  }
  PairCounts pairs = plan.count_pairs ? count_now(*runs.front()) : PairCounts{};
  bool stopped = false;
  const auto ask = [&](int64_t taken) { return !(stopped = go_on && !go_on(taken)); };
  for (const auto& run : runs) {
    if (!warm_up(*run, start, clock, ask)) return {};
  }
  std::vector<Timing> timings = time_in_turns(timed, plan, clock, ask);
  if (stopped) return {};
  const PairCounts after = plan.count_pairs ? count_now(*runs.front()) : PairCounts{};
  pairs.tests = (pairs.tests + after.tests) / 2.0;
  pairs.neighbours = (pairs.neighbours + after.neighbours) / 2.0;
  pairs.neighbours_max = std::max(pairs.neighbours_max, after.neighbours_max);

  std::vector<BenchRow> rows;
  for (size_t k = 0; k < runs.size(); ++k) {
    BenchRow row;
    row.boids = runs[k]->count();
    row.label = cases[k].label;
    row.backend = runs[k]->backend().name();
    row.description = runs[k]->backend().description();
    row.kernel = runs[k]->backend().kernel();
    row.threads = cases[k].threads;
    row.state = state;
    row.times = summarise(timings[k].step_ms);
    row.step_ms = std::move(timings[k].step_ms);
    row.phases = timings[k].phases;
    row.pairs = pairs;
    if (draw) row.render_ms = summarise(timings[k].draw_ms).median;
    row.hash = runs[k]->hash();
    if (runs[k]->backend().device_index() >= 0 && plan.steps > 0)
      row.phases = phases_of_more_steps(*runs[k], std::min(plan.steps, kMostPhaseSteps));
    rows.push_back(std::move(row));
  }
  compare_rows(rows);
  return rows;
}

void require_equal_hashes(const std::vector<BenchRow>& rows) {
  std::vector<std::string> different;
  for (const BenchRow& row : rows) {
    if (row.differs) different.push_back(fmt::format("{} at {} boids", row.label, row.boids));
  }
  if (different.empty()) return;
  throw MismatchError(
      fmt::format("{} computed another state than the first backend of the same table; murmur "
                  "verify shows the first difference",
                  fmt::join(different, ", ")));
}

}  // namespace murmur
