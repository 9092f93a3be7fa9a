// Events against docs/model.md in plain float64, and obstacles and predators that are added and removed
// during a run.
#include <set>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "base/random.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/formats/event_log.h"
#include "sim/state/start.h"
#include "support/lockstep.h"
#include "support/oracle.h"

namespace murmur {
namespace {

Event event(EventKind kind) {
  Event made;
  made.kind = kind;
  return made;
}

State<double> state_now(Simulation<double>& run) {
  run.apply_events();
  return run.state();
}

TEST(ScatterEvent, AddsTheDistanceTimesItsStrengthWithinTheRadius) {
  for (const Oracle& world : worlds()) {
    for (const double radius : {-1.0, 150.0}) {
      Simulation<double> run(scenario_of(toml_of(world, "")), make_reference_double());
      const State<double> before = run.state();
      Event scatter = event(EventKind::kScatter);
      scatter.at = world.size * 0.9;
      if (radius >= 0.0) scatter.radius = radius;
      run.post(scatter);
      const State<double> after = state_now(run);
      int moved = 0;
      for (size_t id = 0; id < static_cast<size_t>(after.count()); ++id) {
        const Numbers away = world.apart(scatter.at, row(before.position, id, before.dimensions));
        const bool hit = radius < 0.0 || length(away) < radius;
        const Numbers v = row(before.velocity, id, before.dimensions) + away * (hit ? 0.1 : 0.0);
        EXPECT_LE(length(row(after.velocity, id, after.dimensions) - v), 1e-12) << "boid " << id;
        moved += hit;
      }
      EXPECT_EQ(after.position, before.position);
      EXPECT_GT(moved, 0);
      EXPECT_TRUE(radius < 0.0 || moved < after.count());
    }
  }
}

// Two boids in each other's sight and nothing but cohesion: each goes 0.01 d towards the other, or away when
// startled.
TEST(StartleEvent, NegatesCohesionForItsSteps) {
  Oracle world = worlds()[0];
  world.added = [&](const State<double>& s, size_t id) {
    const Numbers d = row(s.position, 1 - id, 2) - row(s.position, id, 2);
    return d * (length(d) < 50.0 ? (s.step >= 3 && s.step < 8 ? -0.01 : 0.01) : 0.0);
  };
  std::string toml = toml_of(world, "[[event]]\nstep = 3\nkind = \"startle\"\nsteps = 5\n");
  toml.replace(toml.find("cohesion = { weight = 0.0 }"), 27,
               "cohesion = { shape = \"factor\", amount = 0.01 }");
  State<double> pair;
  pair.position = {300.0, 200.0, 320.0, 210.0};
  pair.velocity = {0.0, 0.0, 0.0, 0.0};
  expect_follows(toml, world, 12, &pair);
}

TEST(AddEvent, WithARadiusFillsADiscInsideTheWorld) {
  for (const Oracle& world : worlds()) {
    Simulation<double> run(scenario_of(toml_of(world, "", "boids = 20\n")), make_reference_double());
    const bool corner = world.size.size() == 2;  // half of that disc lies outside
    Event add = event(EventKind::kAdd);
    add.at = world.size * (corner ? 0.0 : 0.5);
    add.count = 400;
    add.radius = 60.0;
    run.post(add);
    const State<double> after = state_now(run);
    ASSERT_EQ(after.count(), 420);
    double far = 0.0;
    std::set<Numbers> places;
    for (size_t id = 20; id < 420; ++id) {
      const Numbers place = row(after.position, id, after.dimensions);
      for (size_t k = 0; k < place.size(); ++k)
        EXPECT_TRUE(place[k] >= 0.0 && place[k] <= world.size[k]) << id;
      if (!corner) {
        EXPECT_LT(length(world.apart(add.at, place)), 60.001) << id;
      }
      far += length(world.apart(add.at, place)) > 30.0;
      places.insert(place);
    }
    if (!corner) {
      EXPECT_NEAR(far / 400, 7.0 / 8.0, 0.08) << "uniform in the ball";
    }
    EXPECT_GT(places.size(), corner ? 200u : 399u);
    EXPECT_NO_THROW(check_positions(scenario_of(toml_of(world, "")).scenario(), after));
  }
}

TEST(AddAndRemoveEvents, TakeTheNextIdsAndTheHighest) {
  for (const Oracle& world : worlds()) {
    Simulation<double> run(scenario_of(toml_of(world, "", "boids = 20\n")), make_reference_double());
    for (int step = 0; step < 5; ++step) run.advance();
    const State<double> before = run.state();
    Event add = event(EventKind::kAdd);
    add.at = world.size * 0.25;
    add.count = 3;
    run.post(add);
    add.count = 1;
    add.velocity = Numbers(world.size.size(), 0.75);
    run.post(add);
    State<double> after = state_now(run);
    ASSERT_EQ(after.count(), 24);
    for (size_t id = 20; id < 24; ++id) {
      EXPECT_EQ(row(after.position, id, after.dimensions), add.at);
      const Numbers v = row(after.velocity, id, after.dimensions);
      EXPECT_EQ(v == *add.velocity, id == 23);
      EXPECT_NEAR(length(v), id == 23 ? length(*add.velocity) : 1.0, 1e-6) << "unit speed, drawn in float";
      EXPECT_NE(v, row(after.velocity, id - 1, after.dimensions)) << "every heading is its own";
    }
    Event remove = event(EventKind::kRemove);
    remove.count = 5;
    run.post(remove);
    after = state_now(run);
    ASSERT_EQ(after.count(), 19);
    EXPECT_EQ(after.position,
              std::vector<double>(before.position.begin(), before.position.end() - after.dimensions));
    remove.count = 1000;
    run.post(remove);
    EXPECT_EQ(state_now(run).count(), 0);
    run.advance();
    run.post(add);
    EXPECT_EQ(state_now(run).count(), 1) << "an empty flock can grow again";
  }
}

// Events of one step act in the order of the file.
TEST(Events, ActInFileOrderBeforeTheStep) {
  const Oracle world = worlds()[0];
  const std::string add = "[[event]]\nstep = 2\nkind = \"add\"\nat = [10.0, 10.0]\n",
                    remove = "[[event]]\nstep = 2\nkind = \"remove\"\n";
  for (const bool add_first : {true, false}) {
    Simulation<double> run(
        scenario_of(toml_of(world, add_first ? add + remove : remove + add, "boids = 4\n")),
        make_reference_double());
    run.advance();
    run.advance();
    EXPECT_EQ(run.count(), 4) << "nothing happens before its step";
    const State<double> before = run.state(), after = state_now(run);
    EXPECT_EQ(after.count(), 4);
    EXPECT_EQ(row(after.position, 3, 2) == Numbers({10.0, 10.0}), !add_first);
    EXPECT_EQ(row(before.position, 2, 2), row(after.position, 2, 2));
  }
}

TEST(SetEvent, ChangesAnyKeyOfTheRunningFlock) {
  Oracle world = worlds()[1];
  world.wind = [](int64_t t) { return Numbers{t < 5 ? 0.0 : 0.2, 0.0}; };
  world.added = [&](const State<double>& s, size_t id) {
    const Numbers away = world.apart({300.0, 200.0}, row(s.position, id, 2));
    return s.step >= 8 && s.step < 16 && length(away) < 140.0 ? unit(away) * 0.5 : away * 0.0;
  };
  expect_follows(toml_of(world, R"([[event]]
step = 5
kind = "set"
key = "wind.velocity"
value = [2.0, 0.0]
[[event]]
step = 8
kind = "set"
key = "obstacle"
value = [{ at = [300.0, 200.0], radius = 140.0 }]
[[event]]
step = 16
kind = "set"
key = "obstacle"
value = []
)"),
                 world);
}

void post_set(Simulation<float>& run, const std::string& key, const std::string& value) {
  Event set = event(EventKind::kSet);
  set.key = key;
  set.value = value;
  run.post(set);
}

// The same on every backend, with the neighbour rules at work.
TEST(SetEvent, ObstaclesAndPredatorsComeAndGo) {
  for (const char* size : {"[400.0, 300.0]", "[200.0, 150.0, 180.0]"}) {
    const std::string at = std::string(size) == "[400.0, 300.0]" ? "[200.0, 150.0]" : "[100.0, 75.0, 90.0]";
    const ScenarioSource source =
        scenario_of(fmt::format("preset = \"benchmark\"\nboids = 150\n[world]\nsize = {}\n", size));
    const Post post = [&](int64_t step, Simulation<float>& run) {
      const auto expect = [&](size_t obstacles, int64_t predators) {
        run.apply_events();
        EXPECT_EQ(run.scenario().obstacles.size(), obstacles) << "step " << step;
        EXPECT_EQ(run.state().predator_count(), predators) << "step " << step;
      };
      if (step == 5)
        post_set(run, "obstacle[0]", "{ at = " + at + ", radius = 60.0, avoid = \"look-ahead\" }");
      if (step == 10) post_set(run, "obstacle[1]", "{ at = " + at + ", radius = 40.0 }");
      if (step == 15) post_set(run, "predator[0]", "{ max_speed = 2.5 }");
      if (step == 20) post_set(run, "predator[1]", "{ at = " + at + ", max_speed = 1.5 }");
      if (step == 22) expect(2, 2);
      if (step == 25) post_set(run, "obstacle[0].radius", "80.0");
      if (step == 30) post_set(run, "obstacle[0]", "");
      if (step == 35) post_set(run, "predator", "");
      if (step == 40) expect(1, 0);
      if (step == 42) post_set(run, "goal.path", fmt::format("[{0}, {0}]", at));
      if (step == 50) post_set(run, "goal", "");
    };
    for (const int threads : {1, 3}) {
      expect_lockstep(source, make_reference_float(), make_cpu({threads, Simd::kAuto, 0}), 60, post);
    }
  }
}

TEST(PresetEvent, RestartsWithItAndKeepsTheBoids) {
  const ScenarioSource source = scenario_of(
      "preset = \"book\"\nboids = 130\n[[event]]\nstep = 10\nkind = \"preset\"\npreset = \"quiver\"\n");
  Simulation<float> run(source, make_cpu({1, Simd::kAuto, 0}));
  for (int step = 0; step < 10; ++step) run.advance();
  run.apply_events();
  EXPECT_EQ(run.scenario().preset, "quiver");
  EXPECT_EQ(run.count(), 130);
  EXPECT_EQ(run.step_number(), 10) << "steps run on";
  ScenarioOverrides overrides;
  overrides.boids = 130;
  Simulation<float> fresh(ScenarioSource::from_preset("quiver", overrides), make_cpu({1, Simd::kAuto, 0}));
  EXPECT_EQ(run.hash(), fresh.hash());
}

TEST(Events, ParseTheirTextOnlyWhereTheyEnter) {
  Simulation<float> simulation(ScenarioSource::from_text(R"(
preset = "book"
boids = 10
[goal]
path = [[1.0, 2.0], [3.0, 4.0]]
[[event]]
step = 1
kind = "set"
key = "rules.max_speed"
value = 9.0
)",
                                                         "test"),
                               make_reference_float());
  const Event key{.kind = EventKind::kSet, .key = "goal.path[1]", .value = "[5.0, 6.0]"},
      preset{.kind = EventKind::kPreset, .preset = "ruby"};
  simulation.post(preset);  // the text of a preset is parsed once
  simulation.apply_events();
  const RunState run = simulation.run_state();
  const State<float> state = simulation.state();
  const int64_t before = texts_parsed();
  for (int turn = 0; turn < 2; ++turn) {
    simulation.post(preset);
    simulation.post({.kind = EventKind::kSet, .key = "cursor.at", .value = std::vector{1.0, 2.0}});
    for (int step = 0; step < 3; ++step) simulation.advance();
    EXPECT_EQ(simulation.scenario().rules.max_speed, 9.0);
    simulation.post({.kind = EventKind::kSet,
                     .key = "goal.path",
                     .value = std::vector{std::vector{1.0, 2.0}, std::vector{3.0, 4.0}}});
    simulation.post(key);
    event_to_json(key);
    simulation.advance();
    EXPECT_EQ(simulation.scenario().goal->path[1][0], 5.0);
    simulation.restore(run, state);
  }
  EXPECT_EQ(texts_parsed(), before);
}

}  // namespace
}  // namespace murmur
