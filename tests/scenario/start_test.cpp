// The seeded start: where boids begin, how fast, that every machine begins alike, and what is refused.
#include <algorithm>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/bits.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/state/start.h"
#include "sim/state/start_flocks.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Scenario preset(const std::string& name, const ScenarioOverrides& overrides = {}) {
  return ScenarioSource::from_preset(name, overrides).scenario();
}

/// Every bit of a state in one number, order included.
uint64_t digest(const State<float>& state) {
  uint64_t h = 0;
  for (const auto* rows :
       {&state.position, &state.velocity, &state.predator_position, &state.predator_velocity})
    for (const float x : *rows) h = mix64(h + bits_of(x) + 1);
  return h;
}

double speed_of(const State<float>& state, int64_t id) {
  double square = 0.0;
  for (int k = 0; k < state.dimensions; ++k) {
    const double v = state.velocity[static_cast<size_t>(id * state.dimensions + k)];
    square += v * v;
  }
  return std::sqrt(square);
}

TEST(Start, IsTheSameOnEveryMachine) {
  // A start is part of the file formats: a change here changes the result of every seed.
  // To regenerate: run this test and take what it prints.
  const std::pair<const char*, uint64_t> expected[] = {{"book", 0xf35180bf6b61b9f0},
                                                       {"ruby", 0x5a970e31da1c4be2},
                                                       {"article", 0x8581a59ae3fb9305},
                                                       {"benchmark-3d", 0x94491f83994aa7c9},
                                                       {"murmuration", 0xabe8bec9949098ef}};
  for (const auto& [name, hash] : expected) {
    const Scenario scenario = preset(
        name,
        {.boids = 1000, .seed = 7, .set = {{"predator", "[{ max_speed = 3.0 }, { max_speed = 3.0 }]"}}});
    EXPECT_EQ(digest(make_start<float>(scenario)), hash)
        << name << std::hex << " 0x" << digest(make_start<float>(scenario));
  }
}

TEST(Start, DependsOnSeedAndIdAlone) {
  const State<float> few = make_start<float>(preset("quiver", {.boids = 10, .seed = 3}));
  const State<float> many = make_start<float>(preset("quiver", {.boids = 1000, .seed = 3}));
  EXPECT_TRUE(std::equal(few.position.begin(), few.position.end(), many.position.begin()));
  EXPECT_TRUE(std::equal(few.velocity.begin(), few.velocity.end(), many.velocity.begin()));
  EXPECT_NE(few.position, make_start<float>(preset("quiver", {.boids = 10, .seed = 4})).position);
}

TEST(Start, DoubleIsTheFloatStartPromoted) {
  const Scenario scenario = preset("ruby", {.set = {{"predator", "[{}]"}}});
  const State<float> single = make_start<float>(scenario);
  const State<double> twice = make_start<double>(scenario);
  EXPECT_TRUE(std::equal(single.position.begin(), single.position.end(), twice.position.begin(),
                         twice.position.end()));
  EXPECT_TRUE(std::equal(single.velocity.begin(), single.velocity.end(), twice.velocity.begin(),
                         twice.velocity.end()));
  EXPECT_EQ(twice.predator_position.size(), 2u);
}

TEST(Start, LiesInsideTheWorldAndFillsIt) {
  for (const std::string& name : preset_names()) {
    const Scenario scenario = preset(name, {.boids = 20000});
    const State<float> state = make_start<float>(scenario);
    ASSERT_EQ(state.count(), 20000);
    EXPECT_NO_THROW(check_positions(scenario, state)) << name;
    std::vector<double> mean(scenario.world.size.size());
    for (size_t i = 0; i < state.position.size(); ++i) {
      const size_t axis = i % mean.size();
      ASSERT_TRUE(state.position[i] >= 0.0f &&
                  state.position[i] < static_cast<float>(scenario.world.size[axis]))
          << name;
      mean[axis] += static_cast<double>(state.position[i]) / scenario.world.size[axis] / 20000;
    }
    for (const double m : mean) EXPECT_NEAR(m, 0.5, 0.12) << name;
  }
}

TEST(Start, BookPatchIsTenWideFromTheCentre) {
  const State<float> state = make_start<float>(preset("book", {.boids = 5000}));
  float low = 1e9f, high = -1e9f;
  for (size_t i = 0; i < state.position.size(); i += 2) {
    low = std::min(low, state.position[i]);
    high = std::max(high, state.position[i]);
  }
  EXPECT_GE(low, 320.0f);
  EXPECT_LT(low, 320.1f);
  EXPECT_LT(high, 330.0f);
  EXPECT_GT(high, 329.9f);

  // Far from 0 many sums round up to the patch's end, which does not belong to it.
  const Scenario far =
      preset("book", {.boids = 1000, .set = {{"world.size", "[2e6, 2e6]"}, {"start.size", "1.0"}}});
  for (const float x : make_start<float>(far).position) EXPECT_LT(x, 1000001.0f);
}

TEST(Start, VelocitiesAreOfTheirKind) {
  const State<float> heading = make_start<float>(preset("blog"));
  for (int64_t id = 0; id < heading.count(); ++id) EXPECT_NEAR(speed_of(heading, id), 4.0, 1e-5);
  std::set<int64_t> speeds;
  const State<float> whole = make_start<float>(preset("ruby", {.boids = 2000}));
  for (int64_t id = 0; id < whole.count(); ++id) {
    const double speed = speed_of(whole, id);
    EXPECT_NEAR(speed, std::round(speed), 1e-5);
    speeds.insert(std::llround(speed));
  }
  EXPECT_EQ(speeds.size(), 20u);  // each of 0 .. 19
  EXPECT_EQ(*speeds.rbegin(), 19);
  const State<float> box = make_start<float>(preset("quiver", {.boids = 5000}));
  EXPECT_GE(*std::min_element(box.velocity.begin(), box.velocity.end()), -15.0f);
  EXPECT_LT(*std::max_element(box.velocity.begin(), box.velocity.end()), 15.0f);
  EXPECT_GT(*std::max_element(box.velocity.begin(), box.velocity.end()), 14.9f);
  const State<float> ball = make_start<float>(preset("benchmark-3d", {.boids = 5000}));
  double inside_half = 0.0;
  for (int64_t id = 0; id < ball.count(); ++id) {
    EXPECT_LE(speed_of(ball, id), 2.0);
    inside_half += speed_of(ball, id) < 1.0 ? 1.0 / 5000 : 0.0;
  }
  EXPECT_NEAR(inside_half, 0.125, 0.02);
  const auto aligned = [](uint64_t seed) {
    return make_start<float>(
        preset("blog", {.boids = 100, .seed = seed, .set = {{"start.velocities", "\"aligned\""}}}));
  };
  const State<float> one = aligned(1), two = aligned(2);
  EXPECT_NEAR(speed_of(one, 0), 4.0, 1e-5);
  for (size_t i = 2; i < one.velocity.size(); ++i) EXPECT_EQ(one.velocity[i], one.velocity[i - 2]);
  EXPECT_NE(one.velocity[0], two.velocity[0]);
  const State<float> level = make_start<float>(preset(
      "benchmark-3d", {.boids = 50, .set = {{"start.velocities", "\"level\""}, {"start.speed", "3"}}}));
  EXPECT_NEAR(speed_of(level, 0), 3.0, 1e-5);
  for (size_t i = 0; i < level.velocity.size(); ++i) EXPECT_EQ(level.velocity[i], level.velocity[i % 3]);
  EXPECT_EQ(level.velocity[2], 0.0f);
}

TEST(Start, FlocksHoldEveryBoidOnceAndVaryInSize) {
  for (const auto& [boids, largest] :
       {std::pair<int64_t, int64_t>{10000, 400}, {100000, 4000}, {30, 30}, {0, 0}}) {
    const auto flocks = make_flocks<2>(preset("murmuration", {.boids = boids}));
    int64_t next = 0, most = 0;
    for (const StartFlock<2>& flock : flocks) {
      EXPECT_EQ(flock.first, next);
      EXPECT_GT(flock.count, 0);
      next += flock.count;
      most = std::max(most, flock.count);
    }
    EXPECT_EQ(next, boids);
    EXPECT_LE(most, largest);
    EXPECT_GE(most, largest / 2);
  }
}

// As found by testing each flock against all others.
TEST(Start, FlocksAreFoundThroughCellsAtTheSamePlaces) {
  EXPECT_EQ(state_hash(make_start<float>(preset("murmuration", {.boids = 300000}))), 0x777de102261e9823u);
  EXPECT_EQ(state_hash(make_start<float>(
                preset("murmuration", {.boids = 300000, .set = {{"world.dimensions", "3"}}}))),
            0xc9fa1dd899c53011u);
  EXPECT_EQ(state_hash(make_start<float>(
                preset("murmuration", {.boids = 40000, .seed = 7, .set = {{"world.size", "[60.0, 60.0]"}}}))),
            0xbfa571657eac3a1au);
  EXPECT_EQ(state_hash(make_start<float>(preset(
                "murmuration", {.boids = 900000, .seed = 3, .set = {{"world.size", "[2000.0, 150.0]"}}}))),
            0xc6ca287179de5b6bu);
}

TEST(Start, FlocksShareAHeadingAndTheDensityTheFlockSettlesAt) {
  for (const char* dimensions : {"2", "3"}) {
    const Scenario scenario =
        preset("murmuration", {.boids = 6000, .set = {{"world.dimensions", dimensions}}});
    const State<float> state = make_start<float>(scenario);
    const size_t axes = scenario.world.size.size();
    double neighbours = 0.0, aligned = 0.0;
    for (int64_t i = 0; i < state.count(); i += 3) {
      EXPECT_NEAR(speed_of(state, i), 1.5, 1e-5);
      for (int64_t j = 0; j < state.count(); ++j) {
        double square = 0.0, product = 0.0;
        for (size_t k = 0; k < axes; ++k) {
          const size_t a = static_cast<size_t>(i) * axes + k, b = static_cast<size_t>(j) * axes + k;
          double d = std::fabs(state.position[a] - state.position[b]);
          if (d > scenario.world.size[k] / 2) d = scenario.world.size[k] - d;
          square += d * d;
          product += static_cast<double>(state.velocity[a]) * static_cast<double>(state.velocity[b]);
        }
        if (i == j || square >= 75.0 * 75.0) continue;
        neighbours += 1.0;
        aligned += product / 2.25;
      }
    }
    EXPECT_GT(aligned / neighbours, 0.8) << dimensions;
    EXPECT_NEAR(neighbours / 2000, axes == 2 ? 42.0 : 36.0, 6.0);
  }
}

TEST(Start, PredatorsAndTargets) {
  const Scenario scenario =
      preset("book", {.boids = 5,
                      .set = {{"predator", "[{ at = [1.0, 2.0] }, { max_speed = 4.0 }]"},
                              {"goal.path", "[[1.0, 2.0], [3.0, 4.0]]"}}});
  const State<float> state = make_start<float>(scenario);
  EXPECT_THAT(state.columns.target, ElementsAre(0, 0, 0, 0, 0));
  ASSERT_EQ(state.predator_count(), 2);
  EXPECT_EQ(state.predator_position[0], 1.0f);
  EXPECT_EQ(state.predator_position[1], 2.0f);
  EXPECT_NEAR(std::hypot(state.predator_velocity[0], state.predator_velocity[1]), 5.0, 1e-5);
  EXPECT_NEAR(std::hypot(state.predator_velocity[2], state.predator_velocity[3]), 4.0, 1e-5);
  EXPECT_TRUE(make_start<float>(preset("book", {.set = {{"goal.at", "[1.0, 2.0]"}}})).columns.target.empty());
}

TEST(AddedHeadings, AreUnitVectorsOfIdAndStep) {
  const Scenario scenario = preset("cis565");
  const std::vector<float> a = added_headings(scenario, 5, 100, 3);
  ASSERT_EQ(a.size(), 9u);
  EXPECT_NEAR(std::sqrt(a[3] * a[3] + a[4] * a[4] + a[5] * a[5]), 1.0, 1e-6);
  const std::vector<float> later = added_headings(scenario, 5, 101, 1);
  EXPECT_TRUE(std::equal(later.begin(), later.end(), a.begin() + 3));
  EXPECT_NE(added_headings(scenario, 6, 100, 3), a);
}

// In a corner three quarters of the disc are outside: in another image of a world that wraps, and drawn again in one with walls.
TEST(AddedPlaces, AreNearThePlaceAndInTheWorld) {
  for (const int d : {2, 3}) {
    for (const char* boundary : {"wrap", "bounce", "soft"}) {
      const std::string size = d == 2 ? "[200.0, 100.0]" : "[200.0, 100.0, 50.0]";
      const Scenario scenario =
          ScenarioSource::from_text(
              "preset = \"benchmark\"\nboids = 1\n[world]\nsize = " + size + "\nboundary = \"" + boundary +
                  (std::string(boundary) == "soft" ? "\"\nmargin = 20.0\npush = 0.1\n" : "\"\n"),
              "corner.toml")
              .scenario();
      const std::vector<double> corner(static_cast<size_t>(d), 0.0);
      const std::vector<float> rows = added_places(scenario, 3, 7, 500, corner, 20.0);
      ASSERT_EQ(rows.size(), static_cast<size_t>(500 * d));
      int64_t outside = 0, far = 0, across = 0;
      for (size_t i = 0; i < rows.size(); ++i) {
        const double side = scenario.world.size[i % static_cast<size_t>(d)], x = static_cast<double>(rows[i]);
        outside += x < 0.0 || x > side ? 1 : 0;
        across += x > side / 2.0 ? 1 : 0;
        far += std::min(std::abs(x), std::abs(side - x)) > 20.0 ? 1 : 0;
      }
      EXPECT_EQ(far, 0) << d << boundary;
      EXPECT_EQ(outside > 0, std::string(boundary) == "soft") << d << boundary;
      EXPECT_EQ(across > 0, std::string(boundary) == "wrap") << d << boundary;
      EXPECT_EQ(added_places(scenario, 3, 7, 500, corner, 20.0), rows);
      EXPECT_NE(added_places(scenario, 4, 7, 500, corner, 20.0), rows);
    }
  }
}

TEST(CheckPositions, RefusesWhatIsOutsideOrNotFinite) {
  const auto told = [](const Scenario& scenario, float x, float v = 0.0f) -> std::string {
    State<float> state{.dimensions = 2, .position = {1.0f, 1.0f, x, 1.0f}, .velocity = {0.0f, 0.0f, v, 0.0f}};
    try {
      check_positions(scenario, state);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  };
  const Scenario wrap = preset("ruby", {.set = {{"world.boundary", "wrap"}}}), tile = preset("book"),
                 soft = preset("book", {.set = {{"world.boundary", "soft"}, {"world.push", "1"}}});
  EXPECT_EQ(told(wrap, 850.0f), "");
  EXPECT_THAT(
      told(wrap, 850.1f),
      HasSubstr("boid 1: position 850.0999755859375 on axis 0 is outside the world; allowed: 0 to 850"));
  EXPECT_THAT(told(wrap, -0.1f), HasSubstr("boid 1"));
  EXPECT_EQ(told(tile, 642.0f), "");
  EXPECT_THAT(told(tile, 642.1f), HasSubstr("allowed: -2 to 642"));
  EXPECT_EQ(told(soft, -1e6f), "");
  EXPECT_THAT(told(soft, INFINITY), HasSubstr("not finite"));
  EXPECT_THAT(told(wrap, 1.0f, NAN), HasSubstr("not finite"));
  EXPECT_THROW(check_positions(preset("cis565"), State<float>{}), UserError);
}

}  // namespace
}  // namespace murmur
