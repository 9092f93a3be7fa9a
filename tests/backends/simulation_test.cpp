// Simulation: when events are applied, what they do to scenario and state, and that a state decides the
// future.
#include <algorithm>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/run/simulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "sim/formats/event_log.h"
#include "sim/run/event_effects.h"
#include "sim/scenario/words.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Keeps a state that stands still, and everything it was asked.
class FakeBackend final : public Backend<float> {
 public:
  std::string name() const override { return "fake"; }
  std::string description() const override { return "stands still"; }
  int64_t count() const override { return pretended > 0 ? pretended : held.count(); }
  void configure(const Scenario& scenario) override {
    radius = scenario.rules.radius;
    ++configured;
  }
  void load(const State<float>& state) override { held = state; }
  void save(State<float>& state) const override { state = held; }
  void scatter(const std::vector<double>&, double strength, double reach) override {
    calls.push_back("scatter " + std::to_string(strength) + " " + std::to_string(reach));
  }
  void add(const State<float>& boids) override {
    held.position.insert(held.position.end(), boids.position.begin(), boids.position.end());
    held.velocity.insert(held.velocity.end(), boids.velocity.begin(), boids.velocity.end());
    if (!held.columns.target.empty()) held.columns.target.resize(static_cast<size_t>(held.count()));
  }
  void remove(int64_t count) override {
    const auto left = static_cast<size_t>(std::max<int64_t>(0, held.count() - count) * held.dimensions);
    held.position.resize(left);
    held.velocity.resize(left);
  }
  void step(const StepInput& input) override { inputs.push_back(input); }
  uint64_t hash() const override { return state_hash(held); }
  void write_instances(float*) override {}

  State<float> held;
  std::vector<StepInput> inputs;
  std::vector<std::string> calls;
  double radius = 0.0;
  int configured = 0;
  int64_t pretended = 0;  ///< tells this number of boids; 0: the true one
};

struct Fake {
  explicit Fake(const std::string& toml)
      : Fake(ScenarioSource::from_text("preset = \"book\"\nboids = 10\n" + toml, "test"),
             std::make_unique<FakeBackend>()) {}
  Fake(ScenarioSource source, std::unique_ptr<FakeBackend> made)
      : backend(*made), simulation(std::move(source), std::move(made)) {
    simulation.on_event = [this](const Event& event) {
      applied.push_back(std::to_string(event.step) + " " + std::string(event_kind_name(event.kind)));
    };
  }
  void advance(int steps) {
    for (int k = 0; k < steps; ++k) simulation.advance();
  }
  FakeBackend& backend;
  Simulation<float> simulation;
  std::vector<std::string> applied;
};

std::string fault_of(Simulation<float>& simulation, const Event& event) {
  try {
    simulation.post(event);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

Event set_event(const std::string& key, const std::string& value) {
  return {.kind = EventKind::kSet, .key = key, .value = value};
}

TEST(Simulation, StartsFromTheScenariosOwnStart) {
  Fake fake("");
  EXPECT_EQ(fake.simulation.step_number(), 0);
  EXPECT_EQ(fake.simulation.count(), 10);
  EXPECT_EQ(fake.simulation.hash(), state_hash(make_start<float>(fake.simulation.scenario())));
}

TEST(Simulation, AppliesScheduledEventsByStepThenPostedOnes) {
  Fake fake(R"(
[[event]]
step = 2
kind = "remove"
[[event]]
step = 1
kind = "startle"
[[event]]
step = 2
kind = "scatter"
at = [10.0, 10.0]
)");
  fake.advance(2);
  fake.simulation.post({.kind = EventKind::kAdd, .at = {1.0, 2.0}});
  fake.simulation.post({.step = 99, .kind = EventKind::kRestart});
  EXPECT_THAT(fake.applied, ElementsAre("1 startle"));
  fake.advance(1);
  EXPECT_THAT(fake.applied, ElementsAre("1 startle", "2 remove", "2 scatter", "2 add", "2 restart"));
}

TEST(Simulation, AppliesEventsAtOnceWhenAsked) {
  Fake fake("");
  fake.simulation.post({.kind = EventKind::kRemove, .count = 4});
  EXPECT_EQ(fake.simulation.count(), 10);
  fake.simulation.apply_events();
  EXPECT_EQ(fake.simulation.count(), 6);
  fake.advance(1);
  EXPECT_EQ(fake.simulation.count(), 6);
}

TEST(Simulation, ForgottenSchedulesAreLeftToTheCaller) {
  Fake fake("[[event]]\nstep = 0\nkind = \"remove\"\n");
  fake.simulation.forget_schedule();
  fake.advance(2);
  EXPECT_EQ(fake.simulation.count(), 10);
}

TEST(Simulation, RefusesWrongEventsAndQueuesNothing) {
  Fake fake("");
  EXPECT_THAT(fault_of(fake.simulation, {.kind = EventKind::kAdd, .at = {9999.0, 0.0}}),
              HasSubstr("outside the world"));
  EXPECT_THAT(fault_of(fake.simulation, {.kind = EventKind::kScatter, .at = {1.0, 2.0, 3.0}}),
              HasSubstr("has 3 numbers"));
  EXPECT_THAT(fault_of(fake.simulation, set_event("rules.radios", "5")), HasSubstr("rules.radius"));
  EXPECT_THAT(fault_of(fake.simulation, {.kind = EventKind::kPreset, .preset = "bok"}), HasSubstr("book"));
  fake.advance(1);
  EXPECT_THAT(fake.applied, ElementsAre());
  Fake cube("[start]\npositions = \"uniform\"\n");
  EXPECT_THAT(fault_of(cube.simulation, set_event("world.size", "[10.0, 10.0, 10.0]")),
              HasSubstr("would make 3 dimensions of 2"));
}

TEST(Simulation, ChecksEventsAgainstTheScenarioOfTheirTurn) {
  Fake fake("");
  fake.simulation.post({.kind = EventKind::kPreset, .preset = "cis565"});
  EXPECT_THAT(fault_of(fake.simulation, {.kind = EventKind::kAdd, .at = {1.0, 2.0}}),
              HasSubstr("has 2 numbers"));
  EXPECT_EQ(fault_of(fake.simulation, {.kind = EventKind::kAdd, .at = {1.0, 2.0, 3.0}}), "");
  fake.simulation.apply_events();
  EXPECT_EQ(fake.simulation.count(), 11);
}

TEST(Simulation, ScatterPassesItsReach) {
  Fake fake("");
  fake.simulation.post({.kind = EventKind::kScatter, .at = {1.0, 2.0}, .strength = 0.5});
  fake.simulation.post({.kind = EventKind::kScatter, .at = {1.0, 2.0}, .strength = 0.25, .radius = 7.0});
  fake.simulation.apply_events();
  EXPECT_THAT(fake.backend.calls, ElementsAre("scatter 0.500000 -1.000000", "scatter 0.250000 7.000000"));
}

TEST(Simulation, AddedBoidsTakeTheNextIds) {
  Fake fake("");
  fake.simulation.post(
      {.kind = EventKind::kAdd, .at = {1.0, 2.0}, .count = 2, .velocity = std::vector<double>{0.6, 0.8}});
  fake.simulation.post({.kind = EventKind::kAdd, .at = {3.0, 4.0}, .count = 3});
  fake.simulation.apply_events();
  const State<float> state = fake.simulation.state();
  ASSERT_EQ(state.count(), 15);
  EXPECT_EQ(state.position[2 * 11 + 1], 2.0f);
  EXPECT_EQ(state.velocity[2 * 11], 0.6f);
  EXPECT_EQ(state.position[2 * 14], 3.0f);
  const std::vector<float> headings = added_headings(fake.simulation.scenario(), 0, 12, 3);
  EXPECT_EQ(std::vector<float>(state.velocity.end() - 6, state.velocity.end()), headings);
  EXPECT_EQ(fake.simulation.scenario().boids, 10);
}

TEST(Simulation, IdsCanCountNoMoreBoids) {
  Fake fake("");
  fake.backend.pretended = 4'294'967'290;
  fake.simulation.post({.kind = EventKind::kAdd, .at = {1.0, 2.0}, .count = 6});
  try {
    fake.simulation.apply_events();
    FAIL() << "no exception";
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(),
                 "event add at step 0: 6 boids more than the 4294967290 there are exceed the 4294967295 that "
                 "ids can count");
  }
  EXPECT_EQ(fake.backend.held.count(), 10);
}

TEST(Simulation, StartleLastsItsSteps) {
  Fake fake("[[event]]\nstep = 1\nkind = \"startle\"\nsteps = 2\n");
  fake.advance(4);
  std::vector<bool> startled;
  for (const StepInput& input : fake.backend.inputs) startled.push_back(input.startled);
  EXPECT_THAT(startled, ElementsAre(false, true, true, false));
}

TEST(Simulation, GustEventBlowsOneWayForItsSteps) {
  Fake fake("[[event]]\nstep = 1\nkind = \"gust\"\nsteps = 2\nstrength = 3.0\n");
  fake.advance(4);
  const auto& inputs = fake.backend.inputs;
  EXPECT_FALSE(inputs[0].gust_acts);
  EXPECT_TRUE(inputs[1].gust_acts);
  EXPECT_EQ(inputs[1].gust, inputs[2].gust);
  EXPECT_FALSE(inputs[3].gust_acts);
  const Vec<float, 2> heading = Random(1, Stream::kGustHeading, 0, 1).unit_vector<2>();
  EXPECT_THAT(inputs[1].gust,
              ElementsAre(3.0 * static_cast<double>(heading[0]), 3.0 * static_cast<double>(heading[1])));
}

TEST(Simulation, ScenarioGustsFollowTheirDefinition) {
  Fake fake(
      "seed = 5\n[wind]\nvelocity = [0.0, 0.0]\ngust = { probability = 0.1, duration = 4, strength = 2.0 "
      "}\n");
  fake.advance(200);
  int blown = 0;
  for (int64_t t = 0; t < 200; ++t) {
    int64_t latest = -1;
    for (int64_t k = std::max<int64_t>(0, t - 3); k <= t; ++k) {
      if (Random(5, Stream::kGust, 0, static_cast<uint64_t>(k)).uniform() < 0.1f) latest = k;
    }
    const StepInput& input = fake.backend.inputs[static_cast<size_t>(t)];
    ASSERT_EQ(input.gust_acts, latest >= 0) << t;
    if (latest < 0) continue;
    ++blown;
    const Vec<float, 2> heading =
        Random(5, Stream::kGustHeading, 0, static_cast<uint64_t>(latest)).unit_vector<2>();
    ASSERT_EQ(input.gust[0], 2.0 * static_cast<double>(heading[0])) << t;
  }
  EXPECT_GT(blown, 20);
  EXPECT_LT(blown, 180);
}

TEST(Simulation, SetConfiguresTheBackend) {
  Fake fake("[[event]]\nstep = 1\nkind = \"set\"\nkey = \"rules.radius\"\nvalue = 55.0\n");
  const uint64_t before = fake.simulation.hash();
  fake.advance(1);
  EXPECT_EQ(fake.backend.radius, 50.0);
  fake.advance(1);
  EXPECT_EQ(fake.backend.radius, 55.0);
  EXPECT_EQ(fake.simulation.scenario().rules.radius, 55.0);
  EXPECT_EQ(fake.simulation.hash(), before);
}

TEST(Simulation, SetFitsPredatorsAndTargetsToTheScenario) {
  Fake fake("");
  fake.simulation.post(set_event("predator", "[{ at = [5.0, 6.0] }, { at = [7.0, 8.0] }]"));
  fake.simulation.post(set_event("goal", "{ path = [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]] }"));
  fake.simulation.apply_events();
  EXPECT_THAT(fake.backend.held.predator_position, ElementsAre(5.0f, 6.0f, 7.0f, 8.0f));
  EXPECT_EQ(fake.backend.held.columns.target, std::vector<uint32_t>(10, 0));
  fake.backend.held.columns.target[3] = 2;
  fake.simulation.post(set_event("goal", "{ path = [[1.0, 1.0], [2.0, 2.0]] }"));
  fake.simulation.post(set_event("predator", "[{ at = [1.0, 1.0] }]"));
  fake.simulation.apply_events();
  EXPECT_EQ(fake.backend.held.columns.target[3], 0u);
  EXPECT_THAT(fake.backend.held.predator_position, ElementsAre(5.0f, 6.0f));
  fake.simulation.post(set_event("goal", ""));
  fake.simulation.apply_events();
  EXPECT_TRUE(fake.backend.held.columns.target.empty());
}

TEST(Simulation, SetGivesBoidsAlignmentsAndTakesThem) {
  Fake fake("");
  const auto set = [&](const char* inertia) {
    fake.simulation.post(set_event("rules.alignment.inertia", inertia));
    fake.simulation.apply_events();
  };
  EXPECT_TRUE(fake.backend.held.columns.alignment.empty());
  set("2.0");
  EXPECT_EQ(fake.backend.held.columns.alignment, std::vector<float>(20, 0.0f));
  fake.backend.held.columns.alignment[5] = 1.0f;
  set("3.0");
  EXPECT_EQ(fake.backend.held.columns.alignment[5], 1.0f);
  set("0.0");
  EXPECT_TRUE(fake.backend.held.columns.alignment.empty());
}

TEST(Simulation, PresetsStartAfreshWithTheBoidsOfTheMoment) {
  Fake fake("seed = 9\n[[event]]\nstep = 3\nkind = \"remove\"\n");
  fake.advance(1);
  fake.simulation.post({.kind = EventKind::kAdd, .at = {1.0, 2.0}, .count = 5});
  fake.simulation.post({.kind = EventKind::kStartle, .steps = 100});
  fake.simulation.post({.kind = EventKind::kPreset, .preset = "cis565"});
  fake.simulation.apply_events();
  EXPECT_EQ(fake.simulation.step_number(), 1);
  EXPECT_EQ(fake.simulation.count(), 15);
  EXPECT_EQ(fake.simulation.scenario().dimensions(), 3);
  EXPECT_EQ(fake.simulation.scenario().seed, 9u);
  EXPECT_EQ(fake.simulation.hash(), state_hash(make_start<float>(fake.simulation.scenario())));
  fake.advance(1);
  EXPECT_FALSE(fake.backend.inputs.back().startled);
  fake.advance(2);  // the first scenario's schedule runs on
  EXPECT_EQ(fake.simulation.count(), 14);
}

TEST(Simulation, RestartsGiveTheSeededStartAgain) {
  Fake fake("");
  const uint64_t start = fake.simulation.hash();
  fake.advance(2);
  fake.backend.held.position[0] = 3.0f;
  fake.simulation.post({.kind = EventKind::kRestart});
  fake.simulation.apply_events();
  EXPECT_EQ(fake.simulation.hash(), start);
  EXPECT_EQ(fake.simulation.state().step, 2);
}

constexpr const char* kEventful = R"(
preset = "book"
boids = 60
[goal]
path = [[100.0, 100.0], [500.0, 300.0]]
arrive_radius = 150.0
[[predator]]
[wind]
velocity = [0.1, 0.0]
gust = { probability = 0.1, duration = 9, strength = 0.2 }
[[event]]
step = 2
kind = "set"
key = "rules.radius"
value = 80.0
[[event]]
step = 3
kind = "startle"
steps = 9
[[event]]
step = 4
kind = "gust"
steps = 5
strength = 0.3
[[event]]
step = 5
kind = "add"
at = [320.0, 240.0]
count = 3
[[event]]
step = 9
kind = "scatter"
at = [320.0, 240.0]
)";

// The promise of a state: stopped after any step and begun again from the state, the run goes on in the same
// bits.
TEST(Simulation, ARunBegunAgainFromAnyStateGoesOnInTheSameBits) {
  const ScenarioSource source = ScenarioSource::from_text(kEventful, "test");
  Simulation<float> whole(source, make_reference_float());
  std::vector<State<float>> states;
  for (int step = 0; step < 15; ++step) {
    states.push_back(whole.state());
    whole.advance();
  }
  for (const State<float>& state : states) {
    Simulation<float> resumed(source, make_reference_float(), state);
    while (resumed.step_number() < 15) resumed.advance();
    EXPECT_EQ(resumed.hash(), whole.hash()) << "from step " << state.step;
  }
}

TEST(Simulation, ScenarioAtFoldsWhatCameBefore) {
  const ScenarioSource source = ScenarioSource::from_text(
      std::string(kEventful) + "[[event]]\nstep = 10\nkind = \"preset\"\npreset = \"benchmark-3d\"\n",
      "test");
  EXPECT_EQ(scenario_at(source, 2).scenario().rules.radius, 50.0);
  EXPECT_EQ(scenario_at(source, 3).scenario().rules.radius, 80.0);
  EXPECT_EQ(scenario_at(source, 11).scenario().dimensions(), 3);
  Simulation<float> run(source, make_reference_float());
  while (run.step_number() < 11) run.advance();
  EXPECT_EQ(scenario_at(source, 11).scenario().world.size, run.scenario().world.size);
}

TEST(Simulation, MovesToAnotherBackendWithoutChangingABit) {
  const ScenarioSource source = ScenarioSource::from_text(kEventful, "test");
  Simulation<float> stays(source, make_reference_float());
  Simulation<float> moves(source, make_reference_float());
  for (int step = 0; step < 12; ++step) {
    if (step == 6) moves.set_backend(make_cpu({.threads = 1}));
    stays.advance();
    moves.advance();
    ASSERT_EQ(stays.hash(), moves.hash()) << step;
  }
  EXPECT_EQ(moves.backend().name(), "cpu");
}

}  // namespace
}  // namespace murmur
