// Predators against docs/model.md in plain float64: boids flee each of them, each chases the nearest boid that
// it notices, and those that flock steer by the three rules among themselves.
#include <gtest/gtest.h>

#include <cmath>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "support/lockstep.h"
#include "support/oracle.h"

namespace murmur {
namespace {

const Numbers kMaxSpeed{3.0, 1.25}, kNotice{100.0, 63.5}, kChase{0.05, 0.2}, kFleeRadius{130.0, 40.0},
    kFleePush{0.2, 0.35};

/// The nearest boid within `notice` (ties: lowest id), + chase (prey - p), own max speed, wrap like boids.
void chase(const Oracle& world, const State<double>& before, size_t k, Numbers& p, Numbers& v) {
  p = row(before.predator_position, k, before.dimensions);
  v = row(before.predator_velocity, k, before.dimensions);
  double nearest = kNotice.at(k);
  Numbers prey(p.size(), 0.0);
  for (size_t id = 0; id < static_cast<size_t>(before.count()); ++id) {
    const Numbers d = world.apart(p, row(before.position, id, before.dimensions));
    if (length(d) >= nearest) continue;
    nearest = length(d);
    prey = d;
  }
  v = limit(v + prey * kChase.at(k), kMaxSpeed.at(k));
  p = p + v * world.time_step;
  for (size_t axis = 0; axis < p.size(); ++axis)
    p[axis] -= world.size[axis] * std::floor(p[axis] / world.size[axis]);
}

TEST(Predators, BoidsFleeAndPredatorsChase) {
  for (Oracle world : worlds()) {
    world.added = [&](const State<double>& s, size_t id) {
      Numbers dv(world.size.size(), 0.0);
      for (size_t k = 0; k < 2; ++k) {
        const Numbers away =
            world.apart(row(s.predator_position, k, s.dimensions), row(s.position, id, s.dimensions));
        if (length(away) < kFleeRadius.at(k)) dv = dv + unit(away) * kFleePush.at(k);
      }
      return dv;
    };
    Oracle around = world;
    around.wrapped = true;
    world.also = [&](const State<double>& before, const State<double>& after) {
      for (size_t k = 0; k < 2; ++k) {
        Numbers p, v;
        chase(world, before, k, p, v);
        ASSERT_LE(length(row(after.predator_velocity, k, after.dimensions) - v), 1e-4)
            << "predator " << k << " after step " << after.step;
        ASSERT_LE(length(around.apart(row(after.predator_position, k, after.dimensions), p)), 1e-3)
            << "predator " << k;
      }
    };
    std::string predators =
        "[cursor]\nmode = \"none\"\nradius = 300.0\npush = 0.9\n";  // of no effect on them
    for (size_t k = 0; k < 2; ++k)
      predators += fmt::format(
          "[[predator]]\nmax_speed = {}\nnotice = {:.1f}\nchase = {}\nflee_radius = {:.1f}\nflee_push = {}\n",
          kMaxSpeed[k], kNotice[k], kChase[k], kFleeRadius[k], kFleePush[k]);
    expect_follows(toml_of(world, predators), world, 120);
  }
}

/// The exponent of |d| in separation -d / |d|^n, as `falloff` says, and its factor.
struct Separation {
  const char* falloff;
  double exponent, factor;
};
class PredatorPacks : public testing::TestWithParam<Separation> {};
INSTANTIATE_TEST_SUITE_P(Falloffs, PredatorPacks,
                         testing::Values(Separation{"none", 0.0, 0.05}, Separation{"inverse", 1.0, 0.7},
                                         Separation{"inverse-square", 2.0, 6.0}),
                         [](const auto& pack) { return "of" + std::to_string(pack.index); });

/// Predators 0, 1 and 3 flock: separation within r, mean velocity, mean displacement, each times its factor.
TEST_P(PredatorPacks, SteerByTheRulesAmongThemselves) {
  const char* const falloff = GetParam().falloff;
  const double exponent = GetParam().exponent, factor = GetParam().factor;
  for (Oracle world : worlds()) {
    const std::vector<size_t> pack{0, 1, 3};
    Oracle around = world;
    around.wrapped = true;
    bool met = false;
    world.also = [&](const State<double>& before, const State<double>& after) {
      const int d = before.dimensions;
      for (size_t k = 0; k < 4; ++k) {
        const Numbers p = row(before.predator_position, k, d);
        Numbers v = row(before.predator_velocity, k, d);
        Numbers apart(p.size(), 0.0), velocity = apart, centre = apart;
        double n = 0.0;
        for (const size_t j : pack) {
          const Numbers there = world.apart(p, row(before.predator_position, j, d));
          if (j == k || k == 2 || length(there) >= 150.0) continue;
          n += 1.0;
          if (length(there) < 30.0) apart = apart - there * std::pow(length(there), -exponent);
          velocity = velocity + row(before.predator_velocity, j, d);
          centre = centre + there;
        }
        if (n > 0.0)
          v = v + apart * factor + (velocity * (1.0 / n) - row(before.predator_velocity, k, d)) * 0.1 +
              centre * (0.01 / n);
        met = met || n > 1.0;
        v = limit(v, 2.0);
        ASSERT_LE(length(row(after.predator_velocity, k, d) - v), 1e-4) << k << " after step " << after.step;
        ASSERT_LE(length(around.apart(row(after.predator_position, k, d), p + v)), 1e-3) << k;
      }
    };
    std::string tables;
    for (size_t k = 0; k < 4; ++k)
      tables += fmt::format("[[predator]]\nat = {}\nmax_speed = 2.0\nnotice = 0.0\nflocks = {}\n",
                            text(world.size * (0.4 + 0.03 * static_cast<double>(k))), k != 2);
    const std::string toml = fmt::format(
        "preset = \"benchmark\"\nboids = 0\n[world]\nsize = {}\nmetric = \"{}\"\n[rules]\nradius = "
        "150.0\nseparation_radius = 30.0\nseparation = {{ falloff = \"{}\", shape = \"factor\", amount = "
        "{} }}\n"
        "alignment = {{ shape = \"factor\", amount = 0.1 }}\ncohesion = {{ shape = \"factor\", amount = 0.01 "
        "}}\n{}",
        text(world.size), world.wrapped ? "wrapped" : "plain", falloff, factor, tables);
    expect_follows(toml, world, 150);
    EXPECT_TRUE(met) << "three were never together";
  }
}

State<double> with_predator(const std::vector<double>& boids, const std::vector<double>& predator) {
  State<double> state;
  state.position = boids;
  state.velocity.assign(boids.size(), 0.0);
  state.predator_position = predator;
  state.predator_velocity = {0.0, 0.0};
  return state;
}

/// The predator's velocity after one step on a backend.
template <class T>
std::vector<T> chased(const State<double>& initial, std::unique_ptr<Backend<T>> backend,
                      const std::string& metric = "plain") {
  State<T> state;
  const auto copy = [](const std::vector<double>& from) { return std::vector<T>(from.begin(), from.end()); };
  state.position = copy(initial.position);
  state.velocity = copy(initial.velocity);
  state.predator_position = copy(initial.predator_position);
  state.predator_velocity = copy(initial.predator_velocity);
  Oracle world = worlds()[0];
  world.wrapped = metric == "wrapped";
  Simulation<T> run(ScenarioSource::from_text(toml_of(world, "[[predator]]\nmax_speed = 30.0\n"), "test"),
                    std::move(backend), state);
  run.advance();
  return run.state().predator_velocity;
}

TEST(Predators, TiesGoToTheLowestId) {
  // Ids 0 and 1 are equally near; memory order on the cpu is by row, which would put id 1 first.
  const State<double> state = with_predator({300.0, 240.0, 300.0, 160.0, 300.0, 290.0}, {300.0, 200.0});
  EXPECT_EQ(chased(state, make_reference_double()), (std::vector<double>{0.0, 40.0 * 0.05}));
  for (const int threads : {1, 2, 3}) {
    EXPECT_EQ(chased(state, make_cpu({threads, Simd::kAuto, 0})), (std::vector<float>{0.0f, 40.0f * 0.05f}));
  }
}

TEST(Predators, SeeNobodyAt100OrBeyond) {
  EXPECT_EQ(chased(with_predator({300.0, 300.0}, {300.0, 200.0}), make_reference_double()),
            (std::vector<double>{0.0, 0.0}));
  EXPECT_NEAR(chased(with_predator({300.0, 299.5}, {300.0, 200.0}), make_reference_double())[1], 99.5 * 0.05,
              1e-14);
  EXPECT_EQ(chased(with_predator({}, {300.0, 200.0}), make_reference_double()),
            (std::vector<double>{0.0, 0.0}));
  EXPECT_EQ(chased(with_predator({}, {300.0, 200.0}), make_cpu({1, Simd::kAuto, 0})),
            (std::vector<float>{0.0f, 0.0f}));
}

TEST(Predators, ChaseAcrossTheBorderWhereTheMetricWraps) {
  const State<double> state = with_predator({630.0, 200.0}, {10.0, 200.0});
  EXPECT_EQ(chased(state, make_reference_double(), "wrapped"), (std::vector<double>{-20.0 * 0.05, 0.0}));
  EXPECT_EQ(chased(state, make_reference_double(), "plain"), (std::vector<double>{0.0, 0.0}));
}

}  // namespace
}  // namespace murmur
