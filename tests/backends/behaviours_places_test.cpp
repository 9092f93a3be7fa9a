// Obstacles, goal, path and cursor against the formulas of docs/model.md in plain float64, in 2D and 3D,
// plain and wrapped.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "sim/backends/reference/reference.h"
#include "support/lockstep.h"
#include "support/oracle.h"

namespace murmur {
namespace {

struct Ball {
  Numbers at;
  double radius;
  bool ahead;
  double strength;
  double look_ahead = 5.0;
  bool solid = false;
};

/// At shares of the world's sides.
Numbers place(const Oracle& world, double x, double y, double z) {
  Numbers at{world.size[0] * x, world.size[1] * y};
  if (world.dimensions() == 3) at.push_back(world.size[2] * z);
  return at;
}

std::string tables(const std::vector<Ball>& balls) {
  std::string toml;
  for (const Ball& ball : balls) {
    toml += fmt::format(
        "[[obstacle]]\nat = {}\nradius = {:.3f}\navoid = \"{}\"\nstrength = {:.3f}\nlook_ahead = "
        "{:.3f}\nsolid = {}\n",
        text(ball.at), ball.radius, ball.ahead ? "look-ahead" : "push", ball.strength, ball.look_ahead,
        ball.solid);
  }
  return toml;
}

/// Inside: + strength unit(p - at). First look-ahead obstacle that contains p + look_ahead v: + max_speed unit(p -
/// at).
Numbers avoid(const Oracle& world, const std::vector<Ball>& balls, const Numbers& p, const Numbers& v) {
  Numbers dv(p.size(), 0.0);
  bool first = true;
  for (const Ball& ball : balls) {
    if (!ball.ahead && length(world.apart(ball.at, p)) < ball.radius)
      dv = dv + unit(world.apart(ball.at, p)) * ball.strength;
    if (ball.ahead && first && length(world.apart(ball.at, p + v * ball.look_ahead)) < ball.radius) {
      dv = dv + unit(world.apart(ball.at, p)) * world.max_speed;
      first = false;
    }
  }
  return dv;
}

void expect_avoided(Oracle world, const std::vector<Ball>& balls) {
  world.added = [&](const State<double>& s, size_t id) {
    return avoid(world, balls, row(s.position, id, s.dimensions), row(s.velocity, id, s.dimensions));
  };
  expect_follows(toml_of(world, tables(balls)), world);
}

TEST(Obstacles, PushOnlyInside) {
  for (const Oracle& world : worlds()) {
    expect_avoided(world, {{place(world, 0.5, 0.5, 0.5), 120.0, false, 0.5},
                           {place(world, 0.6, 0.55, 0.5), 90.0, false, -0.25}});
    expect_avoided(world, {{place(world, 0.0, 0.98, 0.1), 150.0, false,
                            0.5}});  // across the border where the metric wraps
  }
}

TEST(Obstacles, LookAheadTurnsFromTheFirst) {
  for (const Oracle& world : worlds()) {
    expect_avoided(world, {{place(world, 0.5, 0.5, 0.5), 120.0, true, 0.5},
                           {place(world, 0.55, 0.5, 0.5), 140.0, true, 0.5}});
    expect_avoided(world, {{place(world, 0.99, 0.0, 0.5), 130.0, true, 0.5},
                           {place(world, 0.9, 0.1, 0.4), 150.0, false, 0.3}});
  }
}

TEST(Obstacles, LookAheadLooksAsFarAsItsKeySays) {
  for (const Oracle& world : worlds()) {
    for (const double moves : {0.0, 12.5})
      expect_avoided(world, {{place(world, 0.5, 0.5, 0.5), 120.0, true, 0.5, moves}});
  }
}

/// Put on the rim of each solid ball in turn, without the velocity into it.
void keep_out(const Oracle& world, const std::vector<Ball>& balls, Numbers& p, Numbers& v) {
  for (const Ball& ball : balls) {
    const Numbers away = world.apart(ball.at, p);
    if (!ball.solid || length(away) >= ball.radius) continue;
    p = p + unit(away) * (ball.radius - length(away));
    v = v - unit(away) * std::min(dot(v, unit(away)), 0.0);
  }
}

TEST(Obstacles, NothingEntersASolidOne) {
  for (Oracle world : worlds()) {
    const std::vector<Ball> balls{{place(world, 0.5, 0.5, 0.5), 90.0, false, 0.0, 5.0, true},
                                  {place(world, 0.99, 0.0, 0.5), 70.0, false, 0.0, 5.0, true},
                                  {place(world, 0.2, 0.7, 0.3), 60.0, true, 0.0, 2.0, true}};
    world.kept_out = [&](Numbers& p, Numbers& v) { keep_out(world, balls, p, v); };
    int64_t at_rim = 0;
    world.also = [&](const State<double>&, const State<double>& after) {
      for (size_t id = 0; id < static_cast<size_t>(after.count()); ++id) {
        for (const Ball& ball : balls) {
          const double away = length(world.apart(ball.at, row(after.position, id, after.dimensions)));
          ASSERT_GT(away, ball.radius - 2e-3) << "boid " << id << " after step " << after.step;
          at_rim += away < ball.radius + 1e-3;
        }
      }
    };
    expect_avoided(world, balls);
    EXPECT_GT(at_rim, 20);
  }
}

TEST(Obstacles, ASolidOneLetsABoidLeaveFromItsCentre) {
  const Oracle world = worlds()[0];
  State<double> state;
  state.position = {100.0, 100.0};
  state.velocity = {0.0, 0.0};
  Simulation<double> run(ScenarioSource::from_text(
                             toml_of(world, tables({{{100.0, 100.0}, 50.0, false, 1.0, 5.0, true}})), "test"),
                         make_reference_double(), state);
  run.advance();
  EXPECT_EQ(run.state().position, (std::vector<double>{150.0, 100.0}));
}

TEST(Obstacles, NobodyAvoidsOneOfNone) {
  for (const Oracle& world : worlds())
    expect_follows(toml_of(world, fmt::format("[[obstacle]]\nat = {}\nradius = 150.0\navoid = \"none\"\n",
                                              text(place(world, 0.5, 0.5, 0.5)))),
                   world);
}

TEST(Obstacles, CentreAndRimDoNothing) {
  const Oracle world = worlds()[0];
  State<double> state;
  state.position = {100.0, 100.0, 140.0, 130.0, 139.0, 130.0};  // the centre, 50 from it, just inside
  state.velocity = {0.5, 0.0, 0.0, 0.5, 0.0, 0.0};
  Simulation<double> run(
      ScenarioSource::from_text(toml_of(world, tables({{{100.0, 100.0}, 50.0, false, 1.0}})), "test"),
      make_reference_double(), state);
  run.advance();
  const State<double> after = run.state();
  EXPECT_EQ((std::vector<double>{after.velocity.begin(), after.velocity.begin() + 4}),
            (std::vector<double>{0.5, 0.0, 0.0, 0.5}));
  EXPECT_NEAR(after.velocity[4], 39.0 / std::hypot(39.0, 30.0), 1e-15);
}

TEST(Goal, AttractsUpToItsCapAndANegativeFactorFlees) {
  for (Oracle world : worlds()) {
    for (const double factor : {0.01, 0.002, -0.004}) {
      const Numbers at = place(world, 0.9, 0.2, 0.1);
      world.added = [&](const State<double>& s, size_t id) {
        return limit(world.apart(row(s.position, id, s.dimensions), at) * factor, 0.3);
      };
      expect_follows(
          toml_of(world, fmt::format("[goal]\nat = {}\nfactor = {:.6f}\ncap = 0.3\n", text(at), factor)),
          world);
    }
  }
}

TEST(Goal, PathGoesOnToTheNextPlaceOnArrival) {
  for (Oracle world : worlds()) {
    const std::vector<Numbers> places{place(world, 0.2, 0.2, 0.2), place(world, 0.8, 0.3, 0.6),
                                      place(world, 0.5, 0.9, 0.4)};
    const auto target_of = [&](const State<double>& before, size_t id) {
      const uint32_t target = before.columns.target.at(id);
      const bool arrived =
          length(world.apart(row(before.position, id, before.dimensions), places[target])) < 60.0;
      return arrived ? (target + 1) % 3 : target;
    };
    world.added = [&](const State<double>& s, size_t id) {
      return limit(world.apart(row(s.position, id, s.dimensions), places[target_of(s, id)]) * 0.01, 0.1);
    };
    std::set<uint32_t> seen;
    world.also = [&](const State<double>& before, const State<double>& after) {
      for (size_t id = 0; id < after.columns.target.size(); ++id) {
        ASSERT_EQ(after.columns.target[id], target_of(before, id))
            << "boid " << id << " after step " << after.step;
        seen.insert(after.columns.target[id]);
      }
    };
    expect_follows(toml_of(world,
                           fmt::format("[goal]\npath = [{}, {}, {}]\narrive_radius = 60.0\n", text(places[0]),
                                       text(places[1]), text(places[2])),
                           "boids = 60\n"),
                   world, 700);
    EXPECT_EQ(seen.size(), 3u);
  }
}

TEST(Cursor, BoidsFleeItOrAreDrawnToIt) {
  for (Oracle world : worlds()) {
    for (const bool flee : {true, false}) {
      const Numbers at = place(world, 0.05, 0.5, 0.95);
      world.added = [&](const State<double>& s, size_t id) {
        const Numbers away = world.apart(at, row(s.position, id, s.dimensions));
        return length(away) < 180.0 ? unit(away) * (flee ? 0.5 : -0.5) : away * 0.0;
      };
      expect_follows(
          toml_of(world, fmt::format("[cursor]\nat = {}\nmode = \"{}\"\nradius = 180.0\npush = 0.5\n",
                                     text(at), flee ? "flee" : "attract")),
          world);
    }
  }
}

TEST(Cursor, DefaultsAre100And0Point5) {
  Oracle world = worlds()[0];
  world.added = [&](const State<double>& s, size_t id) {
    const Numbers away = world.apart({320.0, 240.0}, row(s.position, id, 2));
    return length(away) < 100.0 ? unit(away) * 0.5 : away * 0.0;
  };
  expect_follows(toml_of(world, "[cursor]\nat = [320.0, 240.0]\nmode = \"flee\"\n"), world);
}

}  // namespace
}  // namespace murmur
