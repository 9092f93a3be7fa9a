// Lanes in 3D sum over listed candidates only (sim/backends/cpu/candidate_lists.inl). Their lists have every neighbour: pairs at nearly R
// and exactly at R in blocks of one boid and of many, across borders, for every kind of sum; and blocks whose candidates have no room.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "sim/state/start.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

// Positions are multiples of 1/8, so that displacements and their squares are exact.
constexpr int kWorld = 128 * 8;
constexpr int kRadius = 50;
// The first is the longest that is shorter than R: its |d|^2 is R^2 (1 - 1/2500). The others are as long as R.
constexpr std::array<std::array<int, 3>, 4> kDisplacements{
    {{49, 7, 7}, {50, 0, 0}, {40, 30, 0}, {40, 24, 18}}};

ScenarioSource flock(const std::string& world, const std::string& rules) {
  return scenario_of(fmt::format(
      "preset = \"benchmark-3d\"\n[world]\nsize = [128.0, 128.0, 128.0]\n{}\n[rules]\nradius = {}\n"
      "separation_radius = {}\n{}",
      world, kRadius / 8.0, kRadius / 8.0, rules));
}

class Flock {
 public:
  explicit Flock(uint32_t seed) : random_(seed) { state_.dimensions = 3; }
  int random(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
  /// In eighths; beyond a border it is on the other side.
  void add(const std::array<int, 3>& at) {
    for (int k = 0; k < 3; ++k) {
      state_.position.push_back(static_cast<float>((at[k] + kWorld) % kWorld) / 8.0f);
      state_.velocity.push_back(static_cast<float>(random(17) - 8) / 8.0f);
    }
  }
  const State<float>& state() const { return state_; }

 private:
  std::mt19937 random_;
  State<float> state_;
};

/// Pairs that are alone, one of them at a place of a lattice; most rows of cells have one boid.
State<float> pairs() {
  Flock flock(1);
  constexpr int kSpacing = 16 * 8;
  for (int place = 0; place < 512; ++place) {
    std::array<int, 3> d = kDisplacements[place % 4], a{place % 8, place / 8 % 8, place / 64}, b{};
    std::rotate(d.begin(), d.begin() + flock.random(3), d.end());
    for (int k = 0; k < 3; ++k) {
      a[k] = a[k] * kSpacing + flock.random(12);
      b[k] = a[k] + (flock.random(2) == 0 ? d[k] : -d[k]);
    }
    flock.add(a);
    flock.add(b);
  }
  return flock.state();
}

/// Boids close together around some places, many of them on one another or at R from one another.
State<float> clumps() {
  Flock flock(2);
  for (int clump = 0; clump < 12; ++clump) {
    const std::array<int, 3> at{flock.random(kWorld), flock.random(kWorld), flock.random(kWorld)};
    for (int boid = 0; boid < 150; ++boid) {
      std::array<int, 3> place{};
      for (int k = 0; k < 3; ++k) place[k] = at[k] + 5 * flock.random(30);
      flock.add(place);
    }
  }
  return flock.state();
}

void expect_bits_of_reference(const ScenarioSource& source, State<float> state, int64_t steps) {
  Scenario scenario = source.scenario();
  scenario.boids = state.count();
  begin_columns(scenario, 0, state);
  std::vector<std::unique_ptr<Backend<float>>> backends;
  backends.push_back(make_reference_float());
  for (const Simd simd : available_simds()) backends.push_back(make_cpu({2, simd, 0}));
  expect_lockstep(source, std::move(backends), steps, {}, &state);
  if (testing::Test::HasFatalFailure()) FAIL() << source.to_toml();
}

constexpr const char* kWorlds[] = {"", "boundary = \"bounce\"\nmetric = \"plain\""};

TEST(CandidateLists, HavePairsAtNearlyR) {
  for (const char* world : kWorlds) expect_bits_of_reference(flock(world, ""), pairs(), 1);
}

TEST(CandidateLists, HaveTheNeighboursOfEveryKindOfSum) {
  const State<float> state = clumps();
  for (const char* world : kWorlds) {
    for (const char* rules :
         {"", "field_of_view = 270.0\n[rules.separation]\nfalloff = \"inverse\"\n", "nearest = 4\n",
          "[rules.cohesion]\ntarget = \"directions\"\n",
          "[[species]]\nname = \"a\"\n[[species]]\nname = \"b\"\nfield_of_view = 200.0\n[pairs]\nradius = "
          "[[6.0, 3.0], [2.0, 6.25]]\n",
          "[[rule]]\nsums.pull = \"unit(d) * dot(v, v_j)\"\nadd = \"limit(pull, 0.05)\"\n",
          "[[wall]]\nplane = { at = [64.0, 64.0, 64.0], normal = [1.0, 0.4, 0.2] }\nblocks_view = true\n"}) {
      expect_bits_of_reference(flock(world, rules), state, 3);
    }
  }
}

TEST(CandidateLists, AreLeftOutInASparseFlock) {
  Flock sparse(4);
  for (int boid = 0; boid < 5000; ++boid)
    sparse.add({sparse.random(kWorld), sparse.random(kWorld), sparse.random(kWorld)});
  for (const char* world : kWorlds) expect_bits_of_reference(flock(world, ""), sparse.state(), 2);
}

// The lists have room for 16,384 candidates: for two blocks of the first flock at a time, and for none of the second.
TEST(CandidateLists, OfAllBoidsInOneCellHaveNoRoom) {
  for (const int boids : {6000, 17000}) {
    Flock in_cell(3);
    for (int boid = 0; boid < boids; ++boid)
      in_cell.add({500 + in_cell.random(12), 405 + in_cell.random(40), 405 + in_cell.random(40)});
    for (const char* world : kWorlds) {
      std::vector<std::unique_ptr<Backend<float>>> backends;
      for (const Simd simd : available_simds()) backends.push_back(make_cpu({2, simd, 0}));
      expect_lockstep(flock(world, ""), std::move(backends), 1, {}, &in_cell.state());
    }
  }
}

}  // namespace
}  // namespace murmur
