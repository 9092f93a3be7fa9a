// Wind, gusts, borders, speed limits and field of view against docs/model.md in plain float64.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/random.h"
#include "support/oracle.h"

namespace murmur {
namespace {

const Numbers kWind{1.5, -0.75, 0.5};

Numbers wind_of(const Oracle& world) { return {kWind.begin(), kWind.begin() + world.dimensions()}; }

TEST(Wind, AddsATenthOfItsVelocity) {
  for (Oracle world : worlds()) {
    world.wind = [&](int64_t) { return wind_of(world) * 0.1; };
    expect_follows(toml_of(world, fmt::format("[wind]\nvelocity = {}\n", text(wind_of(world)))), world);
  }
}

/// The unit vector of a gust that began at `step`; seed 1, as every scenario here.
Numbers gust_heading(int dimensions, int64_t step) {
  Random random(1, Stream::kGustHeading, 0, static_cast<uint64_t>(step));
  if (dimensions == 3) {
    const auto u = random.unit_vector<3>();
    return {u.c, u.c + 3};
  }
  const auto u = random.unit_vector<2>();
  return {u.c, u.c + 2};
}

TEST(Gusts, ActWhereADrawInTheLastStepsFellBelowTheProbability) {
  for (Oracle world : worlds()) {
    int calm = 0, windy = 0;
    world.wind = [&](int64_t t) {
      for (int64_t k = t; k > t - 7 && k >= 0; --k) {
        if (Random(1, Stream::kGust, 0, static_cast<uint64_t>(k)).uniform() < 0.05f) {
          ++windy;
          return wind_of(world) * 0.1 + gust_heading(world.dimensions(), k) * 0.4;
        }
      }
      ++calm;
      return wind_of(world) * 0.1;
    };
    expect_follows(
        toml_of(world,
                fmt::format(
                    "[wind]\nvelocity = {}\ngust = {{ probability = 0.05, duration = 7, strength = 0.4 }}\n",
                    text(wind_of(world))),
                "boids = 5\n"),
        world, 300);
    EXPECT_GT(calm, 100);
    EXPECT_GT(windy, 100);
  }
}

TEST(Gusts, ProbabilityOneBlowsAlwaysAndZeroNever) {
  for (Oracle world : worlds()) {
    world.wind = [&](int64_t t) { return gust_heading(world.dimensions(), t) * 0.4; };
    expect_follows(
        toml_of(world, "[wind.gust]\nprobability = 1.0\nduration = 3\nstrength = 0.4\n", "boids = 5\n"),
        world);
    world.wind = nullptr;
    expect_follows(
        toml_of(world, "[wind.gust]\nprobability = 0.0\nduration = 3\nstrength = 0.4\n", "boids = 5\n"),
        world);
  }
}

TEST(Gusts, EventBlowsForItsSteps) {
  Oracle world = worlds()[0];
  world.wind = [](int64_t t) { return gust_heading(2, 4) * (t >= 4 && t < 9 ? 0.7 : 0.0); };
  expect_follows(toml_of(world, "[[event]]\nstep = 4\nkind = \"gust\"\nstrength = 0.7\nsteps = 5\n"), world);
}

TEST(Borders, SoftPushesBackInAndOutsideToo) {
  for (Oracle world : worlds()) {
    world.boundary = "soft";
    world.added = [&](const State<double>& s, size_t id) {
      Numbers dv(world.size.size(), 0.0), p = row(s.position, id, s.dimensions);
      for (size_t k = 0; k < p.size(); ++k)
        dv[k] = (p[k] < 6.0 ? 0.1 : 0.0) - (p[k] > world.size[k] - 6.0 ? 0.1 : 0.0);
      return dv;
    };
    world.margin = 6.0;
    world.push = 0.1;
    const std::string toml = toml_of(world, "");
    bool outside = false;
    world.also = [&](const State<double>&, const State<double>& after) {
      for (const double x : after.position) outside = outside || x < 0.0;
    };
    expect_follows(toml, world, 150);
    EXPECT_TRUE(outside) << "no boid was pushed back from outside";
  }
}

TEST(Borders, BounceReflectsOnceThenClamps) {
  for (Oracle world : worlds()) {
    world.boundary = "bounce";
    expect_follows(toml_of(world, ""), world, 400);
    world.max_speed = 1000.0;  // several worlds a step: reflected once, then clamped
    expect_follows(toml_of(world, "[start]\nvelocities = \"box\"\nspeed = 900.0\n"), world, 20);
  }
}

TEST(SpeedLimits, HoldFromAboveAndBelowButLeaveRestAlone) {
  for (Oracle world : worlds()) {
    world.min_speed = 1.2;
    world.time_step = 0.3;
    expect_follows(toml_of(world, "[start]\nvelocities = \"box\"\nspeed = 3.0\n"), world, 5);
    expect_follows(toml_of(world, "[start]\nvelocities = \"box\"\nspeed = 0.0\n"), world, 5);
  }
}

TEST(FieldOfView, SeesAtMostHalfTheAngleToEitherSide) {
  for (Oracle world : worlds()) {
    for (const double degrees : {270.0, 180.0, 90.0, 30.0}) {
      int seen = 0, hidden = 0;
      world.added = [&](const State<double>& s, size_t id) {
        const Numbers p = row(s.position, id, s.dimensions), v = row(s.velocity, id, s.dimensions);
        Numbers dv(p.size(), 0.0);
        for (size_t j = 0; j < static_cast<size_t>(s.count()); ++j) {
          const Numbers d = world.apart(p, row(s.position, j, s.dimensions));
          if (j == id || length(d) >= 120.0) continue;
          const double angle = std::acos(std::clamp(dot(v, d) / (length(v) * length(d)), -1.0, 1.0));
          const bool sees = length(v) <= 0.0 || angle < degrees / 2 * std::acos(-1.0) / 180;
          if (sees) dv = dv - d * 0.001;
          ++(sees ? seen : hidden);
        }
        return dv;
      };
      std::string toml = toml_of(world, "");
      toml.replace(toml.find("separation = { weight = 0.0 }"), 29,
                   "separation = { shape = \"factor\", amount = 0.001 }");
      toml.insert(
          toml.find("max_speed"),
          fmt::format("radius = 120.0\nseparation_radius = 120.0\nfield_of_view = {:.1f}\n", degrees));
      expect_follows(toml, world, 10);
      EXPECT_GT(seen, 100);
      EXPECT_GT(hidden, 100);
    }
  }
}

}  // namespace
}  // namespace murmur
