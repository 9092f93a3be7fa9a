// The pair counts against plain double loops that share no code with them.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "sim/measure/pair_counts.h"
#include "sim/state/start.h"
#include "support/lockstep.h"
#include "support/trial.h"

namespace murmur {
namespace {

/// Blocks and distances by the book: every pair, in double where float cannot matter.
PairCounts count_slowly(const State<float>& state, const Scenario& scenario) {
  const auto dimensions = static_cast<size_t>(state.dimensions);
  const bool wrapped = scenario.world.metric == Metric::kWrapped;
  const auto radius = static_cast<float>(scenario.rules.radius);
  PairCounts counts;
  const auto boids = static_cast<size_t>(state.count());
  for (size_t i = 0; i < boids; ++i) {
    int64_t near = 0;
    for (size_t j = 0; j < boids; ++j) {
      if (i == j) continue;
      bool adjacent = true;
      float d[3] = {0, 0, 0};
      for (size_t k = 0; k < dimensions; ++k) {
        const float a = state.position[i * dimensions + k], b = state.position[j * dimensions + k];
        const auto size = static_cast<float>(scenario.world.size[k]);
        const auto blocks = std::max<int64_t>(
            1, static_cast<int64_t>(scenario.world.size[k] / (1.001 * scenario.rules.radius)));
        const auto block = [&](float p) {
          const auto all = static_cast<double>(blocks);
          double x = std::floor(static_cast<double>(p) / static_cast<double>(size) * all);
          if (wrapped) x = std::fmod(std::fmod(x, all) + all, all);
          return static_cast<int64_t>(std::clamp(x, 0.0, all - 1));
        };
        int64_t apart = std::abs(block(a) - block(b));
        if (wrapped) apart = std::min(apart, blocks - apart);
        adjacent = adjacent && apart <= 1;
        float shift = 0;
        if (wrapped && b - a > size / 2) shift = -size;
        if (wrapped && b - a < -size / 2) shift = size;
        d[k] = (b + shift) - a;
      }
      counts.tests += adjacent ? 1 : 0;
      near += std::fma(d[2], d[2], std::fma(d[0], d[0], d[1] * d[1])) < radius * radius ? 1 : 0;
    }
    counts.neighbours += static_cast<double>(near);
    counts.neighbours_max = std::max(counts.neighbours_max, near);
  }
  return counts;
}

void expect_same(const State<float>& state, const Scenario& scenario) {
  const PairCounts wanted = count_slowly(state, scenario);
  for (const int threads : {1, 2}) {
    const PairCounts counts = count_pairs(state, scenario, threads);
    EXPECT_EQ(counts.tests, wanted.tests) << threads << " threads";
    EXPECT_EQ(counts.neighbours, wanted.neighbours) << threads << " threads";
    EXPECT_EQ(counts.neighbours_max, wanted.neighbours_max) << threads << " threads";
  }
}

class PairCountsOf : public testing::TestWithParam<const char*> {};

TEST_P(PairCountsOf, MatchEveryPairTested) {
  const ScenarioSource source = scenario_of(GetParam());
  expect_same(make_start<float>(source.scenario()), source.scenario());
  expect_same(settled(source, 100), source.scenario());
}

INSTANTIATE_TEST_SUITE_P(
    Worlds, PairCountsOf,
    testing::Values("preset = \"benchmark\"\nboids = 2000", "preset = \"benchmark-3d\"\nboids = 2000",
                    "preset = \"book\"\nboids = 500",  // plain metric, margins outside the world
                    "preset = \"cis565\"\nboids = 1500",
                    "preset = \"benchmark\"\nboids = 60",  // three blocks or fewer: none may count twice
                    "preset = \"benchmark\"\nboids = 300\n[world]\nsize = [120.0, 40000.0]"));

TEST(PairCounts, OfRandomFlocks) { at_the_end_of_random_flocks(expect_same); }

TEST(PairCounts, OfBoidsOutsideAWrappedWorld) {
  // A tile world whose margin lets boids out, seen with the wrapped metric: neighbours across the border.
  const ScenarioSource source = scenario_of("preset = \"book\"\nboids = 2\n[world]\nmetric = \"wrapped\"");
  State<float> state;
  state.position = {-20.0f, 100.0f, 572.0f, 100.0f};  // 48 apart, but the first is not in the border's block
  state.velocity.assign(4, 0.0f);
  EXPECT_EQ(count_pairs(state, source.scenario()).neighbours, 2.0);
}

TEST(PairCounts, OfBoidsOutsideAPlainWorld) {
  const ScenarioSource source = scenario_of("preset = \"book\"\nboids = 4");
  State<float> state;  // two pairs beyond opposite borders
  state.position = {-900.0f, 100.0f, -870.0f, 100.0f, 1900.0f, 100.0f, 1930.0f, 100.0f};
  state.velocity.assign(8, 0.0f);
  expect_same(state, source.scenario());
  EXPECT_EQ(count_pairs(state, source.scenario()).neighbours, 4.0);
}

TEST(PairCounts, OfALoneBoidAndOfNone) {
  const ScenarioSource source = scenario_of("preset = \"benchmark\"\nboids = 1");
  State<float> state = make_start<float>(source.scenario());
  EXPECT_EQ(count_pairs(state, source.scenario()).tests, 0.0);
  state.position.clear();
  state.velocity.clear();
  EXPECT_EQ(count_pairs(state, source.scenario()).tests, 0.0);
}

TEST(PairCounts, HugeEmptyWorld) {
  const ScenarioSource source =
      scenario_of("preset = \"benchmark-3d\"\nboids = 2\n[world]\nsize = [4.9e7, 4.9e7, 4.9e7]");
  State<float> state;
  state.dimensions = 3;
  state.position = {10.0f, 10.0f, 10.0f, 20.0f, 20.0f, 20.0f};
  state.velocity.assign(6, 0.0f);
  EXPECT_EQ(count_pairs(state, source.scenario()).neighbours, 2.0);
}

}  // namespace
}  // namespace murmur
