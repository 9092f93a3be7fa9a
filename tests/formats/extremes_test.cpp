// What a writer writes, its own reader reads: states, checkpoints, events, logs, metrics, trajectories and scenarios with the first and
// last steps that there are, no boids, and numbers at the ends of what a flock can have.
#include <cfloat>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/formats/checkpoint.h"
#include "sim/formats/event_log.h"
#include "sim/formats/metrics_csv.h"
#include "sim/formats/state_csv.h"
#include "sim/formats/trajectory_formats.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

constexpr const char* kExtremeRun = "r0123456789abcdef";

class Extremes : public TempFolderTest {
 protected:
  template <class V>
  V one_of(std::initializer_list<V> all) {
    return *(all.begin() + static_cast<std::ptrdiff_t>(random_() % all.size()));
  }
  int64_t step() { return one_of<int64_t>({0, 1, 7, kLastStep - 1, kLastStep}); }
  template <class T>
  T number() {
    using Limits = std::numeric_limits<T>;
    const T size = one_of<T>({T(0), Limits::denorm_min(), Limits::min(), T(1), T(1) + Limits::epsilon(),
                              T(0.1), T(1e9), T(16777216), Limits::max()});
    return random_() % 2 == 0 ? size : -size;
  }
  /// With no border, so that a boid may be anywhere.
  ScenarioSource scenario() {
    const int dimensions = one_of({2, 3});
    std::string text = fmt::format("preset = \"{}\"\nboids = {}\nseed = {}\n[world]\nboundary = \"open\"\n",
                                   dimensions == 2 ? "book" : "cis565", one_of({0, 1, 3}),
                                   one_of<int64_t>({0, 1, std::numeric_limits<int64_t>::max()}));
    if (random_() % 2 == 0) text += "[[predator]]\n";
    if (dimensions == 2 && random_() % 2 == 0) text += "[goal]\npath = [[1.0, 2.0], [3.4e38, -3.4e38]]\n";
    return ScenarioSource::from_text(text, "extremes");
  }
  template <class T>
  State<T> state(const Scenario& scenario) {
    State<T> state = make_start<T>(scenario);
    state.step = step();
    for (auto* const rows :
         {&state.position, &state.velocity, &state.predator_position, &state.predator_velocity})
      for (T& value : *rows) value = number<T>();
    return state;
  }
  template <class T>
  static void expect_same(const State<T>& a, const State<T>& b) {
    EXPECT_EQ(a.step, b.step);
    EXPECT_EQ(a.dimensions, b.dimensions);
    EXPECT_EQ(a.count(), b.count());
    EXPECT_EQ(state_hash(a), state_hash(b));
  }
  std::string file(const char* name) const { return (folder_ / name).string(); }

  std::mt19937 random_{64};
};

TEST_F(Extremes, OfStatesAndCheckpoints) {
  for (int turn = 0; turn < 200; ++turn) {
    const ScenarioSource source = scenario();
    const State<float> one = state<float>(source.scenario());
    const State<double> two = state<double>(source.scenario());
    if (one.count() > 0 || !one.predator_position.empty()) {  // a file without a row has no step
      expect_same(one, parse_state_csv<float>(StateCsvWriter<float>::text(one), "state", source.scenario()));
      expect_same(two,
                  parse_state_csv<double>(StateCsvWriter<double>::text(two), "state", source.scenario()));
    }

    RunState run{source};
    run.windows = {.startle_until = one_of<int64_t>({0, 2 * kLastStep}),
                   .gust_until = 2 * kLastStep,
                   .gust_since = kLastStep};
    run.pending.push_back({.step = one.step, .kind = EventKind::kStartle, .steps = kLastStep});
    write_checkpoint<float>(file("c"), {{source.to_toml(), kExtremeRun}, run, one, state_hash(one)});
    const Checkpoint<float> back = read_checkpoint<float>(file("c"));
    expect_same(one, back.state);
    EXPECT_EQ(back.run.windows.startle_until, run.windows.startle_until);
    EXPECT_EQ(back.run.pending, run.pending);
    EXPECT_EQ(back.run.source.to_toml(), source.to_toml());
  }
}

TEST_F(Extremes, OfEventsAndLogs) {
  for (int turn = 0; turn < 200; ++turn) {
    const ScenarioSource source = scenario();
    const State<float> first = state<float>(source.scenario());
    Event event{.step = kLastStep};
    event.kind = one_of(
        {EventKind::kScatter, EventKind::kStartle, EventKind::kAdd, EventKind::kRemove, EventKind::kGust});
    const bool placed = event.kind == EventKind::kScatter || event.kind == EventKind::kAdd;
    if (placed) event.at = {static_cast<double>(number<float>()), number<double>()};
    if (placed && turn % 2 == 0) event.radius = 1e9;
    if (event.kind == EventKind::kScatter || event.kind == EventKind::kGust)
      event.strength = number<double>();
    if (event.kind == EventKind::kAdd || event.kind == EventKind::kRemove) event.count = 2147483647;
    if (event.kind == EventKind::kStartle || event.kind == EventKind::kGust) event.steps = kLastStep;
    EXPECT_EQ(event_from_json(event_to_json(event)), event);
    {
      LogHeader header{
          .origin = {source.to_toml(), kExtremeRun}, .seed = source.scenario().seed, .build = "test"};
      header.initial = StateCsvWriter<float>::text(first);
      if (turn % 2 == 0)
        header.resume = LogResume{first.step, source.to_toml(), {.startle_until = 2 * kLastStep}};
      EventLogWriter log(file("l"), header);
      log.write(HashRecord{first.step, std::numeric_limits<uint64_t>::max()});
      log.write(event);
      log.write(HashRecord{kLastStep, 0});
    }
    const EventLog log = read_event_log(file("l"));
    ASSERT_EQ(log.records.size(), 3u);
    EXPECT_EQ(std::get<Event>(log.records[1]), event);
    EXPECT_EQ(std::get<HashRecord>(log.records[2]).step, kLastStep);
    std::filesystem::remove(file("l"));
  }
}

TEST_F(Extremes, OfFilesThatGoOn) {
  for (const char* const name : {"t.xyz", "t.h5"}) {
    for (int turn = 0; turn < 20; ++turn) {
      const ScenarioSource source = scenario();
      const auto frame_at = [&](int64_t step) {
        State<float> now = state<float>(source.scenario());
        now.step = step;
        return make_frame<float>(std::make_shared<const State<float>>(now), source.scenario());
      };
      {
        const auto written = open_trajectory<float>(file(name), source.to_toml(), {.run = kExtremeRun});
        for (const int64_t step : {kLastStep - 2, kLastStep - 1}) written->write(frame_at(step));
        written->flush();
      }
      const auto back = open_trajectory<float>(file(name), source.to_toml(),
                                               {.run = kExtremeRun, .resumed_at = kLastStep - 1, .every = 1});
      EXPECT_EQ(back->last_step(), kLastStep - 1) << name;
      back->write(frame_at(kLastStep));
      back->flush();
      std::filesystem::remove(file(name));
    }
  }
  MetricsCsv(file("m.csv"), {.run = kExtremeRun}, "step,value", "--metrics")
      .write(kLastStep - 1, fmt::format("{},nan", kLastStep - 1));
  MetricsCsv back(file("m.csv"), {.run = kExtremeRun, .resumed_at = kLastStep - 1, .every = 1}, "step,value",
                  "--metrics");
  EXPECT_EQ(back.last_step(), kLastStep - 1);
}

TEST_F(Extremes, OfScenarios) {
  for (int turn = 0; turn < 300; ++turn) {
    ScenarioSource source = scenario();
    for (const char* const key :
         {"rules.radius", "rules.max_speed", "rules.min_speed", "rules.separation.weight", "rules.time_step",
          "view.steps_per_second", "world.margin", "start.speed"}) {
      const double value =
          one_of<double>({0.0, 1e-9, 1e9, 0.1, number<float>(), number<double>(), std::nextafter(1.0, 2.0)});
      try {
        source.set(key, value);
      } catch (const UserError&) {  // which the reader refuses, too
      }
    }
    EXPECT_EQ(ScenarioSource::from_text(source.to_toml(), "written").to_toml(), source.to_toml());
  }
}

}  // namespace
}  // namespace murmur
