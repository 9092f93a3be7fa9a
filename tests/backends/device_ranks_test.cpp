// A flock over several ranks whose boids stay in the memory of devices has the bits of one process: every behaviour and preset, with
// events and with borders that move. The ranks are threads and the devices plain loops; tests/device/ has the kernels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/ranks/halo_plan.h"
#include "sim/ranks/ranks_backend.h"
#include "support/behaviour_cases.h"
#include "support/crowded_corner.h"
#include "support/lockstep.h"
#include "support/model_cases.h"
#include "support/serial_device.h"
#include "support/slabs_on.h"
#include "support/thread_ranks.h"

namespace murmur {
namespace {

using testing::HasSubstr;

const SlabMakers kSerial = slabs_on<SerialDevice>();

/// Runs body(ranks) as rank 0 of `size` whose slabs are on devices.
template <class Body>
void on_device_ranks(int size, const Body& body) {
  with_thread_ranks(size, body, kSerial);
}
std::unique_ptr<RanksBackend> device_ranks(Ranks& ranks, const std::string& kernel = "") {
  BackendOptions options{1, Simd::kAuto, 0};
  options.kernel = kernel;
  return make_ranks_backend(ranks, options, &kSerial);
}

class DeviceRanks : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Sizes, DeviceRanks, testing::Values(1, 2, 3, 5));

// Every preset, behaviour, kind of sum and boundary, events, and states at the edges.
TEST_P(DeviceRanks, HaveTheBitsOfEveryModelCase) {
  const std::map<std::string, uint64_t> known = known_model_bits();
  on_device_ranks(GetParam(), [&](Ranks& ranks) {
    size_t number = 0;
    for (const ModelCase& model_case : model_cases()) {
      // Threads that wait for each other are slow on a busy machine: few of the cases on many ranks.
      if (GetParam() >= 3 && ++number % 4 != static_cast<size_t>(GetParam() == 3)) continue;
      EXPECT_EQ(bits_of(model_case, device_ranks(ranks)), known.at(model_case.name)) << model_case.name;
    }
  });
}

class DeviceRanksRun : public testing::TestWithParam<int> {
 protected:
  /// Steps one process and `size` ranks, and compares every bit after each step.
  static void expect_same(int size, const ScenarioSource& source, int64_t steps, const Post& user = {},
                          const std::string& kernel = "") {
    on_device_ranks(size, [&](Ranks& ranks) {
      expect_lockstep(source, make_cpu({1, Simd::kAuto, 0}), device_ranks(ranks, kernel), steps, user);
    });
  }
};
INSTANTIATE_TEST_SUITE_P(Dimensions, DeviceRanksRun, testing::Values(2, 3));

// Boids are added in a corner, scattered and removed; all behaviours act, predators among them.
TEST_P(DeviceRanksRun, WithAUser) {
  expect_same(3, source_of(behaviour_cases(GetParam()).back(), GetParam(), 900), 60, busy_user);
}

TEST_P(DeviceRanksRun, WithCustomRules) {
  for (const BehaviourCase& one : behaviour_cases(GetParam())) {
    if (one.name.starts_with("custom_")) expect_same(3, source_of(one, GetParam(), 400), 10, busy_user);
    if (HasFatalFailure()) FAIL() << one.name;
  }
}

TEST_P(DeviceRanksRun, WithEveryKernel) {
  for (const std::string& kernel : update_kernel_names()) {
    expect_same(2,
                scenario_of(fmt::format("preset = \"{}\"\nboids = 1500",
                                        GetParam() == 3 ? "benchmark-3d" : "benchmark")),
                20, busy_user, kernel);
  }
}

using DeviceRanksRun2d = DeviceRanksRun;
INSTANTIATE_TEST_SUITE_P(Boundaries, DeviceRanksRun2d, testing::Values(2));

TEST_P(DeviceRanksRun2d, InAWorldThatShrinksUnderItsBoids) {
  for (const char* boundary : {"wrap", "bounce", "tile"}) {
    expect_same(
        3,
        scenario_of(fmt::format("preset = \"benchmark\"\nboids = 300\n[world]\nsize = [700.0, 700.0]\n"
                                "metric = \"wrapped\"\nboundary = \"{}\"\n",
                                boundary)),
        30, shrink_world);
  }
}

// A flock in the corner of the world, and then a crowd in it: the borders move as they do with ranks on processors, and the bits do not
// change.
TEST_P(DeviceRanksRun, BordersFollowTheWork) {
  const auto run_on = [&](bool devices) {
    RankFigures figures;
    on_device_ranks(3, [&](Ranks& ranks) {
      auto backend = devices ? device_ranks(ranks) : make_ranks_backend(ranks, {1, Simd::kAuto, 0});
      expect_same_with_a_crowd(GetParam(), 36, std::move(backend), figures);
    });
    return figures;
  };
  const RankFigures cpu = run_on(false), device = run_on(true);
  ASSERT_FALSE(HasFatalFailure());
  EXPECT_GT(device.moved_borders, 0);
  EXPECT_EQ(device.moved_borders, cpu.moved_borders);
  EXPECT_EQ(device.imbalance, cpu.imbalance);
  EXPECT_EQ(device.most_boids, cpu.most_boids);
  EXPECT_LE(device.most_halo, cpu.most_halo);
}

// A state from ranks goes on in one process, and the other way round.
TEST_P(DeviceRanksRun, SaveAndLoadWhatOneProcessHas) {
  const std::vector<BehaviourCase> cases = behaviour_cases(GetParam());
  const auto all_inert = std::ranges::find(cases, "all_inert", &BehaviourCase::name);
  const ScenarioSource source = source_of(*all_inert, GetParam(), 400);
  on_device_ranks(3, [&](Ranks& ranks) {
    Simulation<float> one(source, make_cpu({1, Simd::kAuto, 0})), many(source, device_ranks(ranks));
    for (int step = 0; step < 15; ++step) {
      one.advance();
      many.advance();
    }
    EXPECT_EQ(one.state().position, many.state().position);
    EXPECT_EQ(one.state().columns.target, many.state().columns.target);
    EXPECT_EQ(one.state().columns.alignment, many.state().columns.alignment);
    EXPECT_EQ(one.state().columns.alignment.size(), one.state().velocity.size());
    EXPECT_EQ(one.state().predator_position, many.state().predator_position);
    Simulation<float> from_one(source, device_ranks(ranks), one.state());
    for (auto* run : {&one, &from_one}) run->advance();
    EXPECT_EQ(one.hash(), from_one.hash());
  });
}

TEST(DeviceRanksFailure, NamesRankBoidAndStepAndALaterLoadGoesOn) {
  on_device_ranks(3, [&](Ranks& ranks) {
    const ScenarioSource source = scenario_of("preset = \"book\"\nboids = 200");
    const State<float> good = settled(source, 5);
    State<float> bad = good;
    bad.velocity[2 * 117] = std::numeric_limits<float>::infinity();
    const auto backend = device_ranks(ranks);
    backend->configure(source.scenario());
    backend->load(bad);
    try {
      backend->step({.step = 5});
      FAIL() << "nothing was thrown";
    } catch (const RunError& error) {
      EXPECT_THAT(error.what(),
                  testing::MatchesRegex("rank [0-2] .thread.: boid [0-9]+ has .* after step 6;.*"));
    }
    backend->load(good);
    backend->step({.step = 5});
    const auto cpu = make_cpu({1, Simd::kAuto, 0});
    cpu->configure(source.scenario());
    cpu->load(good);
    cpu->step({.step = 5});
    EXPECT_EQ(backend->hash(), cpu->hash());
  });
}

// A device that one rank does not have ends the call on all of them; they go on with another flock.
TEST(DeviceRanksFailure, NamesTheRankWithoutADevice) {
  constexpr int kBoth = 2;
  for (const int poor : {0, 1, kBoth}) {
    SlabMakers none = kSerial;
    none.make_2d = [](const BackendOptions&) -> std::unique_ptr<DeviceSlab<2>> {
      throw NoDevice("no GPU here");
    };
    with_thread_ranks(
        2,
        [&](Ranks& ranks) {
          const ScenarioSource source = scenario_of("preset = \"book\"\nboids = 50");
          const auto backend = make_ranks_backend(ranks, {1, Simd::kAuto, 0}, poor == 1 ? &kSerial : &none);
          try {
            backend->configure(source.scenario());
            FAIL() << "nothing was thrown";
          } catch (const RunError& error) {
            EXPECT_EQ(error.what(), fmt::format("rank {} (thread): no GPU here", poor == 1 ? 1 : 0));
          }
          Simulation<float> run(source, make_ranks_backend(ranks, {1, Simd::kAuto, 0}));
          run.advance();
        },
        poor == 0 ? kSerial : none);
  }
}

// Every plane that the boids of a slab look into is stored once, and neighbours in the order of places are neighbours in the array of
// starts, which has one number for the end of a plane and the start of the next.
TEST(HaloPlans, HaveEachPlaneOnce) {
  for (const bool wrapped : {false, true}) {
    for (const int32_t reach : {1, 2, 3, 5, 14}) {
      for (const Borders& borders :
           {Borders{0, 9}, Borders{0, 4, 9}, Borders{0, 3, 6, 9}, Borders{0, 2, 3, 3, 8, 9}}) {
        for (int rank = 0; rank + 1 < static_cast<int>(borders.size()); ++rank) {
          const Planes planes{9, reach, wrapped};
          const int64_t cells = 10;
          const HaloPlan plan = plan_halo(planes, borders, rank, cells);
          const int32_t first = borders[static_cast<size_t>(rank)],
                        last = borders[static_cast<size_t>(rank) + 1];
          if (first == last) {
            EXPECT_TRUE(plan.receives.empty());
            continue;
          }
          std::vector<int32_t> order;  // real planes, in the order of places
          for (size_t k = 0; k <= plan.receives.size(); ++k) {
            for (int32_t plane = first; k == plan.before && plane < last; ++plane) order.push_back(plane);
            if (k == plan.receives.size()) break;
            const IndexRange range = cells_of(plan.receives[k], cells);
            EXPECT_GE(range.first, plan.cells.low);
            EXPECT_LE(range.first + range.size - 1, plan.cells.high);
            for (int64_t plane = range.first / cells; plane < (range.first + range.size) / cells; ++plane)
              order.push_back(static_cast<int32_t>(plane));
          }
          const std::set<int32_t> stored(order.begin(), order.end());
          EXPECT_EQ(stored.size(), order.size()) << "a plane is there twice";
          for (int32_t plane = first; plane < last; ++plane) {
            for (int32_t p = plane - reach; p <= plane + reach; ++p) {
              if (!wrapped && (p < 0 || p >= 9)) continue;
              EXPECT_TRUE(stored.count(((p % 9) + 9) % 9)) << p;
            }
          }
          // The end of a plane is where the next stored one begins, unless that is not the next plane of the world.
          for (size_t k = 0; k < order.size(); ++k) {
            if (!stored.count(order[k] + 1)) continue;
            ASSERT_LT(k + 1, order.size()) << "the last one";
            EXPECT_EQ(order[k + 1], order[k] + 1);
          }
          for (int32_t plane = plan.inner_first; plane < plan.inner_last && !plan.receives.empty(); ++plane) {
            EXPECT_TRUE(plane - reach >= first || (!wrapped && first == 0)) << plane;
            EXPECT_TRUE(plane + reach < last || (!wrapped && last == 9)) << plane;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace murmur
