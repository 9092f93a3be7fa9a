// Zones, priority, the nearest neighbours and the open border against docs/model.md in plain float64.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "support/oracle.h"

namespace murmur {
namespace {

struct Other {
  size_t id;
  Numbers d, v;
  double distance() const { return length(d); }
};

/// Those within R, and with an angle of view below 360 in view; all numbers of these tests.
constexpr double kRadius = 150.0, kClose = 40.0;

std::vector<Other> others(const Oracle& world, const State<double>& before, size_t id, double view) {
  std::vector<Other> found;
  const Numbers p = row(before.position, id, before.dimensions),
                v = row(before.velocity, id, before.dimensions);
  for (size_t j = 0; j < static_cast<size_t>(before.count()); ++j) {
    if (j == id) continue;
    const Numbers d = world.apart(p, row(before.position, j, before.dimensions));
    const bool seen = view >= 360.0 || length(v) <= 0.0 ||
                      std::acos(dot(d, v) / (length(d) * length(v))) < view / 360.0 * 3.14159265358979323846;
    if (length(d) < kRadius && seen) found.push_back({j, d, row(before.velocity, j, before.dimensions)});
  }
  return found;
}

Numbers nothing(const Oracle& world) { return Numbers(world.size.size(), 0.0); }

/// A world in which the rules are `rules`, and R and r those of these tests.
std::string scenario(Oracle& world, const std::string& rules, const std::string& keys = "") {
  std::string toml = toml_of(world, "", "boids = 120\n");
  const std::string zero =
      "separation = { weight = 0.0 }\nalignment = { weight = 0.0 }\ncohesion = { weight = 0.0 }\n";
  toml.replace(toml.find(zero), zero.size(),
               fmt::format("radius = {}\nseparation_radius = {}\n{}{}", kRadius, kClose, keys, rules));
  return toml;
}

constexpr const char* kZones =
    "separation = { weight = 0.0 }\n"
    "alignment = { from = 30.0, to = 80.0, relative = false, average = true, shape = \"factor\", amount = "
    "0.2 }\n"
    "cohesion = { from = 70.0, target = \"directions\", shape = \"factor\", amount = 0.01 }\n";

Numbers zones(const Oracle& world, const std::vector<Other>& near) {
  Numbers alignment = nothing(world), cohesion = nothing(world);
  double aligned = 0.0;
  for (const Other& other : near) {
    if (other.distance() >= 30.0 && other.distance() < 80.0) {
      alignment = alignment + other.v;
      aligned += 1.0;
    }
    if (other.distance() >= 70.0) cohesion = cohesion + unit(other.d);
  }
  return alignment * (0.2 / std::max(aligned, 1.0)) + cohesion * 0.01;
}

TEST(Zones, AlignmentAndCohesionActBetweenTheirDistances) {
  for (Oracle world : worlds()) {
    int within = 0;
    world.added = [&](const State<double>& before, size_t id) {
      const auto near = others(world, before, id, 360.0);
      within += std::ranges::any_of(near, [](const Other& o) { return o.distance() < 30.0; }) ? 1 : 0;
      return zones(world, near);
    };
    expect_follows(scenario(world, kZones), world, 15);
    EXPECT_GT(within, 20);
  }
}

TEST(Zones, AZoneMayBeginAtTheBoid) {
  for (Oracle world : worlds()) {
    int beyond = 0;
    world.added = [&](const State<double>& before, size_t id) {
      Numbers sum = nothing(world);
      for (const Other& other : others(world, before, id, 360.0)) {
        if (other.distance() < 80.0) {
          sum = sum + other.v;
        } else {
          ++beyond;
        }
      }
      return sum * 0.05;
    };
    expect_follows(
        scenario(world,
                 "separation = { weight = 0.0 }\ncohesion = { weight = 0.0 }\nalignment = { to = 80.0, "
                 "relative = false, average = false, shape = \"factor\", amount = 0.05 }\n"),
        world, 15);
    EXPECT_GT(beyond, 100);
  }
}

TEST(Zones, SeparationComesFirst) {
  for (Oracle world : worlds()) {
    int alone = 0, together = 0;
    world.added = [&](const State<double>& before, size_t id) {
      Numbers apart = nothing(world), sum = apart;
      bool acts = false;
      for (const Other& other : others(world, before, id, 360.0)) {
        sum = sum + other.v;
        if (other.distance() >= kClose) continue;
        acts = true;
        apart = apart - other.d;
      }
      ++(acts ? alone : together);
      return acts ? apart * 0.002 : sum * 0.05;
    };
    expect_follows(
        scenario(world,
                 "separation = { shape = \"factor\", amount = 0.002 }\ncohesion = { weight = 0.0 }\n"
                 "alignment = { relative = false, average = false, shape = \"factor\", amount = 0.05 }\n",
                 "priority = \"separation\"\n"),
        world, 15);
    EXPECT_GT(alone, 100);
    EXPECT_GT(together, 100);
  }
}

TEST(Zones, TheCentroidIsThatOfItsZone) {
  for (Oracle world : worlds()) {
    world.added = [&](const State<double>& before, size_t id) {
      Numbers sum = nothing(world);
      double n = 0.0;
      for (const Other& other : others(world, before, id, 360.0)) {
        if (other.distance() < 60.0 || other.distance() >= 120.0) continue;
        sum = sum + other.d;
        n += 1.0;
      }
      return sum * (0.004 / std::max(n, 1.0));
    };
    expect_follows(scenario(world,
                            "separation = { weight = 0.0 }\nalignment = { weight = 0.0 }\n"
                            "cohesion = { from = 60.0, to = 120.0, shape = \"factor\", amount = 0.004 }\n"),
                   world, 15);
  }
}

/// Separation in all directions, alignment and cohesion only of those in view; and none of them where separation acts.
TEST(Zones, SeparationSeesAllAndComesFirst) {
  for (Oracle world : worlds()) {
    int alone = 0, together = 0;
    world.added = [&](const State<double>& before, size_t id) {
      Numbers apart = nothing(world);
      bool acts = false;
      for (const Other& other : others(world, before, id, 360.0)) {
        if (other.distance() >= kClose) continue;
        acts = true;
        apart = apart - unit(other.d);
      }
      ++(acts ? alone : together);
      return acts ? apart * 0.3 : zones(world, others(world, before, id, 200.0));
    };
    std::string rules = kZones;
    rules.replace(
        0, rules.find('\n'),
        "separation = { falloff = \"inverse\", sees_all = true, shape = \"factor\", amount = 0.3 }");
    expect_follows(scenario(world, rules, "field_of_view = 200.0\npriority = \"separation\"\n"), world, 15);
    EXPECT_GT(alone, 100);
    EXPECT_GT(together, 100);
  }
}

TEST(Nearest, TheRulesSeeTheNearestInView) {
  for (Oracle world : worlds()) {
    int cut = 0;
    world.added = [&](const State<double>& before, size_t id) {
      auto near = others(world, before, id, 250.0);
      std::ranges::sort(near, {}, &Other::distance);
      if (near.size() > 3) {
        ++cut;
        near.resize(3);
      }
      Numbers sum = nothing(world), apart = nothing(world);
      for (const Other& other : near) {
        sum = sum + other.v;
        if (other.distance() < kClose) apart = apart - other.d;
      }
      return sum * 0.05 + apart * 0.002;
    };
    expect_follows(
        scenario(world,
                 "separation = { shape = \"factor\", amount = 0.002 }\ncohesion = { weight = 0.0 }\n"
                 "alignment = { relative = false, average = false, shape = \"factor\", amount = 0.05 }\n",
                 "field_of_view = 250.0\nnearest = 3\n"),
        world, 15);
    EXPECT_GT(cut, 300);
  }
}

TEST(OpenBorder, BoidsLeaveTheWorldAndAreBoidsLikeBefore) {
  for (Oracle world : worlds()) {
    world.boundary = "open";
    world.max_speed = 9.0;
    bool left = false;
    world.added = [&](const State<double>& before, size_t id) {
      const Numbers p = row(before.position, id, before.dimensions);
      for (size_t k = 0; k < p.size(); ++k) left = left || p[k] < -20.0 || p[k] > world.size[k] + 20.0;
      return zones(world, others(world, before, id, 360.0)) +
             world.apart(p, world.size * 0.5) * -0.002;  // a goal to fly from
    };
    expect_follows(scenario(world, kZones) +
                       fmt::format("[goal]\nat = {}\nfactor = -0.002\ncap = 100.0\n", text(world.size * 0.5)),
                   world, 25);
    EXPECT_TRUE(left);
  }
}

}  // namespace
}  // namespace murmur
