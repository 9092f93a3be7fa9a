// Starts and added boids where numbers run out: patches smaller than the space between floats, discs far larger than the world,
// and more faults than are listed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/source.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

TEST(StartLimits, APatchSmallerThanTheSpaceBetweenFloatsIsOnePlace) {
  const Scenario scenario =
      ScenarioSource::from_preset(
          "book", {.boids = 100, .set = {{"world.size", "[2e6, 2e6]"}, {"start.size", "1e-9"}}})
          .scenario();
  for (const float x : make_start<float>(scenario).position) EXPECT_EQ(x, 1e6f);
}

// Hardly any place of the disc is in the world, so each boid moves to the edge after some tries.
TEST(StartLimits, BoidsOfAHugeDiscStandOnTheEdge) {
  for (const char* size : {"[200.0, 100.0]", "[200.0, 100.0, 50.0]"}) {
    const Scenario scenario = ScenarioSource::from_preset(
                                  "benchmark", {.set = {{"world.size", size}, {"world.boundary", "bounce"}}})
                                  .scenario();
    const size_t dimensions = scenario.world.size.size();
    const std::vector<float> rows =
        added_places(scenario, 3, 7, 50, std::vector<double>(dimensions, 0.0), 1e8);
    ASSERT_EQ(rows.size(), 50 * dimensions);
    size_t low = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      const float side = static_cast<float>(scenario.world.size[i % dimensions]);
      EXPECT_TRUE(rows[i] == 0.0f || rows[i] == side) << rows[i];
      low += rows[i] == 0.0f ? 1 : 0;
    }
    EXPECT_GT(low, rows.size() / 4);
    EXPECT_LT(low, rows.size() * 3 / 4);
  }
}

TEST(StartLimits, TenFaultsAreListedAndTheOthersCounted) {
  const Scenario scenario = ScenarioSource::from_preset("ruby").scenario();
  for (const size_t wrong : {10u, 12u}) {
    State<float> state;
    state.dimensions = 2;
    state.position.assign(2 * wrong, -8.0f);
    for (size_t i = 1; i < state.position.size(); i += 2) state.position[i] = 1.0f;
    state.velocity.assign(2 * wrong, 0.0f);
    try {
      check_positions(scenario, state);
      ADD_FAILURE() << wrong;
    } catch (const UserError& error) {
      ASSERT_EQ(error.faults().size(), wrong == 10 ? 10u : 11u);
      EXPECT_THAT(error.faults()[9], testing::StartsWith("boid 9: position -8 on axis 0"));
      if (wrong == 12) {
        EXPECT_EQ(error.faults().back(), "and 2 more like these");
      }
    }
  }
}

}  // namespace
}  // namespace murmur
