// Known step times in, known percentiles and phases out; a wrong state is reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/measure/bench.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Statistics, PercentilesOfKnownValues) {
  std::vector<double> values;
  for (int k = 101; k >= 1; --k) values.push_back(k);
  const Summary summary = summarise(values);
  EXPECT_EQ(summary.count, 101u);
  EXPECT_DOUBLE_EQ(summary.min, 1.0);
  EXPECT_DOUBLE_EQ(summary.median, 51.0);
  EXPECT_DOUBLE_EQ(summary.p95, 96.0);
  EXPECT_DOUBLE_EQ(summary.p99, 100.0);
  EXPECT_DOUBLE_EQ(summary.worst, 101.0);
  EXPECT_DOUBLE_EQ(summary.mean, 51.0);
}

TEST(Statistics, PercentilesBetweenValuesAreLinear) {
  const Summary summary = summarise({4.0, 1.0, 2.0, 3.0});  // numpy.percentile gives the same
  EXPECT_DOUBLE_EQ(summary.median, 2.5);
  EXPECT_DOUBLE_EQ(summary.p95, 3.85);
  EXPECT_DOUBLE_EQ(summary.p99, 3.97);
  EXPECT_DOUBLE_EQ(summarise({7.0}).p99, 7.0);
  EXPECT_EQ(summarise({}).count, 0u);
}

/// A backend on an invented clock: step k takes `step_ms(k)`, a quarter of it sorting. Flies straight ahead.
class ScriptedBackend final : public Backend<float> {
 public:
  ScriptedBackend(double& now, std::function<double(int64_t)> step_ms, std::string name = "cpu")
      : now_(now), step_ms_(std::move(step_ms)), name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string description() const override { return "scripted"; }
  int device_index() const override { return device_; }
  int64_t count() const override { return state_.count(); }
  void configure(const Scenario&) override {}
  void load(const State<float>& state) override { state_ = state; }
  void save(State<float>& state) const override { state = state_; }
  void scatter(const std::vector<double>&, double, double) override {}
  void add(const State<float>&) override {}
  void remove(int64_t) override {}
  void step(const StepInput&) override {
    last_ = step_ms_(steps_++);
    now_ += last_ / 2;  // the other half passes before the device is done
    busy_ = true;
    for (size_t i = 0; i < state_.position.size(); ++i) state_.position[i] += state_.velocity[i];
    if (wrong_at_ == steps_) state_.velocity[3] += 1.0f;
  }
  PhaseTimes last_step_times() const override {
    if (busy_) now_ += last_ / 2;
    busy_ = false;
    return {last_ / 4, 0.0, last_ / 2, last_};
  }
  uint64_t hash() const override { return state_hash(state_); }
  void write_instances(float*) override {}

  int64_t steps() const { return steps_; }
  void be_wrong_at(int64_t step) { wrong_at_ = step; }
  void be_device(int index) { device_ = index; }

 private:
  double& now_;
  std::function<double(int64_t)> step_ms_;
  std::string name_;
  State<float> state_;
  int64_t steps_ = 0, wrong_at_ = -1;
  int device_ = -1;
  double last_ = 0;
  mutable bool busy_ = false;
};

class Bench : public testing::Test {
 protected:
  BenchCase bench_case(std::unique_ptr<ScriptedBackend> backend) {
    const std::string name = backend->name();
    return {name, 1, std::move(backend)};
  }
  std::vector<BenchRow> run(std::vector<BenchCase> cases, const BenchPlan& plan) {
    return bench(source_, make_start<float>(source_.scenario()), "uniform", std::move(cases), plan,
                 [this] { return now_; });
  }
  double now_ = 0;
  ScenarioSource source_ = scenario_of("preset = \"benchmark\"\nboids = 500");
};

TEST_F(Bench, KnownTimesGiveKnownPercentilesAndPhases) {
  // Steps 0-9 warm up; each turn opens with one untimed step, ten timed ones follow. Warm-up and openers are
  // slow, so counting any of them would show.
  const auto milliseconds = [](int64_t step) {
    const int64_t in_turn = (step - 10) % 11;
    return step < 10 || in_turn == 0 ? 1000.0 : static_cast<double>((step - 10) / 11 * 10 + in_turn);
  };
  std::vector<BenchCase> cases;
  cases.push_back(bench_case(std::make_unique<ScriptedBackend>(now_, milliseconds)));
  cases.push_back(bench_case(std::make_unique<ScriptedBackend>(
      now_, [](int64_t) { return 101.0; }, "cuda")));
  const auto rows = run(std::move(cases), {.warmup = 10, .steps = 100, .steps_per_turn = 10});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].times.count, 100u);  // 1, 2, ..., 100
  EXPECT_DOUBLE_EQ(rows[0].times.median, 50.5);
  EXPECT_DOUBLE_EQ(rows[0].times.p95, 95.05);
  EXPECT_DOUBLE_EQ(rows[0].times.p99, 99.01);
  EXPECT_DOUBLE_EQ(rows[0].times.worst, 100.0);
  EXPECT_DOUBLE_EQ(rows[0].phases.sort, 50.5 / 4);
  EXPECT_DOUBLE_EQ(rows[0].phases.rules, 50.5 / 2);
  EXPECT_DOUBLE_EQ(rows[0].phases.total, 50.5);
  EXPECT_DOUBLE_EQ(rows[0].ns_per_boid(), 50.5e6 / 500);
  EXPECT_DOUBLE_EQ(rows[0].speed_up, 1.0);
  EXPECT_DOUBLE_EQ(rows[1].times.median, 101.0);
  EXPECT_DOUBLE_EQ(rows[1].times.p99, 101.0);
  EXPECT_DOUBLE_EQ(rows[1].speed_up, 0.5);
  EXPECT_DOUBLE_EQ(rows[0].pair_tests_per_s(), rows[0].pairs.tests / 0.0505);
  EXPECT_GT(rows[0].neighbours_mean(), 10.0);
}

TEST_F(Bench, ADeviceIsAwakeAndStartsAgain) {
  for (const double awake_ms : {20.0, 2.0}) {
    // Slow for its first 100 steps and its first half second.
    auto device = std::make_unique<ScriptedBackend>(
        now_, [&, awake_ms](int64_t step) { return step < 100 || now_ < 500.0 ? awake_ms : 1.0; }, "cuda");
    device->be_device(0);
    now_ = 0;
    std::vector<BenchCase> cases;
    cases.push_back(bench_case(std::make_unique<ScriptedBackend>(now_, [](int64_t) { return 3.0; })));
    cases.push_back(bench_case(std::move(device)));
    const auto rows = run(std::move(cases), {.warmup = 0, .steps = 20, .steps_per_turn = 10});
    EXPECT_EQ(rows[1].times.worst, 1.0);
    EXPECT_FALSE(rows[1].differs);  // as many steps from the same start
  }
}

TEST_F(Bench, PairsAreNotCountedWithoutAWish) {
  std::vector<BenchCase> cases;
  cases.push_back(bench_case(std::make_unique<ScriptedBackend>(now_, [](int64_t) { return 1.0; })));
  const auto rows = run(std::move(cases), {.warmup = 0, .steps = 5, .count_pairs = false});
  EXPECT_EQ(rows[0].pairs.tests, 0.0);
  EXPECT_EQ(rows[0].times.median, 1.0);
}

TEST_F(Bench, LastTurnMayBeShorter) {
  std::vector<BenchCase> cases;
  auto backend = std::make_unique<ScriptedBackend>(now_, [](int64_t) { return 1.0; });
  const ScriptedBackend* const watched = backend.get();
  const BenchPlan plan{.warmup = 3, .steps = 7, .steps_per_turn = 5};
  std::vector<TimedCase> timed{{[&] { backend->step({}); }, [&] { return backend->last_step_times(); }}};
  const auto timings = time_in_turns(timed, plan, [this] { return now_; });
  EXPECT_EQ(timings[0].step_ms.size(), 7u);
  EXPECT_EQ(watched->steps(), plan.steps_taken());
  EXPECT_EQ(plan.steps_taken(), 3 + (1 + 5) + (1 + 2));
}

TEST_F(Bench, CasesTakeTurnsInBothOrders) {
  std::string order;
  const std::vector<TimedCase> timed{{[&] { order += 'a'; }, {}}, {[&] { order += 'b'; }, {}}};
  time_in_turns(timed, {.warmup = 1, .steps = 4, .steps_per_turn = 2}, [] { return 0.0; });
  EXPECT_EQ(order,
            "ab"
            "aaabbb"
            "bbbaaa");
}

TEST_F(Bench, PicturesAreTimedApartFromSteps) {
  std::vector<BenchCase> cases;
  cases.push_back(bench_case(std::make_unique<ScriptedBackend>(now_, [](int64_t) { return 1.0; })));
  int pictures = 0;
  const auto draw = [&](Backend<float>&, const Scenario&) { now_ += 10.0 * ++pictures; };
  const auto rows = bench(
      source_, make_start<float>(source_.scenario()), "uniform", std::move(cases),
      {.warmup = 1, .steps = 15, .steps_per_turn = 5}, [this] { return now_; }, {}, draw);
  EXPECT_EQ(pictures, 3);
  EXPECT_DOUBLE_EQ(rows[0].render_ms, 20.0);
  EXPECT_DOUBLE_EQ(rows[0].times.worst, 1.0);
}

TEST_F(Bench, PhasesOfAStepDoNotHoldTheSortOfAPicture) {
  ScenarioOverrides overrides;
  overrides.boids = 50000;
  const ScenarioSource source = ScenarioSource::from_preset("benchmark", overrides);
  Simulation<float> simulation(source, make_cpu({.threads = 1}));
  std::vector<float> instances(static_cast<size_t>(simulation.count()) * 4);
  for (int frame = 0; frame < 3; ++frame) {
    for (int picture = 0; picture < 20; ++picture) {  // each event makes the next picture sort again
      simulation.backend().scatter({0.0, 0.0}, 0.0, 1.0);
      simulation.backend().write_instances(instances.data());
    }
    simulation.advance();
    const PhaseTimes phases = simulation.backend().last_step_times();
    EXPECT_LE(phases.sort + phases.gather + phases.rules, phases.total);
  }
}

TEST_F(Bench, StopsWhenAsked) {
  int steps = 0;
  const std::vector<TimedCase> timed{{[&] { ++steps; }, {}}};
  time_in_turns(
      timed, {}, [] { return 0.0; }, [](int64_t taken) { return taken < 4; });
  EXPECT_EQ(steps, 4);
}

TEST_F(Bench, StopsBetweenTurnsWhenAsked) {
  const std::vector<TimedCase> timed{{[] {}, {}}};
  const auto timings = time_in_turns(
      timed, {.warmup = 1, .steps = 10, .steps_per_turn = 2}, [] { return 0.0; },
      [](int64_t taken) { return taken < 5; });
  EXPECT_EQ(timings[0].step_ms.size(), 4u) << "1 step of warm-up and two turns of 3 steps";
}

TEST_F(Bench, WithoutTimedStepsThereAreNoPhases) {
  const std::vector<TimedCase> timed{{[] {}, [] { return PhaseTimes{1.0, 1.0, 1.0, 3.0}; }}};
  const auto timings = time_in_turns(timed, {.warmup = 1, .steps = 0}, [] { return 0.0; });
  EXPECT_TRUE(timings[0].step_ms.empty());
  EXPECT_EQ(timings[0].phases.total, 0.0);
}

TEST_F(Bench, NoCasesGiveNoRows) { EXPECT_TRUE(run({}, {}).empty()); }

TEST_F(Bench, ABenchThatIsStoppedGivesNoRows) {
  for (const int64_t most : {int64_t{1}, int64_t{1000}}) {
    std::vector<BenchCase> cases;
    cases.push_back(bench_case(std::make_unique<ScriptedBackend>(now_, [](int64_t) { return 1.0; })));
    const auto rows = bench(
        source_, make_start<float>(source_.scenario()), "uniform", std::move(cases),
        {.warmup = 1, .steps = 5}, [this] { return now_; }, [most](int64_t taken) { return taken < most; });
    EXPECT_EQ(rows.size(), most == 1000 ? 1u : 0u);
  }
}

TEST_F(Bench, SpeedUpsAreOverTheFirstRowOfTheDefaultBackend) {
  const auto rows_of = [&](const std::vector<std::pair<std::string, std::string>>& labels_and_names) {
    std::vector<BenchCase> cases;
    for (const auto& [label, name] : labels_and_names) {
      const double took = label == "cpu:2" ? 1.0 : label == "cpu:1" ? 2.0 : 4.0;
      cases.push_back(bench_case(std::make_unique<ScriptedBackend>(
          now_, [took](int64_t) { return took; }, name)));
      cases.back().label = label;
    }
    return run(std::move(cases), {.warmup = 1, .steps = 5});
  };
  const auto with = rows_of({{"reference", "reference"}, {"cpu:1", "cpu"}, {"cpu:2", "cpu"}});
  EXPECT_DOUBLE_EQ(with[0].speed_up, 0.5);
  EXPECT_DOUBLE_EQ(with[1].speed_up, 1.0);
  EXPECT_DOUBLE_EQ(with[2].speed_up, 2.0);
  EXPECT_EQ(rows_of({{"reference", "reference"}})[0].speed_up, 0.0) << "there is no such row";
}

TEST_F(Bench, EqualHashesPass) {
  std::vector<BenchCase> cases;
  cases.push_back(bench_case(std::make_unique<ScriptedBackend>(
      now_, [](int64_t) { return 1.0; }, "reference")));
  cases.push_back(bench_case(std::make_unique<ScriptedBackend>(now_, [](int64_t) { return 2.0; })));
  const auto rows = run(std::move(cases), {.warmup = 1, .steps = 5});
  EXPECT_EQ(rows[0].hash, rows[1].hash);
  EXPECT_FALSE(rows[1].differs);
  EXPECT_NO_THROW(require_equal_hashes(rows));
}

TEST_F(Bench, AWrongStateIsFlaggedAndRefused) {
  std::vector<BenchCase> cases;
  cases.push_back(bench_case(std::make_unique<ScriptedBackend>(
      now_, [](int64_t) { return 1.0; }, "reference")));
  auto wrong = std::make_unique<ScriptedBackend>(
      now_, [](int64_t) { return 2.0; }, "cuda");
  wrong->be_wrong_at(6);
  cases.push_back(bench_case(std::move(wrong)));
  cases.push_back(bench_case(std::make_unique<ScriptedBackend>(now_, [](int64_t) { return 2.0; })));
  const auto rows = run(std::move(cases), {.warmup = 1, .steps = 5});
  EXPECT_FALSE(rows[0].differs);
  EXPECT_TRUE(rows[1].differs);
  EXPECT_FALSE(rows[2].differs);
  try {
    require_equal_hashes(rows);
    FAIL() << "no exception";
  } catch (const MismatchError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cuda at 500 boids"));
    EXPECT_THAT(error.what(), testing::Not(HasSubstr("cpu")));
  }
}

}  // namespace
}  // namespace murmur
