// The formula of species (docs/model.md) in plain float64 loops, with random keys: the reference in double meets them to 1e-12,
// the cpu backend to the precision of float.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/state/start.h"
#include "support/lockstep.h"
#include "support/random_choice.h"
#include "support/species_oracle.h"

namespace murmur {
namespace {

constexpr int64_t kBoids = 120;

/// Numbers that float holds exactly, so that both precisions have the same keys.
double grain(double x) { return std::round(x * 256.0) / 256.0; }

double between(RandomChoice& draw, double low, double high) { return grain(draw.real(low, high)); }

std::optional<double> maybe(RandomChoice& draw, double low, double high) {
  if (draw.chance(0.5)) return std::nullopt;
  return between(draw, low, high);
}

SpeciesOracle::Rule random_rule(RandomChoice& draw, double factor, double radius) {
  SpeciesOracle::Rule rule;
  const char* const shapes[] = {"limit", "length", "factor"};
  rule.shape = draw.one_of(shapes);
  rule.amount = rule.shape == "factor" ? factor : between(draw, 0.1, 0.5);
  rule.weight = between(draw, -0.5, 1.5);
  if (draw.chance(0.3)) rule.from = between(draw, 0.1 * radius, 0.4 * radius);
  if (draw.chance(0.3)) rule.to = between(draw, 0.5 * radius, radius);
  return rule;
}

SpeciesOracle::Kind random_kind(RandomChoice& draw, const SpeciesOracle& flock, size_t count) {
  SpeciesOracle::Kind kind;
  kind.max_speed = maybe(draw, 1.5, 3.0);
  kind.min_speed = maybe(draw, 0.0, 1.0);
  kind.speed = draw.chance(0.2) ? 0.0 : maybe(draw, 1.0, 1.5);
  kind.view = draw.chance(0.2) ? 360.0 : maybe(draw, 120.0, 340.0);
  kind.turn = draw.chance(0.2) ? 180.0 : maybe(draw, 20.0, 120.0);
  if (flock.noise) kind.noise = maybe(draw, 0.0, 0.5);
  kind.separation = maybe(draw, -1.0, 2.0);
  kind.alignment = maybe(draw, -1.0, 2.0);
  kind.cohesion = maybe(draw, -1.0, 2.0);
  if (draw.chance(0.5)) kind.catch_radius = between(draw, 0.1, 1.0) * flock.radius;
  kind.caught_by = static_cast<size_t>(draw.whole(0, static_cast<int64_t>(count) - 1));
  kind.becomes = static_cast<size_t>(draw.whole(0, static_cast<int64_t>(count) - 1));
  return kind;
}

void random_pairs(RandomChoice& draw, SpeciesOracle& flock) {
  const size_t count = flock.kinds.size();
  for (const char* key : {"separation", "alignment", "cohesion", "radius", "separation_radius"}) {
    if (draw.chance(0.15)) continue;
    const bool distance = std::string(key).ends_with("radius");
    SpeciesOracle::Matrix matrix(count, std::vector<double>(count));
    for (std::vector<double>& line : matrix) {
      for (double& x : line) {
        x = distance ? std::floor(draw.real(0.2, 1.0) * flock.radius) : between(draw, -2.0, 2.0);
        if (draw.chance(0.25)) x = 0.0;
      }
    }
    flock.pairs[key] = matrix;
  }
}

SpeciesOracle random_flock(RandomChoice& draw, size_t count) {
  const char* const falloffs[] = {"none", "inverse", "inverse-square", "shifted"};
  const char* const averages[] = {"none", "separated", "neighbours"};
  const char* const targets[] = {"centroid", "directions", "mean-direction"};
  SpeciesOracle flock;
  flock.world = draw.one_of(worlds());
  for (double& side : flock.world.size) side = std::floor(side * draw.real(0.4, 0.7));
  flock.world.max_speed = 2.0;
  flock.world.min_speed = draw.chance(0.5) ? 0.0 : between(draw, 0.1, 1.0);
  flock.world.time_step = draw.chance(0.5) ? 1.0 : 0.5;
  flock.radius = std::floor(draw.real(40.0, 75.0));
  flock.close = draw.chance(0.2) ? 0.0 : std::floor(draw.real(0.2, 0.8) * flock.radius);
  flock.heading = draw.chance(0.3);
  flock.speed = draw.chance(0.5) ? 0.0 : between(draw, 1.0, 1.5);
  flock.view = draw.chance(0.5) ? 360.0 : between(draw, 120.0, 340.0);
  flock.turn = draw.chance(0.6) ? 180.0 : between(draw, 20.0, 120.0);
  flock.separation_first = draw.chance(0.2);
  flock.nearest = draw.chance(0.7) ? 0 : draw.chance(0.5) ? -1 : 5;
  if (!flock.heading && draw.chance(0.3)) flock.noise = 0.25;
  flock.falloff = falloffs[draw.whole(0, flock.nearest < 0 ? 3 : 2)];
  flock.average = draw.one_of(averages);
  flock.target = draw.one_of(targets);
  if (flock.nearest < 0) {
    flock.ahead = draw.chance(0.5) ? 1.0 : 2.0;
    flock.core = draw.chance(0.5) ? 0.0 : 4.0;
  }
  flock.sees_all = flock.nearest == 0 && draw.chance(0.4);
  flock.include_self = draw.chance(0.5);
  flock.divides = draw.chance(0.6);
  flock.relative = draw.chance(0.5);
  flock.keep = draw.chance(0.3);
  flock.separation = random_rule(draw, flock.falloff == "none" ? 0x1p-8 : 0.25, flock.radius);
  flock.separation.from = flock.separation.to = 0.0;
  flock.alignment = random_rule(draw, flock.divides ? 0.5 : 0x1p-4, flock.radius);
  flock.cohesion = random_rule(draw, flock.target == std::string("centroid") ? 0x1p-6 : 0x1p-4, flock.radius);
  for (size_t k = 0; k < count; ++k) flock.kinds.push_back(random_kind(draw, flock, count));
  random_pairs(draw, flock);
  return flock;
}

/// What the flocks of a test reached; vague: right to less than 1e-12 of the speed, or the like of float.
struct Reached {
  int boids = 0, undecided = 0, vague = 0, close = 0, lone_with_neighbours = 0, turned = 0, caught = 0;
};

template <class T>
void expect_steps(const SpeciesOracle& flock, std::unique_ptr<Backend<T>> backend, Reached& reached) {
  const double eps = sizeof(T) == 8 ? 0x1p-53 : 0x1p-24;
  const std::string toml = flock.toml(kBoids), name = backend->name();
  const ScenarioSource source = scenario_of(toml);
  State<T> start = make_start<T>(source.scenario());
  const auto d = static_cast<size_t>(start.dimensions);
  std::copy_n(start.position.begin(), d,
              start.position.begin() + static_cast<std::ptrdiff_t>(d));               // coincident
  std::fill_n(start.velocity.begin() + static_cast<std::ptrdiff_t>(2 * d), d, T(0));  // at rest
  Simulation<T> run(source, std::move(backend), start);
  Oracle around = flock.world;  // a place on the border is the same place on the other side
  around.wrapped = true;
  for (int step = 0; step < 3; ++step) {
    const State<double> before = state_as<double>(run.state());
    run.advance();
    const State<double> after = state_as<double>(run.state());
    for (size_t id = 0; id < static_cast<size_t>(kBoids); ++id) {
      const SpeciesOracle::Next right = flock.step(before, id, eps);
      ++reached.boids;
      reached.undecided += right.decided ? 0 : 1;
      if (!right.decided) continue;
      const double doubt = 16.0 * eps * right.doubt;
      reached.vague += doubt > 4.5e3 * eps * flock.world.max_speed ? 1 : 0;
      reached.close += right.close;
      reached.turned += right.turned ? 1 : 0;
      reached.lone_with_neighbours += right.lone && right.neighbours > 0 ? 1 : 0;
      const Numbers p = row(after.position, id, after.dimensions),
                    v = row(after.velocity, id, after.dimensions);
      const double side = *std::ranges::max_element(flock.world.size);
      ASSERT_TRUE(length(v - right.v) <= doubt &&
                  length(around.apart(p, right.p)) <= doubt + 16.0 * eps * side)
          << name << ", boid " << id << " after step " << after.step << ": v " << text(v) << " for "
          << text(right.v) << " to " << doubt << ", p " << text(p) << " for " << text(right.p) << "\n"
          << toml;
      if (flock.kinds.size() < 2) continue;
      reached.caught += right.species != before.columns.species[id] ? 1 : 0;
      ASSERT_EQ(after.columns.species[id], right.species)
          << name << ", boid " << id << " after step " << after.step << "\n"
          << toml;
    }
  }
}

class SpeciesFormula : public testing::TestWithParam<size_t> {};

TEST_P(SpeciesFormula, HoldsForRandomKeys) {
  RandomChoice draw(GetParam());
  Reached exact, rounded;
  for (int flocks = 0; flocks < 150; ++flocks) {
    const SpeciesOracle flock = random_flock(draw, GetParam());
    expect_steps<double>(flock, make_reference_double(), exact);
    if (HasFatalFailure()) return;
    expect_steps<float>(flock, make_cpu({1, Simd::kAuto, 0}), rounded);
    if (HasFatalFailure()) return;
  }
  for (const Reached& reached : {exact, rounded}) {
    EXPECT_LT(reached.undecided, reached.boids / 50);
    EXPECT_LT(reached.vague, reached.boids / 5);
    EXPECT_GT(reached.close, reached.boids);
    EXPECT_GT(reached.lone_with_neighbours, 1000);
    EXPECT_GT(reached.turned, 1000);
    EXPECT_EQ(reached.caught > 1000, GetParam() > 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, SpeciesFormula, testing::Values(1, 2, 5, 16));

}  // namespace
}  // namespace murmur
