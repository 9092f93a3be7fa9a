// The nearest in each octant, its separation, inertia, speed control, level flight, the roost, turbulence, isotropic noise and accelerations against
// docs/model.md in plain float64.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/random.h"
#include "support/oracle.h"

namespace murmur {
namespace {

constexpr double kRadius = 150.0, kClose = 90.0;

Numbers velocity(const State<double>& before, size_t id) {
  return row(before.velocity, id, before.dimensions);
}

struct Other {
  Numbers d, v;
};

/// The nearest in each octant, of those within R and in view.
std::map<int, Other> octants(const Oracle& world, const State<double>& before, size_t id,
                             double view = 360.0) {
  std::map<int, Other> found;
  const Numbers p = row(before.position, id, before.dimensions), v = velocity(before, id);
  for (size_t j = 0; j < static_cast<size_t>(before.count()); ++j) {
    const Numbers d = world.apart(p, row(before.position, j, before.dimensions));
    if (j == id || length(d) >= kRadius) continue;
    if (view < 360.0 &&
        std::acos(dot(d, v) / (length(d) * length(v))) >= view / 360.0 * 3.14159265358979323846)
      continue;
    int octant = 0;
    for (size_t k = 0; k < d.size(); ++k) octant += d[k] > 0.0 ? 1 << k : 0;
    const auto place = found.find(octant);
    if (place == found.end() || length(d) < length(place->second.d)) found[octant] = {d, velocity(before, j)};
  }
  return found;
}

Numbers nothing(const Oracle& world) { return Numbers(world.size.size(), 0.0); }

std::string scenario(const Oracle& world, const std::string& rules, const std::string& tables = "") {
  std::string toml = toml_of(world, tables, "boids = 120\n");
  const std::string zero =
      "separation = { weight = 0.0 }\nalignment = { weight = 0.0 }\ncohesion = { weight = 0.0 }\n";
  toml.replace(toml.find(zero), zero.size(),
               fmt::format("radius = {}\nseparation_radius = {}\n{}", kRadius, kClose, rules));
  return toml;
}

TEST(Octants, TheRulesSeeTheNearestInEach) {
  for (Oracle world : worlds()) {
    size_t most = 0;
    world.added = [&](const State<double>& before, size_t id) {
      const auto near = octants(world, before, id, 300.0);
      most = std::max(most, near.size());
      Numbers alignment = nothing(world), cohesion = alignment;
      for (const auto& [octant, other] : near) {
        alignment = alignment + other.v - velocity(before, id);
        cohesion = cohesion + unit(other.d);
      }
      cohesion.back() *= 1.8;
      return (alignment * 0.2 + cohesion * 0.03) * (1.0 / std::max<double>(near.size(), 1.0));
    };
    expect_follows(scenario(world,
                            "nearest = \"octants\"\nfield_of_view = 300.0\nseparation = { weight = 0.0 }\n"
                            "alignment = { shape = \"factor\", amount = 0.2 }\n"
                            "cohesion = { target = \"mean-direction\", vertical = 1.8, shape = \"factor\", "
                            "amount = 0.03 }\n"),
                   world, 15);
    EXPECT_EQ(most, size_t{1} << world.size.size());
  }
}

/// On a lattice many boids of an octant are equally far away, in different cells.
TEST(Octants, TiesGoToTheLowestId) {
  for (Oracle world : worlds()) {
    State<double> initial;
    initial.dimensions = world.dimensions();
    for (uint32_t id = 0; id < 150; ++id) {
      Random random(3, Stream::kPosition, id, 0);
      for (int k = 0; k < initial.dimensions; ++k) {
        initial.position.push_back(20.0 + 25.0 * std::floor(10.0 * static_cast<double>(random.uniform())));
        initial.velocity.push_back(static_cast<double>(random.uniform()) - 0.5);
      }
    }
    world.added = [&](const State<double>& before, size_t id) {
      Numbers sum = nothing(world);
      for (const auto& [octant, other] : octants(world, before, id)) sum = sum + other.v;
      return sum * 0.1;
    };
    expect_follows(
        scenario(world,
                 "nearest = \"octants\"\nseparation = { weight = 0.0 }\ncohesion = { weight = 0.0 }\n"
                 "alignment = { relative = false, average = false, shape = \"factor\", amount = 0.1 }\n"),
        world, 1, &initial);
  }
}

/// Against unit(d), with a falloff of the distance that is shorter ahead, and not below the core.
TEST(Octants, SeparationIsShorterAhead) {
  const std::pair<const char*, double (*)(double)> falloffs[] = {
      {"none", [](double x) { return 0.0005 * x; }},
      {"inverse", [](double) { return 0.05; }},
      {"inverse-square", [](double x) { return 2.0 / x; }},
      {"shifted", [](double x) { return 4.0 * (1.0 / x - 1.0 / kClose); }}};
  const double amounts[] = {0.0005, 0.05, 2.0, 4.0};
  for (Oracle world : worlds()) {
    for (size_t f = 0; f < std::size(falloffs); ++f) {
      int reached_ahead = 0, cored = 0;
      world.added = [&](const State<double>& before, size_t id) {
        Numbers apart = nothing(world);
        for (const auto& [octant, other] : octants(world, before, id)) {
          const double ahead = dot(other.d, unit(velocity(before, id)));
          const double plain = length(other.d);
          double x = std::sqrt(plain * plain - (1.0 - 1.0 / 6.25) * ahead * ahead);
          cored += x < 25.0 ? 1 : 0;
          x = std::max(x, 25.0);
          if (x >= kClose) continue;
          reached_ahead += plain >= kClose ? 1 : 0;
          apart = apart - unit(other.d) * falloffs[f].second(x);
        }
        return apart;
      };
      expect_follows(
          scenario(world, fmt::format("nearest = \"octants\"\nseparation = {{ falloff = \"{}\", ahead = 2.5, "
                                      "core = 25.0, shape = \"factor\", amount = {} }}\n"
                                      "alignment = {{ weight = 0.0 }}\ncohesion = {{ weight = 0.0 }}\n",
                                      falloffs[f].first, amounts[f])),
          world, 10);
      EXPECT_GT(reached_ahead, 100);
      EXPECT_GT(cored, 20);
    }
  }
}

TEST(Octants, DividesSeparationByThoseThatAreClose) {
  for (Oracle world : worlds()) {
    world.added = [&](const State<double>& before, size_t id) {
      Numbers apart = nothing(world);
      double close = 0.0;
      for (const auto& [octant, other] : octants(world, before, id)) {
        if (length(other.d) >= kClose) continue;
        apart = apart - unit(other.d) * 0.1;
        close += 1.0;
      }
      return apart * (1.0 / std::max(close, 1.0));
    };
    expect_follows(
        scenario(world,
                 "nearest = \"octants\"\nseparation = { falloff = \"inverse\", average = \"separated\", "
                 "shape = \"factor\", amount = 0.1 }\nalignment = { weight = 0.0 }\ncohesion = { weight "
                 "= 0.0 }\n"),
        world, 10);
  }
}

/// What acts is the boid's own alignment, which goes a share of the way to the neighbours' in each step; within a time
/// step, all of it.
TEST(Inertia, AlignmentsFollowTheNeighbours) {
  for (Oracle world : worlds()) {
    world.time_step = 0.25;
    for (const auto& [inertia, accelerates] : {std::pair(2.0, true), {2.0, false}, {0.1, false}}) {
      double most = 0.0;
      const auto alignment = [&](const State<double>& before, size_t id) {
        Numbers sum = nothing(world);
        const auto near = octants(world, before, id);
        for (const auto& [octant, other] : near) sum = sum + other.v - velocity(before, id);
        const Numbers old = row(before.columns.alignment, id, before.dimensions);
        sum = sum * (0.3 / std::max<double>(near.size(), 1.0));
        return old + (sum - old) * std::min(0.25 / inertia, 1.0);
      };
      world.added = [&](const State<double>& before, size_t id) {
        return alignment(before, id) * (accelerates ? 0.25 : 1.0);
      };
      world.also = [&](const State<double>& before, const State<double>& after) {
        for (size_t id = 0; id < static_cast<size_t>(after.count()); ++id) {
          const Numbers m = row(after.columns.alignment, id, after.dimensions);
          ASSERT_LE(length(m - alignment(before, id)), 2e-5) << id;
          most = std::max(most, length(m));
        }
      };
      expect_follows(
          scenario(world, fmt::format("adds = \"{}\"\nnearest = \"octants\"\nseparation = {{ weight = 0.0 "
                                      "}}\ncohesion = {{ weight = 0.0 }}\nalignment = {{ inertia = {}, shape "
                                      "= \"factor\", amount = 0.3 }}\n",
                                      accelerates ? "acceleration" : "velocity", inertia)),
          world, 15);
      EXPECT_GT(most, 0.1);
    }
  }
}

/// The speed changes along the velocity, which stays where the goal, too weak to act, leaves it.
TEST(Cruise, BringsTheSpeedBack) {
  for (Oracle world : worlds()) {
    world.min_speed = 0.3;
    for (const bool marginal : {false, true}) {
      world.added = [&](const State<double>& before, size_t id) {
        const Numbers v = velocity(before, id);
        const double share = length(v) / 1.5;
        return marginal ? v * (0.1 * std::pow(1.0 - share * share, 3.0))
                        : unit(v) * (0.1 * (1.5 - length(v)));
      };
      expect_follows(toml_of(world, fmt::format("cruise = {{ control = \"{}\", speed = 1.5, rate = 0.1 }}\n",
                                                marginal ? "marginal" : "linear")),
                     world);
    }
  }
}

TEST(Level, DampsTheLastComponent) {
  for (Oracle world : worlds()) {
    world.added = [&](const State<double>& before, size_t id) {
      Numbers added = nothing(world);
      added.back() = -0.07 * velocity(before, id).back();
      return added;
    };
    expect_follows(toml_of(world, "[level]\nrate = 0.07\n"), world);
  }
}

TEST(Roost, TurnsBoidsToTheLeftAndKeepsTheirHeight) {
  for (Oracle world : worlds()) {
    int outside = 0, capped = 0;
    const Numbers at = world.size * 0.4;
    world.added = [&](const State<double>& before, size_t id) {
      const Numbers from = world.apart(at, row(before.position, id, before.dimensions)),
                    h = unit(velocity(before, id));
      const double r = std::hypot(from[0], from[1]);
      Numbers added = nothing(world);
      if (r > 110.0) {
        ++outside;
        const double push = 0.2 * (0.5 + 0.5 * (h[0] * from[0] + h[1] * from[1]) / r);
        added[0] = -push * h[1];
        added[1] = push * h[0];
      }
      capped += std::abs(from.back()) > 60.0 ? 1 : 0;
      added.back() -= 0.0004 * std::clamp(from.back(), -60.0, 60.0);
      return added;
    };
    expect_follows(
        toml_of(world, fmt::format("[roost]\nat = {}\nradius = 110.0\nturn = 0.2\npull = 0.0004\nreach = "
                                   "60.0\n",
                                   text(at))),
        world);
    EXPECT_GT(outside, 1000);
    EXPECT_GT(capped, 1000);
  }
}

Numbers random_direction(Random& random, int dimensions) {
  if (dimensions == 2) {
    const auto u = random.unit_vector<2>();
    return {static_cast<double>(u[0]), static_cast<double>(u[1])};
  }
  const auto u = random.unit_vector<3>();
  return {static_cast<double>(u[0]), static_cast<double>(u[1]), static_cast<double>(u[2])};
}

/// In a world that wraps, waves repeat with it; the field is as strong as the key says, and leaves the heading alone.
TEST(Turbulence, IsASumOfWavesAcrossTheHeading) {
  for (Oracle world : worlds()) {
    world.boundary = world.wrapped ? "wrap" : "open";
    world.time_step = 0.5;
    world.max_speed = 9.0;
    double squares = 0.0, count = 0.0;
    const int d = world.dimensions();
    world.added = [&](const State<double>& before, size_t id) {
      Numbers push = nothing(world);
      const Numbers p = row(before.position, id, d), h = unit(velocity(before, id));
      for (uint32_t k = 0; k < 8; ++k) {
        Random random(7, Stream::kTurbulence, k, 0);
        const auto side = [&](const Numbers& along) {
          for (;;) {
            const Numbers any = random_direction(random, d), across = any - along * dot(any, along);
            if (dot(across, across) > 0.01) return unit(across);
          }
        };
        Numbers wave = random_direction(random, d);
        const Numbers cosine = side(wave), sine = side(wave);
        // Phases are whole numbers, 2^32 to a turn, of which 24 bits count.
        const uint32_t offset = random.bits();
        const double frequency = (2.0 * static_cast<double>(random.uniform()) - 1.0) * 0.5 / 12.0;
        const uint32_t now =
            offset + static_cast<uint32_t>(static_cast<int64_t>(std::floor(frequency * 0x1p32))) *
                         static_cast<uint32_t>(before.step);
        wave = wave * (1.0 / 130.0);
        for (size_t axis = 0; world.wrapped && axis < wave.size(); ++axis)
          wave[axis] = std::round(wave[axis] * world.size[axis]) / world.size[axis];
        const double phase = 6.283185307179586 * (dot(wave, p) + std::floor(now / 256.0) * 0x1p-24);
        push = push + (cosine * std::cos(phase) + sine * std::sin(phase)) * (0.05 * std::sqrt(d / 8.0));
      }
      squares += dot(push, push) / d;
      count += 1.0;
      push.back() *= 0.5;
      return push - h * dot(push, h);
    };
    expect_follows(toml_of(world,
                           "[turbulence]\nstrength = 0.05\nwavelength = 130.0\nperiod = 12.0\nvertical = "
                           "0.5\n",
                           "boids = 150\nseed = 7\n"),
                   world);
    EXPECT_NEAR(std::sqrt(squares / count), 0.05, 0.01);
  }
}

TEST(IsotropicNoise, GrowsWithTheRootOfTheTimeStep) {
  for (Oracle world : worlds()) {
    for (const double time_step : {1.0, 0.25}) {
      world.time_step = time_step;
      world.max_speed = 50.0;
      world.added = [&](const State<double>& before, size_t id) {
        Random random(1, Stream::kNoise, static_cast<uint32_t>(id), static_cast<uint64_t>(before.step));
        Numbers z;
        for (size_t k = 0; k < world.size.size(); ++k)
          z.push_back((2.0 * static_cast<double>(random.uniform()) - 1.0) * std::sqrt(3.0 * time_step) * 0.3);
        return z;
      };
      expect_follows(toml_of(world, "[noise]\nkind = \"isotropic\"\namount = 0.3\n"), world);
    }
  }
}

/// All that is added, wind and the slowness of high ground too, is multiplied by the time step.
TEST(Accelerations, AreMultipliedByTheTimeStep) {
  for (Oracle world : worlds()) {
    world.time_step = 0.125;
    world.added = [&](const State<double>& before, size_t id) {
      const Numbers p = row(before.position, id, before.dimensions);
      Numbers sum = nothing(world);
      for (const auto& [octant, other] : octants(world, before, id)) sum = sum + unit(other.d);
      const Numbers goal = limit(world.apart(p, world.size * 0.5) * -0.01, 0.2);
      return (sum * 0.1 + goal) * 0.125;
    };
    world.wind = [&](int64_t) {
      Numbers wind = nothing(world);
      wind[0] = 0.1 * 0.7 * 0.125;
      return wind;
    };
    world.height = [&](const Numbers& p) {
      const Numbers d = world.apart(Numbers{100.0, 120.0}, {p[0], p[1]});
      const double share = dot(d, d) / (150.0 * 150.0);
      return share < 1.0 ? 80.0 * (1.0 - share) * 0.125 : 0.0;
    };
    Numbers wind = nothing(world);
    wind[0] = 0.7;
    expect_follows(
        scenario(
            world,
            "adds = \"acceleration\"\nnearest = \"octants\"\nseparation = { weight = 0.0 }\nalignment = { "
            "weight = 0.0 }\ncohesion = { target = \"directions\", shape = \"factor\", amount = 0.1 }\n",
            fmt::format(
                "[goal]\nat = {}\nfactor = -0.01\ncap = 0.2\n[wind]\nvelocity = {}\n[terrain]\nhill = {{ "
                "at = [100.0, 120.0], radius = 150.0, height = 80.0 }}\n",
                text(world.size * 0.5), text(wind))),
        world, 25);
  }
}

}  // namespace
}  // namespace murmur
