// Flocks of several species: without numbers of their own they fly as one; and who is what at the start.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/scenario/presets.h"
#include "sim/state/start.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

std::unique_ptr<Backend<float>> device() { return flock_on(std::make_shared<SerialDevice>()); }

constexpr const char* kAlike = "[{ share = 0.3 }, {}, { count = 40 }]";
constexpr const char* kOnes = "[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]";

TEST(Species, WithoutNumbersOfTheirOwnFlyAsOne) {
  for (const std::string& preset : preset_names()) {
    ScenarioOverrides one{.boids = 150, .seed = 5}, several = one;
    several.set = {{"species", kAlike}, {"pairs.separation", kOnes}, {"pairs.alignment", kOnes}};
    const ScenarioSource alone = ScenarioSource::from_preset(preset, one);
    const auto target = alone.scenario().rules.cohesion.target;
    if (target != CohesionTarget::kPositionSum) several.set.emplace_back("pairs.cohesion", kOnes);
    Simulation<float> flock(alone, make_reference_float());
    const ScenarioSource source = ScenarioSource::from_preset(preset, several);
    std::vector<std::unique_ptr<Simulation<float>>> runs;
    for (const auto& make : {+[] { return make_reference_float(); }, +[] { return make_cpu({}); }, &device})
      runs.push_back(std::make_unique<Simulation<float>>(source, make()));
    for (int step = 0; step < 60; ++step) {
      flock.advance();
      for (auto& run : runs) run->advance();
    }
    const State<float> right = flock.state();
    EXPECT_TRUE(right.columns.species.empty());
    for (auto& run : runs) {
      const State<float> state = run->state();
      EXPECT_EQ(state.columns.species.size(), 150u);
      EXPECT_EQ(state.position, right.position) << preset << " on " << run->backend().name();
      EXPECT_EQ(state.velocity, right.velocity) << preset << " on " << run->backend().name();
      EXPECT_NE(run->hash(), flock.hash());
    }
  }
}

TEST(Species, OneAloneFliesAsTheFlock) {
  ScenarioOverrides one{.boids = 150}, alone = one;
  alone.set = {{"species", "[{ name = \"only\" }]"}};
  Simulation<float> with(ScenarioSource::from_preset("murmuration", alone), make_cpu({}));
  Simulation<float> without(ScenarioSource::from_preset("murmuration", one), make_cpu({}));
  for (int step = 0; step < 60; ++step) with.advance(), without.advance();
  EXPECT_EQ(with.state().position, without.state().position);
  EXPECT_EQ(with.state().velocity, without.state().velocity);
  EXPECT_EQ(with.state().columns.species, std::vector<uint32_t>(150, 0));
}

std::vector<uint32_t> species_of(const std::string& tables, int64_t boids, uint64_t seed = 1,
                                 const std::string& start = "") {
  return make_start<float>(
             scenario_of("preset = \"benchmark\"\n" + start + tables, {.boids = boids, .seed = seed})
                 .scenario())
      .columns.species;
}

constexpr const char* kShares =
    "[[species]]\nshare = 0.1\n[[species]]\ncount = 700\n[[species]]\nshare = 0.02\n[[species]]\n"
    "[[species]]\nshare = 0.0\n[[species]]\ncount = 300\n";

TEST(SpeciesDraw, SharesHoldBehindTheCounts) {
  constexpr int64_t kBoids = 100000, kCounted = 1000;
  const std::vector<uint32_t> species = species_of(kShares, kBoids + kCounted);
  ASSERT_EQ(species.size(), static_cast<size_t>(kBoids + kCounted));
  for (size_t id = 0; id < static_cast<size_t>(kCounted); ++id)
    ASSERT_EQ(species[id], id < 700 ? 1u : 5u) << id;
  const double shares[] = {0.1, 0.0, 0.02, 0.88, 0.0, 0.0};
  for (uint32_t k = 0; k < 6; ++k) {
    const auto found = static_cast<double>(std::count(species.begin() + kCounted, species.end(), k));
    const double n = static_cast<double>(kBoids);
    EXPECT_LE(std::abs(found - n * shares[k]), 5.0 * std::sqrt(n * shares[k] * (1.0 - shares[k]))) << k;
  }
}

TEST(SpeciesDraw, DependsOnSeedAndIdAlone) {
  const std::vector<uint32_t> many = species_of(kShares, 20000);
  for (const int64_t boids : {1000, 1001, 4567}) {
    const std::vector<uint32_t> few = species_of(kShares, boids);
    EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin())) << boids;
  }
  EXPECT_NE(many, species_of(kShares, 20000, 2));
}

TEST(SpeciesDraw, IsTheSameOnADevice) {
  const std::string flocks = "[start]\npositions = \"flocks\"\n";
  for (const std::string& start : {std::string(), flocks}) {
    for (const char* size : {"[300.0, 200.0]", "[300.0, 200.0, 250.0]"}) {
      const Scenario scenario =
          scenario_of(fmt::format("preset = \"benchmark\"\nboids = 5000\n{}[world]\nsize = {}\n{}", start,
                                  size, kShares))
              .scenario();
      auto backend = device();
      configure(backend, scenario);
      backend->load_start(scenario);
      State<float> drawn{.dimensions = scenario.dimensions()};
      backend->save(drawn);
      const State<float> right = make_start<float>(scenario);
      EXPECT_EQ(drawn.columns.species, right.columns.species) << start << size;
      EXPECT_EQ(backend->hash(), state_hash(right)) << start << size;
    }
  }
}

TEST(SpeciesDraw, CountsOfAllAreTheSharesOfTheRest) {
  const std::vector<uint32_t> species =
      species_of("[[species]]\ncount = 30\n[[species]]\ncount = 10\n", 10040);
  EXPECT_EQ(std::count(species.begin(), species.begin() + 30, 0u), 30);
  EXPECT_EQ(std::count(species.begin() + 30, species.begin() + 40, 1u), 10);
  EXPECT_NEAR(static_cast<double>(std::count(species.begin() + 40, species.end(), 1u)), 2500.0, 5.0 * 43.4);
}

/// A speed of 0 is the largest one, as that of the flock is.
TEST(SpeciesTraits, ASpeedOfZeroFollowsTheLargest) {
  Simulation<float> run(
      scenario_of("preset = \"vicsek\"\nboids = 40\n[rules]\nmax_speed = 2.0\nspeed = 0.5\n"
                  "cruise = { speed = 1.0, control = \"marginal\" }\n"
                  "[[species]]\ncount = 20\nspeed = 0.0\nmax_speed = 1.5\n[[species]]\ncount = 20\n"),
      make_cpu({}));
  run.advance();
  const State<float> state = run.state();
  for (size_t id = 0; id < 40; ++id)
    EXPECT_NEAR(std::hypot(state.velocity[2 * id], state.velocity[2 * id + 1]), id < 20 ? 1.5f : 0.5f, 1e-5f);
}

}  // namespace
}  // namespace murmur
