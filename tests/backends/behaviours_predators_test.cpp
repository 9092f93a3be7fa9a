// Predators against docs/model.md in plain float64: boids flee each of them, each chases the nearest boid
// within 100.
#include <gtest/gtest.h>

#include <cmath>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "support/lockstep.h"
#include "support/oracle.h"

namespace murmur {
namespace {

const Numbers kMaxSpeed{3.0, 1.25};

/// The nearest boid within 100 (ties: lowest id), + 0.05 (prey - p), own max speed, wrap like boids.
void chase(const Oracle& world, const State<double>& before, size_t k, Numbers& p, Numbers& v) {
  p = row(before.predator_position, k, before.dimensions);
  v = row(before.predator_velocity, k, before.dimensions);
  double nearest = 100.0;
  Numbers prey(p.size(), 0.0);
  for (size_t id = 0; id < static_cast<size_t>(before.count()); ++id) {
    const Numbers d = world.apart(p, row(before.position, id, before.dimensions));
    if (length(d) >= nearest) continue;
    nearest = length(d);
    prey = d;
  }
  v = limit(v + prey * 0.05, kMaxSpeed.at(k));
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
        if (length(away) < 130.0) dv = dv + unit(away) * 0.2;
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
    // The radius and push are the cursor's, whether there is a cursor or not.
    expect_follows(toml_of(world,
                           "[cursor]\nmode = \"none\"\nradius = 130.0\npush = 0.2\n[[predator]]\nmax_speed = "
                           "3.0\n[[predator]]\nmax_speed = 1.25\n"),
                   world, 250);
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
