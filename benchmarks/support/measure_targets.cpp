#include "support/measure_targets.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "app/bench/settled_state.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "sim/run/simulation.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"
#include "support/baseline.h"
#include "support/busy_process.h"
#include "support/python_baseline.h"

namespace murmur {
namespace {

ScenarioSource benchmark_scenario(int64_t boids) {
  ScenarioOverrides overrides;
  overrides.boids = boids;
  return ScenarioSource::from_preset("benchmark", overrides);
}

std::unique_ptr<Backend<float>> cpu(int threads, Simd simd = Simd::kAuto) {
  BackendOptions options;
  options.threads = threads;
  options.simd = simd;
  return make_cpu(options);
}

class Targets {
 public:
  Targets(TargetReport& report, bool quick) : report_(report), quick_(quick) {}

  void measure() {
    const OtherLoad others;
    both_threads("grid, 100k", 100'000, false, 20, 60);
    both_threads("grid, 1M", 1'000'000, false, 15, 20);
    both_threads("grid, 100k settled", 100'000, true, 30, 30);
    one_thread("brute force, 10k", 10'000, 400, 12,
               [](const Scenario& s) { return make_brute_force_baseline(s); });
    one_thread("quadtree, 10k", 10'000, 0, 30, [](const Scenario& s) { return make_quadtree_baseline(s); });
    one_thread("quadtree, 100k", 100'000, 0, 8, [](const Scenario& s) { return make_quadtree_baseline(s); });
    python("numpy N x N (the book), 1k", "numpy_pdist.py", 1000);
    python("scipy KD-tree (the article), 10k", "scipy_kdtree.py", 10'000);
    python("scipy KD-tree (the article), 100k", "scipy_kdtree.py", 100'000);
    hashes();
    if (const std::string warning = others.warning(); !warning.empty()) report_.notes.push_back(warning);
    busy();  // last: its busy process must not slow the other rows
  }

 private:
  int64_t steps(int64_t wanted) const { return quick_ ? std::max<int64_t>(3, wanted / 5) : wanted; }

  /// Backend and grid with 1 and 2 threads, all four in turns.
  void both_threads(const std::string& name, int64_t boids, bool settled, double target, int64_t count) {
    fmt::print(stderr, "{} ...\n", name);
    const ScenarioSource source = benchmark_scenario(boids);
    const State<float> start =
        settled ? settled_state(source, [](int64_t) { return true; }) : make_start<float>(source.scenario());
    const int most = report_.machine.threads > 1 ? 2 : 1;
    std::vector<std::unique_ptr<Simulation<float>>> ours;
    std::vector<std::unique_ptr<Baseline>> theirs;
    std::vector<TimedCase> timed;
    for (int threads = 1; threads <= most; ++threads) {
      Simulation<float>* run =
          ours.emplace_back(std::make_unique<Simulation<float>>(source, cpu(threads), start)).get();
      timed.push_back({[run] { run->advance(); }, {}});
      Baseline* baseline = theirs.emplace_back(make_grid_baseline(source.scenario(), threads)).get();
      check(name, source, start, *baseline);
      baseline->load(start);
      timed.push_back({[baseline] { baseline->step(); }, {}});
    }
    const auto timings = time_in_turns(timed, {.warmup = 2, .steps = steps(count), .steps_per_turn = 3});
    std::vector<double> median;
    for (const Timing& timing : timings) median.push_back(summarise(timing.step_ms).median);
    for (size_t t = 0; t < static_cast<size_t>(most); ++t) {
      report_.rows.push_back({.name = fmt::format("{}, {} thread{}", name, t + 1, t == 0 ? "" : "s"),
                              .value = median[2 * t + 1] / median[2 * t],
                              .target = target,
                              .ours_ms = median[2 * t],
                              .theirs_ms = median[2 * t + 1]});
    }
    if (most < 2) return;
    report_.rows.push_back({.name = "second core, " + name.substr(6),
                            .value = median[0] / median[2],
                            .target = 1.8,
                            .ours_ms = median[2],
                            .theirs_ms = median[0]});
    if (settled) return;
    report_.rows.push_back({.name = name.substr(6) + " on two Zen 5 cores",
                            .value = median[2],
                            .target = boids == 100'000 ? 0.85 : 11.0,
                            .at_most = true,
                            .guide = true,
                            .unit = " ms",
                            .ours_ms = median[2]});
  }

  void one_thread(const std::string& name, int64_t boids, double target, int64_t count,
                  const std::function<std::unique_ptr<Baseline>(const Scenario&)>& make) {
    fmt::print(stderr, "{} ...\n", name);
    const ScenarioSource source = benchmark_scenario(boids);
    const State<float> start = make_start<float>(source.scenario());
    Simulation<float> ours(source, cpu(1), start);
    const std::unique_ptr<Baseline> baseline = make(source.scenario());
    check(name, source, start, *baseline);
    baseline->load(start);
    const auto timings = time_in_turns({{[&] { ours.advance(); }, {}}, {[&] { baseline->step(); }, {}}},
                                       {.warmup = 2, .steps = steps(count), .steps_per_turn = 3});
    const double mine = summarise(timings[0].step_ms).median, their = summarise(timings[1].step_ms).median;
    report_.rows.push_back({.name = name + ", 1 thread",
                            .value = their / mine,
                            .target = target,
                            .ours_ms = mine,
                            .theirs_ms = their});
  }

  /// The backend first, then a Python program: two processes cannot take turns.
  void python(const std::string& name, const std::string& script, int64_t boids) {
    static const std::string interpreter = python_with_scipy();
    if (interpreter.empty()) {
      fmt::print(stderr, "{}: left out, there is no Python with scipy\n", name);
      return;
    }
    fmt::print(stderr, "{} ...\n", name);
    const ScenarioSource source = benchmark_scenario(boids);
    Simulation<float> ours(source, cpu(1), make_start<float>(source.scenario()));
    const auto timings = time_in_turns({{[&] { ours.advance(); }, {}}}, {.warmup = 10, .steps = steps(100)});
    const double mine = summarise(timings[0].step_ms).median;
    const PythonTiming their = time_python(interpreter, script, source);
    require(name, {their.worst, their.share});
    report_.rows.push_back(
        {.name = name, .value = their.step_ms / mine, .ours_ms = mine, .theirs_ms = their.step_ms});
  }

  /// One step of a baseline must be the flock's next state (the backend's own bits are checked in hashes()).
  void check(const std::string& name, const ScenarioSource& source, const State<float>& start,
             Baseline& baseline) {
    Simulation<float> right(source, start.count() <= 10'000 ? make_reference_float() : cpu(0), start);
    right.advance();
    baseline.load(start);
    baseline.step();
    require(name, compare(right.state(), baseline.save()));
  }
  static void require(const std::string& name, const StateDifference& difference) {
    if (difference.acceptable()) return;
    throw RunError(
        fmt::format("the baseline '{}' computes another flock: {:.3g} of its boids differ, by up to {:.3g}",
                    name, difference.share, difference.worst));
  }

  /// 100k with all threads, alone and beside a process that keeps one core busy.
  void busy() {
    fmt::print(stderr, "beside a busy process ...\n");
    const ScenarioSource source = benchmark_scenario(100'000);
    BusyProcess neighbour;  // before the threads start: fork() copies only the calling thread
    Simulation<float> run(source, cpu(0), make_start<float>(source.scenario()));
    std::vector<double> idle, beside;
    const auto turn = [&](std::vector<double>& times) {
      for (int step = 0; step < 40; ++step) {
        const double begin = steady_milliseconds();
        run.advance();
        if (step >= 5) times.push_back(steady_milliseconds() - begin);
      }
    };
    for (int64_t round = 0; round < steps(15); ++round) {
      turn(idle);
      neighbour.run();
      turn(beside);
      neighbour.pause();
    }
    const Summary alone = summarise(idle), shared = summarise(beside);
    // Means, because a step that waits for a core takes milliseconds and a median would hide that.
    report_.rows.push_back({.name = "beside one busy process, 100k",
                            .value = shared.mean / alone.mean,
                            .target = 3,
                            .at_most = true,
                            .ours_ms = shared.mean,
                            .theirs_ms = alone.mean,
                            .remark = fmt::format("means; medians {:.2f}x", shared.median / alone.median)});
  }

  /// The same steps with every instruction set, 1 and 2 threads, and the reference.
  void hashes() {
    fmt::print(stderr, "hashes ...\n");
    for (const int64_t boids : {int64_t{4000}, int64_t{100'000}}) {
      const ScenarioSource source = benchmark_scenario(boids);
      std::vector<BenchCase> cases;
      if (boids <= 10'000) cases.push_back({"reference", 1, make_reference_float()});
      for (const Simd simd : available_simds()) {
        for (const int threads : {1, 2})
          cases.push_back({fmt::format("cpu:{}:{}", simd_name(simd), threads), threads, cpu(threads, simd)});
      }
      const auto rows = bench(source, make_start<float>(source.scenario()), "uniform", std::move(cases),
                              {.warmup = 5, .steps = steps(20), .steps_per_turn = 5});
      report_.hashes.insert(report_.hashes.end(), rows.begin(), rows.end());
    }
  }

  TargetReport& report_;
  bool quick_;
};

}  // namespace

void measure_targets(TargetReport& report, bool quick) { Targets(report, quick).measure(); }

}  // namespace murmur
