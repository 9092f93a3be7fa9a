// What all measures have in common: which numbers they refuse, and that they depend neither on the ids nor on where a world that
// repeats has its borders.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "base/random.h"
#include "sim/backends/reference/reference.h"
#include "sim/measure/flock_motion.h"
#include "sim/measure/flock_sample.h"
#include "sim/measure/flock_shape.h"
#include "sim/measure/metrics.h"
#include "sim/measure/pair_counts.h"
#include "sim/measure/turning_front.h"
#include "sim/run/simulation.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"
#include "support/lockstep.h"
#include "support/near_ids.h"

namespace murmur {
namespace {

/// A number that is not finite would make a search read outside of its grid, or never end.
TEST(Measures, RefuseNumbersThatAreNotFinite) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  ThreadPool pool(2);
  for (const char* const preset : {"book", "blog", "cis565"}) {
    ScenarioOverrides overrides;
    overrides.boids = 100;
    const ScenarioSource source = ScenarioSource::from_preset(preset, overrides);
    const Scenario& scenario = source.scenario();
    const State<float> whole = make_start<float>(scenario);
    const std::vector<std::function<void(const State<float>&)>> measures = {
        [&](const State<float>& state) { measure(state, scenario, pool); },
        [&](const State<float>& state) { measure_shape(state, scenario, pool); },
        [&](const State<float>& state) { measure_motion(whole, state, scenario, pool); },
        [&](const State<float>& state) { measure_motion(state, whole, scenario, pool); },
        [&](const State<float>& state) { sample_flock(state, scenario); },
        [&](const State<float>& state) { TurningFront(state, scenario, {10.0}, pool); },
    };
    for (const float number : {kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN()}) {
      State<float> places = whole, speeds = whole;
      const auto axes = static_cast<size_t>(whole.dimensions);
      places.position[7 * axes] = number;
      speeds.velocity[7 * axes + 1] = number;
      for (const State<float>& state : {places, speeds}) {
        for (size_t m = 0; m < measures.size(); ++m) {
          try {
            measures[m](state);
            ADD_FAILURE() << preset << " measure " << m << " takes " << number;
          } catch (const RunError& error) {
            EXPECT_NE(std::string(error.what()).find("boid 7"), std::string::npos) << error.what();
          }
        }
      }
    }
  }
}

/// Flocks in worlds that repeat. Places are multiples of 1/64, so that moving them by such numbers rounds nothing.
class Moved : public testing::TestWithParam<std::tuple<int, const char*>> {
 protected:
  using Place = std::array<double, 3>;
  using Values = std::map<std::string, double>;
  static constexpr std::array<double, 3> kWorld{1024.0, 768.0, 512.0};
  static constexpr uint32_t kBoids = 256;

  int dimensions() const { return std::get<0>(GetParam()); }
  ScenarioSource source(const std::string& border) const {
    const char* const size = dimensions() == 3 ? "[1024.0, 768.0, 512.0]" : "[1024.0, 768.0]";
    return scenario_of(
        std::string("preset = \"benchmark\"\n[[species]]\n[[species]]\n[[species]]\n[rules]\nradius = "
                    "40.0\nseparation_radius = 8.0\n[world]\nsize = ") +
        size + "\n" + border);
  }

  /// make(t, x): the place of a boid, with t from 0 to 1 along the flock and x random in a ball.
  State<float> flock(const std::function<Place(double, const Place&)>& make) const {
    const auto axes = static_cast<size_t>(dimensions());
    State<float> state{.dimensions = dimensions()};
    for (uint32_t i = 0; i < kBoids; ++i) {
      const auto ball = Random(3, Stream::kPosition, i, 0).in_unit_ball<3>();
      const auto speed = Random(4, Stream::kPosition, i, 0).in_unit_ball<3>();
      const Place p = make(i / double{kBoids}, {double{ball[0]}, double{ball[1]}, double{ball[2]}});
      for (size_t k = 0; k < axes; ++k) {
        const double on_grid = std::round(64.0 * p[k]) / 64.0;
        state.position.push_back(static_cast<float>(on_grid - kWorld[k] * std::floor(on_grid / kWorld[k])));
        state.velocity.push_back((k == 0 ? 2.0f : 0.5f) + speed[static_cast<int>(k)]);
      }
      state.columns.species.push_back(i % 5 == 0 ? 2 : i % 3 == 0 ? 1 : 0);
    }
    return state;
  }

  /// The boids of these ids, moved by a third and a seventh of the world, and a fifth.
  State<float> moved(const State<float>& state, const std::vector<uint32_t>& order) const {
    constexpr std::array kBy{341.328125, 109.703125, 102.40625};
    State<float> other = state.rows(order);
    for (size_t i = 0; i < other.position.size(); ++i) {
      const size_t k = i % static_cast<size_t>(dimensions());
      const double p = double{other.position[i]} + kBy[k];
      other.position[i] = static_cast<float>(p >= kWorld[k] ? p - kWorld[k] : p);
    }
    return other;
  }
  State<float> earlier(const State<float>& state) const {
    State<float> before = state;
    for (size_t i = 0; i < state.position.size(); ++i) {
      const size_t k = i % static_cast<size_t>(dimensions());
      const double p = double{state.position[i]} - std::round(640.0 * double{state.velocity[i]}) / 64.0;
      before.position[i] = static_cast<float>(p - kWorld[k] * std::floor(p / kWorld[k]));
    }
    return before;
  }

  Values values_of(const State<float>& state, const State<float>& before, const Scenario& scenario) {
    Values values;
    each_metric(measure(state, scenario, pool_, &before.velocity),
                [&](const char* name, auto value, bool) { values[name] = static_cast<double>(value); });
    for (const auto& [name, value] : shape_values(measure_shape(state, scenario, pool_)))
      values["shape." + std::string(name)] = value;
    const FlockMotion motion = measure_motion(before, state, scenario, pool_);
    values["motion.boids"] = static_cast<double>(motion.boids);
    for (const auto& [name, value] : motion_values(motion)) values["motion." + std::string(name)] = value;
    const FlockSample sample = sample_flock(state, scenario);
    values["sample.polarisation"] = sample.polarisation;
    values["sample.neighbours"] = sample.neighbours_mean;
    values["pairs"] = count_pairs(state, scenario).neighbours;
    return values;
  }

  State<float> named(const std::string& name) const {
    if (name == "cloud")
      return flock([](double, const Place& x) {
        return Place{60 + 90 * x[0], 20 + 50 * x[1], 500 + 40 * x[2]};
      });
    if (name == "ribbon")
      return flock([](double t, const Place& x) {
        return Place{600 + 717 * t, 5 + 9 * x[1], 10 + 6 * x[2]};
      });
    if (name == "coil")  // one and a half times around, beside itself
      return flock([](double t, const Place& x) {
        return Place{1536 * t + x[0], 300 * t + 3 * x[1], 10 + 3 * x[2]};
      });
    if (name == "ring")
      return flock([](double t, const Place& x) { return Place{1024 * t, 700 + 9 * x[1], 30 + 6 * x[2]}; });
    if (name == "rough ring")
      return flock([](double t, const Place& x) {
        return Place{700 + 9 * x[0], 768 * t + 5 * x[1], 30 + 6 * x[2]};
      });
    return flock([](double t, const Place& x) {  // two clusters of as many boids
      return t < 0.5 ? Place{30 + 60 * x[0], 700 + 50 * x[1], 40 * x[2]}
                     : Place{620 + 45 * x[0], 300 + 45 * x[1], 250 + 60 * x[2]};
    });
  }

  ThreadPool pool_{2};
};

TEST_P(Moved, MeasuresDependNeitherOnIdsNorOnBorders) {
  const std::string name = std::get<1>(GetParam());
  const State<float> state = named(name);
  std::vector<uint32_t> order(kBoids), as_before(kBoids);
  std::iota(as_before.begin(), as_before.end(), 0u);
  for (uint32_t i = 0; i < kBoids; ++i)
    order[i] = (i * 101 + 137) % kBoids;  // 101 and 256 have no common factor
  for (const char* const border :
       {"boundary = \"wrap\"\nmetric = \"plain\"\n", "boundary = \"wrap\"\nmetric = \"wrapped\"\n",
        "boundary = \"open\"\nmetric = \"wrapped\"\n"}) {
    const ScenarioSource source = this->source(border);
    const Scenario& scenario = source.scenario();
    const bool wrapped = scenario.world.metric == Metric::kWrapped;
    const Values wanted = values_of(state, earlier(state), scenario);
    EXPECT_EQ(wanted.at("shape.closes"), name.find("ring") == std::string::npos ? 0.0 : 1.0) << name;
    EXPECT_EQ(std::isnan(wanted.at("shape.axis_2")), wanted.at("shape.closes") > 0.0);
    EXPECT_EQ(wanted.at("shape.largest_share"), name == "two clusters" ? 0.5 : 1.0);
    for (const auto& other : {state.rows(order), moved(state, as_before), moved(state, order)}) {
      for (const auto& [column, value] : values_of(other, earlier(other), scenario)) {
        if (column == "pairs" && !wrapped) continue;  // what the rules see ends at the border
        const double least = wanted.at(column);
        // The centre of milling is computed from cosines in float32.
        const double allowed = (column == "milling" ? 1e-3 : 1e-9) * std::max(std::fabs(least), 1.0);
        if (std::isnan(least))
          EXPECT_TRUE(std::isnan(value)) << name << " " << column << " " << border;
        else
          EXPECT_NEAR(value, least, allowed) << name << " " << column << " " << border;
      }
    }
    if (!wrapped) continue;
    const State<float> other = moved(state, order);
    for (int64_t id = 0; id < kBoids; id += 50) {
      std::vector<uint32_t> ids;
      const auto found = near_ids(other, scenario, {id});
      for (const uint32_t near : found[0]) ids.push_back(order[near]);
      std::ranges::sort(ids);
      EXPECT_EQ(ids, near_ids(state, scenario, {int64_t{order[static_cast<size_t>(id)]}})[0]);
    }
  }
}

/// What a long ribbon is does not change where it crosses a border.
TEST_P(Moved, AFlockIsMeasuredAsInAnOpenWorld) {
  const std::string name = std::get<1>(GetParam());
  if (name == "coil" || name.find("ring") != std::string::npos)
    GTEST_SKIP() << "it has no place in an open world";
  const ScenarioSource wrap = source("boundary = \"wrap\"\n"),
                       open = source("boundary = \"open\"\nmetric = \"plain\"\n");
  State<float> state = named(name);
  const FlockShape wanted = measure_shape(state, wrap.scenario(), pool_);
  const auto axes = static_cast<size_t>(dimensions());
  for (size_t i = 0; i < state.position.size(); ++i) {
    const size_t k = i % axes;
    const double cut = k == 0 ? 500.0 : k == 1 ? 500.0 : 180.0;  // no boid is near it
    if (double{state.position[i]} < cut) state.position[i] += static_cast<float>(kWorld[k]);
  }
  const FlockShape shape = measure_shape(state, open.scenario(), pool_);
  EXPECT_EQ(shape.boids, wanted.boids);
  for (size_t k = 0; k < axes; ++k) EXPECT_NEAR(shape.axes[k], wanted.axes[k], 1e-9 * shape.axes[k]) << name;
  EXPECT_NEAR(shape.size, wanted.size, 1e-9 * shape.size);
  EXPECT_EQ(shape.closes, 0.0);
}

INSTANTIATE_TEST_SUITE_P(Flocks, Moved,
                         testing::Combine(testing::Values(2, 3),
                                          testing::Values("cloud", "ribbon", "coil", "ring", "rough ring",
                                                          "two clusters")));

/// A boid that is added gets the id of one that was removed.
TEST(SameIds, ASimulationTellsWhichIdsAreStillOfTheSameBoids) {
  Simulation<float> run(
      scenario_of("preset = \"book\"\nboids = 10\n[[event]]\nstep = 1\nkind = \"remove\"\ncount = 3\n"
                  "[[event]]\nstep = 1\nkind = \"add\"\nat = [1.0, 2.0]\ncount = 9\n"),
      make_reference_float());
  const auto after = [&](const Event& event) {
    run.post(event);
    run.apply_events();
    return run.departures();
  };
  run.advance();
  const size_t first = run.departures();
  EXPECT_EQ(run.same_ids(first), 10);
  run.advance();
  EXPECT_EQ(run.count(), 16);
  EXPECT_EQ(run.same_ids(first), 7);
  const size_t second = run.departures();
  EXPECT_EQ(run.same_ids(second), 16);
  EXPECT_EQ(after({.kind = EventKind::kAdd, .at = {1.0, 2.0}, .count = 4}), second);
  after({.kind = EventKind::kRemove, .count = 5});
  const size_t third = after({.kind = EventKind::kAdd, .at = {1.0, 2.0}, .count = 2});
  EXPECT_EQ(run.same_ids(second), 15);
  EXPECT_EQ(run.same_ids(first), 7);
  EXPECT_EQ(run.same_ids(third), 17);
  after({.kind = EventKind::kRestart});
  EXPECT_EQ(run.same_ids(third), 0);
  EXPECT_EQ(run.same_ids(run.departures()), 17);
}

}  // namespace
}  // namespace murmur
