// What a change costs before it is made: near the truth where it matters, silent where it does not.
#include "sim/editing/step_cost.h"

#include <gtest/gtest.h>

#include "sim/scenario/source.h"

namespace murmur {
namespace {

Scenario scenario(const std::string& preset, int64_t boids, const std::string& radius) {
  ScenarioOverrides overrides;
  overrides.boids = boids;
  ScenarioSource source = ScenarioSource::from_preset(preset, overrides);
  if (!radius.empty()) source.set("rules.radius", radius);  // as during a run: the world stays as it is
  return source.scenario();
}

TEST(StepCost, ARadiusOverTheWholeWorldIsDear) {
  const Scenario now = scenario("murmuration", 100000, ""), then = scenario("murmuration", 100000, "5000.0");
  const StepCost cost = cost_of_change({.step_ms = 40.0, .neighbours = 100.0}, now, 100000, then, 100000);
  ASSERT_EQ(then.rules.radius, 5000.0);
  EXPECT_GT(cost.factor, 500.0);
  EXPECT_LT(cost.factor, 1000.0);  // each of 100,000 sees all others, no more
  EXPECT_NEAR(cost.ms, 40.0 * cost.factor, 1e-6);
  EXPECT_TRUE(cost.needs_confirmation());
}

TEST(StepCost, WhatSlidersReachIsNotAsked) {
  const Scenario now = scenario("murmuration", 100000, "");
  const auto radius = std::to_string(2.0 * now.rules.radius);
  EXPECT_FALSE(cost_of_change({.step_ms = 40.0, .neighbours = 100.0}, now, 100000,
                              scenario("murmuration", 100000, radius), 100000)
                   .needs_confirmation());
  // Sixty boids may all be neighbours: a step still takes no time.
  EXPECT_FALSE(
      cost_of_change({.step_ms = 0.05}, scenario("book", 60, "40.0"), 60, scenario("book", 60, "600.0"), 60)
          .needs_confirmation());
}

// Starlings are a hundred times as dense as their world, and the flock that follows is not.
TEST(StepCost, AnotherFlockBeginsSpreadOverItsWorld) {
  const Scenario now = scenario("starlings-show", 5000, ""), then = scenario("murmuration", 100000, "");
  const PresentCost present{.step_ms = 12.0, .neighbours = 100.0};
  EXPECT_GT(cost_of_change(present, now, 5000, then, 100000).ms, 500.0);
  EXPECT_LT(cost_of_change(present, now, 5000, then, 100000, true).ms, 100.0);
}

TEST(StepCost, BoidsInAnEmptyWorldAreNotAsked) {
  const Scenario empty = scenario("ruby", 0, "");
  const StepCost cost = cost_of_change({.step_ms = 0.034}, empty, 0, empty, 2000);
  EXPECT_FALSE(cost.needs_confirmation()) << cost.ms;
  EXPECT_GT(cost.factor, 5.0);
  EXPECT_LT(cost.factor, 50.0);
}

TEST(StepCost, DurationsAreReadAtAGlance) {
  EXPECT_EQ(duration_text(140.4), "140 ms");
  EXPECT_EQ(duration_text(36000.0), "36 s");
  EXPECT_EQ(duration_text(150e3), "2 minutes");
  EXPECT_EQ(duration_text(7300e3), "2 hours");
}

}  // namespace
}  // namespace murmur
