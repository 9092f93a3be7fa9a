// How a turn spreads: fronts that are known, the boids that lead, and the twin runs of a figure.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/sweep/figure_runs.h"
#include "base/random.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/measure/turning_front.h"
#include "sim/run/simulation.h"
#include "sim/util/errors.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

constexpr size_t kBoids = 2000, kLeaders = 100;

/// A column of boids that fly along x at speed 2. Its length is along y, the left side of the flight.
class Front : public testing::Test {
 protected:
  Front() {
    start_.dimensions = 3;
    for (size_t i = 0; i < kBoids; ++i) {
      Random random(3, Stream::kPosition, static_cast<uint32_t>(i), 0);
      const std::array<float, 3> p{10.0f * random.uniform(), 100.0f * random.uniform(),
                                   10.0f * random.uniform()};
      start_.position.insert(start_.position.end(), p.begin(), p.end());
      start_.velocity.insert(start_.velocity.end(), {2.0f, 0.0f, 0.0f});
    }
    std::vector<std::pair<float, size_t>> by_side;
    for (size_t i = 0; i < kBoids; ++i) by_side.emplace_back(-start_.position[3 * i + 1], i);
    std::sort(by_side.begin(), by_side.end());
    for (size_t m = 0; m < kLeaders; ++m) leaders_.push_back(by_side[m].second);
    for (size_t i = 0; i < kBoids; ++i) {
      float nearest = std::numeric_limits<float>::infinity();
      for (const size_t j : leaders_) {
        const float* const a = &start_.position[3 * i];
        const float* const b = &start_.position[3 * j];
        nearest = std::min(nearest, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
      }
      from_leaders_.push_back(nearest);
    }
  }
  TurningFront front(const std::vector<double>& thresholds) {
    const ScenarioSource source = scenario_of(
        "preset = \"benchmark\"\n[world]\nsize = [100.0, 100.0, 100.0]\nboundary = \"open\"\nmetric = "
        "\"plain\"\n[rules]\nradius = 50.0\nseparation_radius = 1.0\n");
    ThreadPool pool(2);
    return {start_, source.scenario(), thresholds, pool};
  }
  /// 8 units of time, of which the leaders take one half to turn by 60 degrees; then the front is at reach(time).
  template <class Reach>
  FrontValues spread(const Reach& reach) {
    TurningFront one = front({45.0});
    for (int step = 1; step <= 1024; ++step) {
      const double time = step / 128.0;
      State<float> with = start_;
      for (size_t i = 0; i < kBoids; ++i) {
        if (time < 0.5 || static_cast<double>(from_leaders_[i]) > reach(time - 0.5)) continue;
        with.velocity[3 * i] = 1.0f;
        with.velocity[3 * i + 1] = std::sqrt(3.0f);
      }
      one.compare_states(time, start_, with);
    }
    return one.values(0);
  }
  State<float> start_;
  std::vector<size_t> leaders_;
  std::vector<float> from_leaders_;
};

TEST_F(Front, AFrontOfConstantSpeedIsLinear) {
  const FrontValues values = spread([](double time) { return 15.0 * time; });
  EXPECT_DOUBLE_EQ(values.reached, 1.0);
  EXPECT_NEAR(values.exponent, 1.0, 0.03);
  EXPECT_NEAR(values.speed, 15.0, 0.3);
  EXPECT_GT(values.polarisation, 0.86);  // half of the boids 60 degrees from the others: 0.866
  EXPECT_LT(values.polarisation, 0.99);
}

TEST_F(Front, AFrontThatDiffusesIsASquareRoot) {
  const FrontValues values = spread([](double time) { return 40.0 * std::sqrt(time); });
  EXPECT_NEAR(values.exponent, 0.5, 0.03);
}

TEST_F(Front, AFrontThatEndsReachesAShare) {
  const FrontValues ends = spread([](double time) { return std::min(15.0 * time, 50.0); });
  EXPECT_NEAR(ends.reached, 0.53, 0.03);  // of the 95 units below the leaders
  EXPECT_NEAR(ends.speed, 15.0, 0.4);
  const FrontValues none = spread([](double) { return 5.0; });
  EXPECT_NEAR(none.reached, 0.05, 0.02);
  EXPECT_TRUE(std::isnan(none.exponent));
  EXPECT_TRUE(std::isnan(none.speed));
}

TEST_F(Front, ASmallerThresholdIsPassedBySmallerChanges) {
  TurningFront both = front({45.0, 0.5});
  State<float> with = start_;
  for (size_t i = 0; i < kBoids; ++i) with.velocity[3 * i + 2] = 0.02f;  // 0.57 degrees
  both.compare_states(1.0, start_, with);
  EXPECT_DOUBLE_EQ(both.values(0).reached, 0.0);
  EXPECT_DOUBLE_EQ(both.values(1).reached, 1.0);
}

TEST_F(Front, TheLeftmostTwentiethLeads) {
  State<float> led = start_;
  front({45.0}).turn_leaders(led, 0.5);
  for (size_t i = 0; i < kBoids; ++i) {
    const bool leads = std::find(leaders_.begin(), leaders_.end(), i) != leaders_.end();
    ASSERT_NEAR(led.velocity[3 * i], leads ? std::sqrt(2.0f) : 2.0f, 1e-5f) << i;
    ASSERT_NEAR(led.velocity[3 * i + 1], leads ? std::sqrt(2.0f) : 0.0f, 1e-5f) << i;
  }
  front({45.0}).turn_leaders(led, 1.0);
  EXPECT_NEAR(led.velocity[3 * leaders_[0] + 1], 2.0f, 1e-5f);
  EXPECT_NEAR(led.velocity[3 * leaders_[0]], 0.0f, 1e-5f);
}

TEST_F(Front, LeftIsThatOfTheFlight) {
  for (size_t i = 0; i < kBoids; ++i) {
    start_.velocity[3 * i] = 0.0f;
    start_.velocity[3 * i + 1] = 2.0f;  // along y: left is where x is small
  }
  State<float> led = start_;
  front({45.0}).turn_leaders(led, 0.5);
  size_t leftmost = 0;
  for (size_t i = 0; i < kBoids; ++i)
    if (start_.position[3 * i] < start_.position[3 * leftmost]) leftmost = i;
  EXPECT_NEAR(led.velocity[3 * leftmost], -std::sqrt(2.0f), 1e-5f);
  EXPECT_NEAR(led.velocity[3 * leftmost + 1], std::sqrt(2.0f), 1e-5f);
}

TEST_F(Front, FewBoidsOrNoFlightHaveNone) {
  start_.velocity.assign(start_.velocity.size(), 0.0f);
  TurningFront still = front({45.0});
  still.compare_states(1.0, start_, start_);
  EXPECT_TRUE(std::isnan(still.values(0).reached));
  start_.position.clear();
  start_.velocity.clear();
  TurningFront empty = front({45.0});
  empty.compare_states(1.0, start_, start_);
  EXPECT_TRUE(std::isnan(empty.values(0).polarisation));
}

constexpr const char* kFigure = R"(
x_key = "boids"
scenario = 'preset = "starlings"'
seeds = 1
steps = 96
skip = 32
every = 2
[[series]]
front = "reached"
threshold = 0.5
turn = 0.5
x = [120.0]
[[series]]
front = "polarisation"
threshold = 45.0
turn = 0.5
x = [120.0]
)";

/// Two runs from the first step on, with one seed, give the values of the figure.
TEST(TwinRuns, AreTwoRunsOfOneSeed) {
  const Figure figure = parse_figure(kFigure, "f", false);
  FigureValues values;
  ASSERT_EQ(run_figure(figure, {}, "", values), 0);
  ASSERT_EQ(values.size(), 2u);
  const ScenarioSource source = figure.scenario_of(figure.series[0], 120.0, 1);
  Simulation<float> without(source, make_cpu({.threads = 2})), with(source, make_cpu({.threads = 1}));
  for (int step = 0; step < 32; ++step) {
    without.advance();
    with.advance();
  }
  ASSERT_EQ(without.hash(), with.hash());
  ThreadPool pool(1);
  TurningFront front(with.state(), with.scenario(), {0.5}, pool);
  for (int step = 1; step <= 64; ++step) {
    State<float> led = with.state();
    front.turn_leaders(led, std::min(step / 16.0, 1.0));
    with.backend().load(led);
    without.advance();
    with.advance();
    if (step % 2 == 0) front.compare_states(step / 32.0, without.state(), with.state());
  }
  EXPECT_EQ((values.at({0, 0, 1})), front.values(0).reached);
  EXPECT_EQ((values.at({1, 0, 1})), front.values(0).polarisation);
  EXPECT_GT(front.values(0).reached, 0.1);
}

TEST(TwinRuns, WrongKeysAreFaults) {
  const auto fault = [](std::string text, const std::string& from, const std::string& to,
                        const std::string& message) {
    text.replace(text.find(from), from.size(), to);
    EXPECT_THAT([&] { parse_figure(text, "f", false); },
                testing::ThrowsMessage<UserError>(testing::HasSubstr(message)))
        << to;
  };
  fault(kFigure, "\"reached\"", "\"reach\"", "allowed: reached, exponent, speed, polarisation");
  fault(kFigure, "threshold = 0.5", "threshold = 0.0", "threshold");
  fault(kFigure, "threshold = 0.5", "threshold = 91.0", "threshold");
  fault(kFigure, "turn = 0.5", "turn = 0.0", "turn");
  fault(kFigure, "front = \"reached\"\n", "", "needs front");
  fault(kFigure, "turn = 0.5", "sequence = true", "sequence");
  fault(kFigure, "turn = 0.5", "shape = \"size\"", "allowed: one of them");
}

}  // namespace
}  // namespace murmur
