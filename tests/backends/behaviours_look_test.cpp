// Behaviour is what people expect to see: 10,000 boids of `murmuration`, checked with numbers. Seeded, and
// the same bits on every machine, so what passes once passes always.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/random.h"
#include "sim/backends/cpu/cpu.h"
#include "support/flock_numbers.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

// Denser than the preset's world, so that few boids are alone: sqrt(10,000 pi 75^2 / 20) [world units].
constexpr double kSide = 2973.541;
constexpr const char* kMurmuration =
    "preset = \"murmuration\"\nboids = 10000\nworld = { neighbours = 20.0 }\n";

Simulation<float> murmuration(const std::string& tables) {
  return {scenario_of(kMurmuration + tables), make_cpu({})};
}

void advance(Simulation<float>& run, int64_t steps) {
  for (int64_t step = 0; step < steps; ++step) run.advance();
}

TEST(Look, ScatterDrivesBoidsAway) {
  auto run = murmuration("");
  advance(run, 200);
  Event scatter;
  scatter.kind = EventKind::kScatter;
  const FlockNumbers before(run);
  scatter.at = before.place(0);
  scatter.radius = 13 * 75.0;
  const std::vector<size_t> within = before.within(scatter.at, *scatter.radius);
  ASSERT_GT(within.size(), 500u);
  run.post(scatter);
  double last = before.mean_distance(within, scatter.at);
  for (int k = 0; k < 4; ++k) {
    advance(run, 10);
    const double now = FlockNumbers(run).mean_distance(within, scatter.at);
    EXPECT_GT(now, last + 5.0) << "after " << 10 * (k + 1) << " steps";
    last = now;
  }
}

// Startled boids leave their flocks, come back from all sides, and need a while to agree again. How long
// varies: at this size a sky holds few flocks, and a seed that merges two of them late can take longer than
// 2,000 steps.
TEST(Look, StartleBreaksTheOrderForAWhile) {
  auto run = murmuration("seed = 4\n");
  advance(run, 3500);
  const double before = FlockNumbers(run).neighbourhood_polarisation();
  Event startle;
  startle.kind = EventKind::kStartle;
  startle.steps = 200;
  run.post(startle);
  double lowest = 1.0, back = 0.0;
  for (int k = 0; k < 22; ++k) {
    advance(run, 100);
    const double now = FlockNumbers(run).neighbourhood_polarisation();
    back = now < lowest ? 0.0 : std::max(back, now);
    lowest = std::min(lowest, now);
  }
  EXPECT_LT(lowest, before - 0.1);
  EXPECT_GT(back, before - 0.02);
}

TEST(Look, BoidsFlyAroundObstacles) {
  std::string tables;
  std::vector<std::vector<double>> places;
  for (int k = 0; k < 9; ++k) {
    places.push_back({kSide * (0.17 + 0.33 * (k % 3)), kSide * (0.17 + 0.33 * (k / 3))});
    tables += fmt::format("[[obstacle]]\nat = [{}, {}]\nradius = 150.0\navoid = \"look-ahead\"\n",
                          places.back()[0], places.back()[1]);
  }
  auto run = murmuration(tables);
  advance(run, 200);
  double inside = 0.0;
  int samples = 0;
  for (; run.step_number() < 1200; advance(run, 10), ++samples) {
    const FlockNumbers now(run);
    for (const auto& place : places) inside += static_cast<double>(now.within(place, 150.0).size()) / 10000.0;
  }
  EXPECT_LT(inside / samples, 0.01);
}

TEST(Look, GustCarriesTheFlockAlong) {
  auto run = murmuration("");
  advance(run, 300);
  const std::vector<double> before = FlockNumbers(run).mean_velocity();
  Event gust;
  gust.kind = EventKind::kGust;
  gust.strength = 0.1;
  gust.steps = 20;
  Random random(run.scenario().seed, Stream::kGustHeading, 0, 300);
  const auto u = random.unit_vector<2>();
  const std::vector<double> heading(u.c, u.c + 2);
  run.post(gust);
  advance(run, 20);
  const std::vector<double> after = FlockNumbers(run).mean_velocity();
  const double along = (after[0] - before[0]) * heading[0] + (after[1] - before[1]) * heading[1];
  const double across = (after[1] - before[1]) * heading[0] - (after[0] - before[0]) * heading[1];
  EXPECT_GT(along, 0.5);
  EXPECT_LT(std::fabs(across), 0.5 * along);
}

TEST(Look, BoidsTurnAwayFromPredators) {
  std::string tables;
  for (int k = 0; k < 20; ++k) tables += "[[predator]]\nmax_speed = 3.0\nflee_push = 0.5\n";
  auto hunted = murmuration(tables);
  advance(hunted, 20);
  // The same flock goes on without them: what differs is what the predators do to it.
  State<float> alone = hunted.state();
  alone.predator_position.clear();
  alone.predator_velocity.clear();
  Simulation<float> calm(scenario_of(kMurmuration), make_cpu({}), alone);
  const FlockNumbers before(hunted);
  std::vector<std::pair<size_t, std::vector<double>>> reached;
  for (size_t k = 0; k < 20; ++k) {
    for (const size_t id : before.within(before.predator(k), 95.0))
      reached.emplace_back(id, before.predator(k));
  }
  ASSERT_GT(reached.size(), 30u);
  advance(hunted, 3);
  advance(calm, 3);
  const FlockNumbers fled(hunted), flew(calm);
  size_t turned = 0;
  double mean = 0.0;
  for (const auto& [id, predator] : reached) {
    const double change = fled.outward_speed(id, predator) - flew.outward_speed(id, predator);
    turned += change > 0.0;
    mean += change / static_cast<double>(reached.size());
  }
  EXPECT_GT(turned, reached.size() * 8 / 10);
  EXPECT_GT(mean, 0.3);
}

TEST(Look, PerchedBoidsRestAndComeBack) {
  auto run = murmuration("[perching]\nmean_rest = 60.0\n");
  std::set<size_t> ever, returned;
  std::vector<std::vector<double>> sat(10000);  // where a boid sits; empty while it flies
  for (int64_t step = 0; step < 1500; ++step) {
    run.advance();
    const FlockNumbers now(run);
    for (size_t id = 0; id < 10000; ++id) {
      const std::vector<double> p = now.place(id);
      const bool sits = p[1] == 0.0 && now.speed(id) == 0.0;
      if (!sat[id].empty()) {
        const bool tries =
            Random(1, Stream::kPerch, static_cast<uint32_t>(id), static_cast<uint64_t>(step)).uniform() <
            1.0f / 60.0f;
        ASSERT_TRUE(tries || p == sat[id]) << "boid " << id << " moved while it sat, in step " << step;
        if (!sits) returned.insert(id);
      }
      sat[id] = sits ? p : std::vector<double>();
      if (sits && step < 1000) ever.insert(id);
    }
  }
  size_t back = 0;
  for (const size_t id : ever) back += returned.count(id);
  EXPECT_GT(ever.size(), 300u);
  EXPECT_GE(back, ever.size() * 99 / 100);
}

TEST(Look, BoidsVisitThePlacesOfAPathInTurn) {
  const std::vector<std::vector<double>> places{{900.0, 900.0}, {2000.0, 900.0}, {1500.0, 1900.0}};
  auto run = murmuration(
      "[goal]\npath = [[900.0, 900.0], [2000.0, 900.0], [1500.0, 1900.0]]\narrive_radius = 150.0\n");
  std::vector<uint32_t> target(10000, 0);
  std::vector<int> arrivals(10000, 0);
  while (run.step_number() < 3000) {
    const FlockNumbers before(run);
    run.advance();
    const State<float> after = run.state();
    for (size_t id = 0; id < 10000; ++id) {
      if (after.columns.target[id] == target[id]) continue;
      ASSERT_EQ(after.columns.target[id], (target[id] + 1) % 3)
          << "boid " << id << " left out a place at step " << after.step;
      ASSERT_LT(before.distance(id, places[target[id]]), 150.001)
          << "boid " << id << " had not arrived at step " << after.step;
      target[id] = after.columns.target[id];
      ++arrivals[id];
    }
  }
  size_t all_round = 0;
  for (const int count : arrivals) all_round += count >= 3;
  EXPECT_GE(all_round, 9000u);
}

}  // namespace
}  // namespace murmur
