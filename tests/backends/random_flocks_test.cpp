// Random flocks have the same bits on every backend. `./dev random-flocks` runs many more of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/scenario/key_values.h"
#include "support/lockstep.h"
#include "support/random_scenario.h"
#include "support/trial.h"

namespace murmur {
namespace {

TEST(RandomFlocks, HaveTheSameBitsOnEveryBackend) {
  const std::vector<Stepper> steppers = host_steppers();
  for (uint64_t seed = 1; seed <= 60; ++seed)
    EXPECT_EQ(difference_of(random_trial(seed, 200), steppers), "") << "seed " << seed;
}

// What is drawn: every key, and more than one value of it.
TEST(RandomFlocks, VaryEveryKey) {
  std::map<std::string, std::set<std::string>> values;
  std::set<EventKind> events;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const Trial trial = random_trial(seed, 20);
    for (const auto& [key, value] : key_values(trial.source.scenario())) values[key].insert(value.text());
    for (const Event& event : trial.source.scenario().events) events.insert(event.kind);
  }
  const Scenario all = scenario_of(R"(preset = "benchmark"
[noise]
amount = 1
[wind]
gust = { probability = 0.1, strength = 1 }
[goal]
path = [[1.0, 1.0]]
[cursor]
[terrain]
hill = { at = [1.0, 1.0], radius = 1.0, height = 1 }
[perching]
[[obstacle]]
at = [1.0, 1.0]
radius = 1.0
[[predator]]
at = [1.0, 1.0]
)")
                           .scenario();
  for (const auto& [key, value] : key_values(all)) {
    if (key == "preset" || key == "world.neighbours" || key.starts_with("view.")) continue;
    EXPECT_GT(values[key].size(), 1u) << key;
  }
  EXPECT_EQ(events.size(), 9u);
}

// Each boid sees all others there, through more images than one: the cpu backend must not take longer than all pairs do.
TEST(RandomFlocks, ReachOctantsInAWorldWithinR) {
  std::set<int> dimensions;
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    const Trial trial = random_trial(seed, 400);
    const Scenario& scenario = trial.source.scenario();
    const std::vector<double>& sides = scenario.world.size;
    if (scenario.rules.nearest == kOctants && scenario.world.metric == Metric::kWrapped &&
        scenario.boids > 100 && *std::max_element(sides.begin(), sides.end()) < scenario.rules.radius)
      dimensions.insert(scenario.dimensions());
  }
  EXPECT_EQ(dimensions, (std::set<int>{2, 3}));
}

std::unique_ptr<Backend<float>> one_thread() { return make_cpu({.threads = 1}); }

/// Steps another flock from the fourth step on where alignment acts.
Outcome wrong(const Trial& trial) {
  Trial other = trial;
  Outcome outcome = outcome_of(trial, one_thread);
  other.source.set("rules.alignment.weight", "0.125");
  const Outcome changed = outcome_of(other, one_thread);
  for (size_t step = 4; step < std::min(outcome.hashes.size(), changed.hashes.size()); ++step)
    outcome.hashes[step] = changed.hashes[step];
  return outcome;
}

TEST(RandomFlocks, AreMadeSmallerWhereTheyDiffer) {
  const std::vector<Stepper> steppers{{"a wrong one", wrong}};
  Trial trial = random_trial(1, 200);
  const auto tells = [&] {
    const auto& scenario = trial.source.scenario();
    return scenario.boids > 50 && scenario.events.size() > 1 &&
           difference_of(trial, steppers).starts_with("after step 4 ");
  };
  for (uint64_t seed = 2; !tells(); ++seed) trial = random_trial(seed, 200);
  EXPECT_THAT(difference_of(trial, steppers),
              testing::ContainsRegex("after step [0-9]+ the reference has [0-9a-f]{16}, "
                                     "and a wrong one has [0-9a-f]{16}"));
  const Trial small = smallest(trial, steppers);
  EXPECT_NE(difference_of(small, steppers), "");
  EXPECT_LE(small.steps, 8);
  EXPECT_LT(small.source.scenario().boids, trial.source.scenario().boids);
  EXPECT_LT(small.source.scenario().events.size(), trial.source.scenario().events.size())
      << small.source.to_toml() << "of\n"
      << trial.source.to_toml();
}

/// A flock of 60 boids with these tables ends with this sentence, wherever it is stepped.
void expect_fault(const std::string& world, const std::string& rules_and_tables, const char* sentence) {
  const Trial trial{
      scenario_of(
          fmt::format("preset = \"benchmark\"\nboids = 60\n[world]\nsize = {}\n[rules]\nmax_speed = 1e9\n{}",
                      world, rules_and_tables)),
      6, 1};
  EXPECT_EQ(difference_of(trial, host_steppers()), "") << rules_and_tables;
  EXPECT_THAT(outcome_of(trial, one_thread).fault, testing::HasSubstr(sentence)) << rules_and_tables;
}

// Noise draws until a direction suits, which none does for such a boid.
TEST(RandomFlocks, EndWithTheSameFault) {
  const std::string too_much = "alignment = { shape = \"factor\", amount = 3e38, weight = 3e38 }\n";
  for (const char* world : {"[90.0, 60.0]", "[60.0, 50.0, 40.0]"}) {
    for (const char* more :
         {"", "[noise]\namount = 1.0\n", "motion = \"heading\"\n[noise]\nkind = \"vector\"\namount = 1.0\n",
          "turn_limit = 20.0\n[noise]\ndistribution = \"normal\"\namount = 1.0\n",
          "[[predator]]\nchase = 3e38\n"})
      expect_fault(world, too_much + more,
                   "boid 0 has a position or velocity that is not a finite number after step 1; ");
    expect_fault(
        world, "[[predator]]\nnotice = 0.0\n[[predator]]\nchase = 3e38\n[[predator]]\nchase = 3e38\n",
        "predator 1 has a position or velocity that is not a finite number after step 1; lower its chase");
  }
}

// What a boid keeps can leave the numbers while its place and velocity do not: a turn has a length of its own, and where
// separation comes first, alignment does not act.
TEST(RandomFlocks, EndWithTheSameFaultOfWhatABoidKeeps) {
  const std::string kept =
      "alignment = { shape = \"factor\", amount = 3e38, weight = 3e38, inertia = 2.0 }\n";
  for (const char* world : {"[90.0, 60.0]", "[60.0, 50.0, 40.0]"}) {
    for (const char* more : {"motion = \"heading\"\nturn_limit = 20.0\n",
                             "priority = \"separation\"\nradius = 50.0\nseparation_radius = 50.0\n"})
      expect_fault(
          world, kept + more,
          "boid 0 has a position, velocity or kept alignment that is not a finite number after step 1; ");
  }
}

}  // namespace
}  // namespace murmur
