// Headings, turn limits and noise against docs/model.md in plain float64, with the library's functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/functions.h"
#include "base/random.h"
#include "support/oracle.h"

namespace murmur {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSpeed = 1.3;  // of a heading

/// What a step draws for a boid, in the order of docs/model.md; seed 1, as every scenario here.
struct Draws {
  Draws(const State<double>& before, size_t id)
      : random(1, Stream::kNoise, static_cast<uint32_t>(id), static_cast<uint64_t>(before.step)),
        dimensions(before.dimensions) {}
  Numbers direction() {
    if (dimensions == 3) {
      const auto u = random.unit_vector<3>();
      return {u.c, u.c + 3};
    }
    const auto u = random.unit_vector<2>();
    return {u.c, u.c + 2};
  }
  Numbers turned(const Numbers& w, double angle) {
    if (dimensions == 2)
      return {w[0] * std::cos(angle) - w[1] * std::sin(angle),
              w[0] * std::sin(angle) + w[1] * std::cos(angle)};
    for (;;) {
      const Numbers any = direction(), side = any - w * dot(any, w);
      if (dot(side, side) > 1e-4) return w * std::cos(angle) + unit(side) * std::sin(angle);
    }
  }
  double uniform() { return random.uniform(); }
  double normal() {
    const double first = uniform();
    return std::sqrt(-2.0 * std::log(1.0 - first)) * std::cos(2.0 * kPi * uniform());
  }
  Random random;
  int dimensions;
};

Numbers limited_turn(const Numbers& own, const Numbers& w, double degrees) {
  const double angle = std::acos(std::clamp(dot(own, w), -1.0, 1.0)), most = degrees * kPi / 180.0;
  if (angle <= most) return w;
  return own * std::cos(most) + unit(w - own * dot(own, w)) * std::sin(most);
}

Numbers velocity(const State<double>& before, size_t id) {
  return row(before.velocity, id, before.dimensions);
}

/// To leave the middle: the only thing that is wanted.
std::string goal(const Oracle& world) {
  return fmt::format("[goal]\nat = {}\nfactor = -0.01\ncap = 0.2\n", text(world.size * 0.5));
}
Numbers wanted(const Oracle& world, const State<double>& before, size_t id) {
  return limit(world.apart(row(before.position, id, before.dimensions), world.size * 0.5) * -0.01, 0.2);
}

TEST(Turning, ABoidFliesAtItsSpeedAlongWhatItWants) {
  for (Oracle world : worlds()) {
    world.added = [&](const State<double>& before, size_t id) {
      return unit(wanted(world, before, id)) * kSpeed - velocity(before, id);
    };
    expect_follows(toml_of(world, fmt::format("motion = \"heading\"\nspeed = {}\n{}", kSpeed, goal(world))),
                   world);
  }
}

TEST(Turning, WithoutAWishTheHeadingStays) {
  for (Oracle world : worlds()) {
    world.added = [&](const State<double>& before, size_t id) {
      return unit(velocity(before, id)) * world.max_speed - velocity(before, id);
    };
    expect_follows(toml_of(world, "motion = \"heading\"\n"), world);  // speed 0: max_speed
  }
}

TEST(Turning, ATurnEndsAtItsLimit) {
  for (Oracle world : worlds()) {
    int cut = 0, whole = 0;
    world.added = [&](const State<double>& before, size_t id) {
      const Numbers own = unit(velocity(before, id)), w = unit(wanted(world, before, id));
      ++(dot(own, w) < std::cos(9.0 * kPi / 180.0) ? cut : whole);
      return limited_turn(own, w, 9.0) * kSpeed - velocity(before, id);
    };
    expect_follows(toml_of(world, fmt::format("motion = \"heading\"\nspeed = {}\nturn_limit = 9.0\n{}",
                                              kSpeed, goal(world))),
                   world);
    EXPECT_GT(cut, 1000);
    EXPECT_GT(whole, 1000);
  }
}

TEST(Turning, SteeringKeepsItsSpeedWhileTheTurnIsLimited) {
  for (Oracle world : worlds()) {
    world.added = [&](const State<double>& before, size_t id) {
      const Numbers v = velocity(before, id) + wanted(world, before, id);
      return limited_turn(unit(velocity(before, id)), unit(v), 2.0) * length(v) - velocity(before, id);
    };
    expect_follows(toml_of(world, "turn_limit = 2.0\n" + goal(world)), world);
  }
}

TEST(Turning, MovesWithTheOldVelocity) {
  for (Oracle world : worlds()) {
    world.moves_with_old = true;
    world.added = [&](const State<double>& before, size_t id) { return wanted(world, before, id); };
    expect_follows(toml_of(world, "moves_with = \"old\"\n" + goal(world)), world);
  }
}

TEST(Turning, MovesWithTheOldVelocityInTheWindAlone) {
  for (Oracle world : worlds()) {
    const Numbers wind = Numbers{0.4, -0.3, 0.2};
    world.moves_with_old = true;
    world.wind = [&](int64_t) { return Numbers(wind.begin(), wind.begin() + world.dimensions()) * 0.1; };
    expect_follows(toml_of(world, fmt::format("moves_with = \"old\"\n[wind]\nvelocity = {}\n",
                                              text({wind.begin(), wind.begin() + world.dimensions()}))),
                   world);
  }
}

TEST(Noise, TurnsByAUniformAngle) {
  for (Oracle world : worlds()) {
    world.added = [&](const State<double>& before, size_t id) {
      Draws draws(before, id);
      const double angle = 2.5 * (draws.uniform() - 0.5);
      return draws.turned(unit(wanted(world, before, id)), angle) * kSpeed - velocity(before, id);
    };
    expect_follows(toml_of(world, fmt::format("motion = \"heading\"\nspeed = {}\n[noise]\namount = 2.5\n{}",
                                              kSpeed, goal(world))),
                   world);
  }
}

TEST(Noise, TurnsSteeringByANormalAngle) {
  for (Oracle world : worlds()) {
    world.added = [&](const State<double>& before, size_t id) {
      Draws draws(before, id);
      const Numbers v = velocity(before, id) + wanted(world, before, id);
      const double angle = 0.3 * draws.normal();
      return draws.turned(unit(v), angle) * length(v) - velocity(before, id);
    };
    expect_follows(toml_of(world, "[noise]\ndistribution = \"normal\"\namount = 0.3\n" + goal(world)), world);
  }
}

/// The limit comes after the noise.
TEST(Noise, IsWithinTheTurnLimit) {
  for (Oracle world : worlds()) {
    world.added = [&](const State<double>& before, size_t id) {
      Draws draws(before, id);
      const double angle = 3.0 * (draws.uniform() - 0.5);
      const Numbers noisy = draws.turned(unit(wanted(world, before, id)), angle);
      return limited_turn(unit(velocity(before, id)), noisy, 30.0) * kSpeed - velocity(before, id);
    };
    expect_follows(
        toml_of(world, fmt::format("motion = \"heading\"\nspeed = {}\nturn_limit = 30.0\n[noise]\namount "
                                   "= 3.0\n{}",
                                   kSpeed, goal(world))),
        world);
  }
}

/// Vectors have no angle, so the distribution of angles is of no effect.
class NoiseVectors : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Distributions, NoiseVectors, testing::Values("uniform", "normal"));

TEST_P(NoiseVectors, GrowWithTheNeighbours) {
  for (Oracle world : worlds()) {
    double most = 0.0;
    world.added = [&](const State<double>& before, size_t id) {
      const Numbers p = row(before.position, id, before.dimensions);
      double neighbours = 0.0;
      for (size_t j = 0; j < static_cast<size_t>(before.count()); ++j)
        if (j != id && length(world.apart(p, row(before.position, j, before.dimensions))) < 50.0)
          neighbours += 1.0;
      most = std::max(most, neighbours);
      const Numbers noisy =
          wanted(world, before, id) + Draws(before, id).direction() * (0.01 * (neighbours + 1.0));
      return unit(noisy) * kSpeed - velocity(before, id);
    };
    expect_follows(
        toml_of(world, fmt::format("motion = \"heading\"\nspeed = {}\n[noise]\nkind = \"vector\"\namount = "
                                   "0.01\ndistribution = \"{}\"\n{}",
                                   kSpeed, GetParam(), goal(world))),
        world, 20);  // at step 24 a distance of 50 - 5e-6 rounds to 50
    EXPECT_GT(most, 2.0);
  }
}

TEST(Noise, OfAmountZeroChangesNoBit) {
  for (Oracle world : worlds()) {
    world.added = [&](const State<double>& before, size_t id) { return wanted(world, before, id); };
    expect_follows(toml_of(world, "[noise]\namount = 0.0\n" + goal(world)), world);
  }
}

/// The errors that functions.h states.
TEST(Functions, SineCosineAndLogarithm) {
  double sine_error = 0.0, float_error = 0.0, log_error = 0.0, float_log_error = 0.0;
  for (int k = -200000; k <= 200000; ++k) {
    const double x = k * 5e-3 + 1e-4;
    double sine, cosine;
    sine_cosine(x, sine, cosine);
    sine_error = std::max({sine_error, std::fabs(sine - std::sin(x)), std::fabs(cosine - std::cos(x))});
    const float y = static_cast<float>(x);
    float s, c;
    sine_cosine(y, s, c);
    const double wide = static_cast<double>(y);
    float_error = std::max({float_error, std::fabs(static_cast<double>(s) - std::sin(wide)),
                            std::fabs(static_cast<double>(c) - std::cos(wide))});
  }
  for (int k = 1; k <= 1 << 24; k += 17) {
    const float u = static_cast<float>(k) / static_cast<float>(1 << 24);
    const double right = std::log(static_cast<double>(u));
    const double scale = std::max(std::fabs(right), 1e-300);
    log_error = std::max(log_error, std::fabs(logarithm<double>(u) - right) / scale);
    float_log_error =
        std::max(float_log_error, std::fabs(static_cast<double>(logarithm<float>(u)) - right) / scale);
  }
  EXPECT_LT(sine_error, 2e-13);
  EXPECT_LT(float_error, 2e-7);
  EXPECT_LT(log_error, 1e-12);
  EXPECT_LT(float_log_error, 3e-7);
}

}  // namespace
}  // namespace murmur
