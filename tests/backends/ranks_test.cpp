// A flock over several ranks has the bits of one process at every step: every behaviour and preset, with events and with
// borders that move. The ranks are threads here; tests/app/mpi_script.sh has processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/ranks/ranks_backend.h"
#include "sim/ranks/slabs.h"
#include "support/behaviour_cases.h"
#include "support/crowded_corner.h"
#include "support/lockstep.h"
#include "support/model_cases.h"
#include "support/thread_ranks.h"

namespace murmur {
namespace {

constexpr int kSizes[] = {1, 2, 3, 5, 8};

/// Steps one process and `size` ranks, and compares every bit after each step.
void expect_same_on_ranks(int size, const ScenarioSource& source, int64_t steps, const Post& user = {}) {
  with_thread_ranks(size, [&](Ranks& ranks) {
    std::vector<std::unique_ptr<Backend<float>>> backends;
    backends.push_back(make_cpu({1, Simd::kAuto, 0}));
    backends.push_back(make_ranks_backend(ranks, {1, Simd::kAuto, 0}));
    expect_lockstep(source, std::move(backends), steps, user);
  });
}

// Every preset, behaviour, kind of sum and boundary, events, and states at the edges.
class RanksBits : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Sizes, RanksBits, testing::ValuesIn(kSizes));

TEST_P(RanksBits, OfEveryModelCase) {
  const std::map<std::string, uint64_t> known = known_model_bits();
  with_thread_ranks(GetParam(), [&](Ranks& ranks) {
    size_t number = 0;
    for (const ModelCase& model_case : model_cases()) {
      // Threads that wait for each other are slow on a busy machine: few of the cases on many ranks.
      if (GetParam() >= 5 && ++number % 4 != static_cast<size_t>(GetParam() == 8)) continue;
      EXPECT_EQ(bits_of(model_case, make_ranks_backend(ranks, {1, Simd::kAuto, 0})),
                known.at(model_case.name))
          << model_case.name;
    }
  });
}

class RanksRun : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Dimensions, RanksRun, testing::Values(2, 3));

// Boids are added in a corner, scattered and removed; all behaviours act, predators among them.
TEST_P(RanksRun, WithAUser) {
  expect_same_on_ranks(3, source_of(behaviour_cases(GetParam()).back(), GetParam(), 900), 90, busy_user);
}

TEST_P(RanksRun, WithCustomRules) {
  for (const BehaviourCase& one : behaviour_cases(GetParam())) {
    if (one.name.starts_with("custom_"))
      expect_same_on_ranks(3, source_of(one, GetParam(), 400), 15, busy_user);
    if (HasFatalFailure()) FAIL() << one.name;
  }
}

// A flock in the corner of the world, and then a crowd in it: the borders move, and the bits do not change.
TEST_P(RanksRun, BordersFollowTheWork) {
  RankFigures figures;
  with_thread_ranks(3, [&](Ranks& ranks) {
    expect_same_with_a_crowd(GetParam(), 200, make_ranks_backend(ranks, {1, Simd::kAuto, 0}), figures);
  });
  ASSERT_FALSE(HasFatalFailure());
  EXPECT_GT(figures.moved_borders, 0);
  EXPECT_LE(figures.imbalance, 1.3);
}

TEST(RanksFigures, AWorldOfFewPlanesLeavesRanksWithoutBoids) {
  with_thread_ranks(8, [&](ThreadRanks& ranks) {
    auto backend = make_ranks_backend(ranks, {1, Simd::kAuto, 0});
    RanksBackend& leader = *backend;
    Simulation<float> run(scenario_of("preset = \"book\"\n[rules]\nradius = 400.0"), std::move(backend));
    run.advance();
    EXPECT_EQ(leader.figures().planes, 1);
    EXPECT_THAT(ranks.reported(), testing::HasSubstr("1 row of cells, so that 1 of 8 ranks"));
    EXPECT_EQ(leader.figures().most_boids, run.count());
  });
}

TEST(RanksFailure, NamesRankBoidAndStep) {
  with_thread_ranks(3, [&](Ranks& ranks) {
    State<float> state = settled(scenario_of("preset = \"book\"\nboids = 200"), 5);
    state.velocity[2 * 117] = std::numeric_limits<float>::infinity();
    Simulation<float> run(scenario_of("preset = \"book\"\nboids = 200"),
                          make_ranks_backend(ranks, {1, Simd::kAuto, 0}), state);
    try {
      run.advance();
      FAIL() << "nothing was thrown";
    } catch (const RunError& error) {
      EXPECT_THAT(error.what(),
                  testing::MatchesRegex("rank [0-2] .thread.: boid [0-9]+ has .* after step 6;.*"));
    }
  });
}

TEST(Slabs, AreBalancedByTheirWork) {
  EXPECT_EQ(balanced_borders({1, 1, 1, 1}, 2), (Borders{0, 2, 4}));
  EXPECT_EQ(balanced_borders({10, 1, 1, 1, 1, 1}, 3), (Borders{0, 1, 3, 6}));
  EXPECT_EQ(balanced_borders({5}, 3), (Borders{0, 1, 1, 1}));
  EXPECT_EQ(balanced_borders({0, 0, 0, 0}, 3).back(), 4);
  EXPECT_DOUBLE_EQ(imbalance({3, 1}, {0, 1, 2}), 1.5);
  EXPECT_DOUBLE_EQ(imbalance({0, 0}, {0, 1, 2}), 1.0);
}

TEST(Slabs, HalosCoverEachWindowOnce) {
  for (const bool wrapped : {false, true}) {
    for (const int32_t reach : {1, 2, 5, 14}) {
      const Planes planes{7, reach, wrapped};
      const Borders borders{0, 2, 3, 3, 7};
      for (int to = 0; to < 4; ++to) {
        std::map<int32_t, int> covered;
        for (int from = 0; from < 4; ++from) {
          for (const Halo& halo : halos_between(planes, borders, from, to)) {
            for (int32_t plane = halo.begin; plane < halo.end; ++plane) {
              ++covered[plane];
              EXPECT_EQ(owners(borders)[static_cast<size_t>(plane - halo.shift)], from);
            }
          }
        }
        const Window window = window_of(planes, borders, to);
        for (int32_t plane = window.before; plane < window.after; ++plane)
          EXPECT_EQ(covered[plane], plane < window.first || plane >= window.last ? 1 : 0) << plane;
      }
    }
  }
}

}  // namespace
}  // namespace murmur
