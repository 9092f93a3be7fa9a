// What the leader of a flock over several ranks tells and is asked, on processors and on devices: descriptions, picks, other
// dimensions, and flocks that have no boids at times. The ranks are threads.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/make_parameters.h"
#include "sim/ranks/ranks_backend.h"
#include "support/lockstep.h"
#include "support/serial_device.h"
#include "support/slabs_on.h"
#include "support/thread_ranks.h"

namespace murmur {
namespace {

using testing::StartsWith;

const SlabMakers kSerial = slabs_on<SerialDevice>();

/// Runs body(backend, ranks) on rank 0 of `size`, with a flock on processors, and with one on devices.
template <class Body>
void on_processors_and_devices(int size, const Body& body) {
  for (const SlabMakers* const devices : {static_cast<const SlabMakers*>(nullptr), &kSerial}) {
    with_thread_ranks(
        size,
        [&](ThreadRanks& ranks) {
          body(make_ranks_backend(ranks, {1, Simd::kScalar, 0}, devices), ranks);
        },
        kSerial);
  }
}

std::string description(int size, int threads, const SlabMakers* devices) {
  std::string text;
  with_thread_ranks(
      size,
      [&](Ranks& ranks) {
        const auto backend = make_ranks_backend(ranks, {threads, Simd::kScalar, 0}, devices);
        EXPECT_EQ(backend->count(), 0);
        if (!devices) {
          EXPECT_EQ(backend->description(), std::to_string(size) + " ranks") << "before there is a scenario";
        }
        backend->configure(scenario_of("preset = \"book\"").scenario());
        text = backend->description();
      },
      kSerial);
  return text;
}

TEST(RankCalls, ADescriptionCountsRanksAndThreads) {
  EXPECT_EQ(description(2, 1, nullptr), "2 ranks, 1 thread each, scalar");
  EXPECT_EQ(description(3, 2, nullptr), "3 ranks, 2 threads each, scalar");
  EXPECT_EQ(description(2, 1, &kSerial), "2 ranks on GPUs, rank 0 on plain loops");
  SlabMakers placed = kSerial;
  placed.places = "rank 0 on GPU 0, rank 1 on GPU 1";
  EXPECT_EQ(description(2, 1, &placed), placed.places);
}

TEST(RankCalls, ADescriptionOfOneRank) {
  for (const bool devices : {false, true}) {
    with_thread_ranks(
        1,
        [&](Ranks& ranks) {
          const auto backend = make_ranks_backend(ranks, {2, Simd::kScalar, 0}, devices ? &kSerial : nullptr);
          backend->configure(scenario_of("preset = \"book\"").scenario());
          EXPECT_EQ(backend->description(),
                    devices ? "1 rank on GPUs, rank 0 on plain loops" : "1 rank, 2 threads each, scalar");
        },
        kSerial);
  }
}

TEST(RankCalls, ASummaryBeginsWithThePlaces) {
  SlabMakers placed = kSerial;
  placed.places = "rank 0 on GPU 0";
  for (const SlabMakers* const devices : {&kSerial, static_cast<const SlabMakers*>(&placed)}) {
    with_thread_ranks(
        2,
        [&](Ranks& ranks) {
          Simulation<float> run(scenario_of("preset = \"book\"\nboids = 30"),
                                make_ranks_backend(ranks, {1, Simd::kScalar, 0}, devices));
          run.advance();
          EXPECT_THAT(run.backend().summary(),
                      StartsWith(devices == &placed ? "rank 0 on GPU 0; at most " : "at most "));
        },
        kSerial);
  }
}

TEST(RankCalls, PickTellsWhatSavingTells) {
  ScenarioOverrides overrides;
  overrides.boids = 120;
  overrides.set = {{"predator", "[{}, {}]"}};
  for (const char* preset : {"murmuration", "cis565"}) {
    const auto source = ScenarioSource::from_preset(preset, overrides);
    on_processors_and_devices(3, [&](std::unique_ptr<RanksBackend> backend, ThreadRanks&) {
      Simulation<float> run(source, std::move(backend));
      for (int step = 0; step < 5; ++step) run.advance();
      expect_picks(run, {119, 0, 77});
      expect_picks(run, {});
    });
  }
}

TEST(RankCalls, AnotherNumberOfDimensionsIsAnotherFlock) {
  const auto user = [](int64_t step, Simulation<float>& run) {
    if (step == 3) run.post({.kind = EventKind::kPreset, .preset = "cis565"});
    if (step == 6) run.post({.kind = EventKind::kPreset, .preset = "murmuration"});
  };
  on_processors_and_devices(2, [&](std::unique_ptr<RanksBackend> backend, ThreadRanks&) {
    expect_lockstep(scenario_of("preset = \"book\"\nboids = 60"), make_cpu({1, Simd::kAuto, 0}),
                    std::move(backend), 9, user);
  });
}

TEST(RankCalls, ASmallWorldIsToldOnce) {
  on_processors_and_devices(3, [&](std::unique_ptr<RanksBackend> backend, ThreadRanks& ranks) {
    const auto source = scenario_of("preset = \"book\"\nboids = 5\n[rules]\nradius = 200.0");
    backend->configure(source.scenario());
    backend->load_start(source.scenario());
    EXPECT_EQ(ranks.reported(),
              "the world has 2 rows of cells, so that 2 of 3 ranks have boids; more do not help");
    ranks.report("nothing");
    backend->load_start(source.scenario());
    EXPECT_EQ(ranks.reported(), "nothing");
  });
}

// Boids come into a flock of none, whose goals they follow, and go again; some ranks never have any.
TEST(RankCalls, FlocksThatHaveNoBoidsAtTimes) {
  ScenarioOverrides overrides;
  overrides.boids = 0;
  const auto source =
      scenario_of("preset = \"book\"\n[goal]\npath = [[100.0, 100.0], [500.0, 300.0]]\n", overrides);
  const auto user = [](int64_t step, Simulation<float>& run) {
    if (step == 2 || step == 8) run.post({.kind = EventKind::kAdd, .at = {90.0, 80.0}, .count = 3});
    if (step == 4) run.post({.kind = EventKind::kRemove, .count = 2});
    if (step == 6 || step == 7) run.post({.kind = EventKind::kRemove, .count = 9});
  };
  for (const int size : {1, 3}) {
    on_processors_and_devices(size, [&](std::unique_ptr<RanksBackend> backend, ThreadRanks&) {
      expect_lockstep(source, make_cpu({1, Simd::kAuto, 0}), std::move(backend), 12, user);
    });
  }
}

// A count fits N alone, and N is no part of the text that the other ranks read: they would refuse counts of 0.
TEST(RankCalls, SpeciesWithoutBoidsInAFlockOfNone) {
  ScenarioOverrides overrides;
  overrides.boids = 0;
  for (const char* counts : {"count = 0", "share = 0.0"}) {
    const auto source = scenario_of(fmt::format("preset = \"book\"\n[[species]]\nname = \"one\"\n{}\n"
                                                "[[species]]\nname = \"two\"\ncount = 0\n",
                                                counts),
                                    overrides);
    const auto user = [](int64_t step, Simulation<float>& run) {
      if (step == 2) run.post({.kind = EventKind::kAdd, .at = {90.0, 80.0}, .count = 3});
      if (step == 5) run.post({.kind = EventKind::kSet, .key = "rules.radius", .value = 40.0});
    };
    on_processors_and_devices(3, [&](std::unique_ptr<RanksBackend> backend, ThreadRanks&) {
      expect_lockstep(source, make_cpu({1, Simd::kAuto, 0}), std::move(backend), 8, user);
    });
  }
}

TEST(RankCalls, WithoutPredatorsNobodyIsPrey) {
  ParameterArrays<float, 2> arrays;
  const Scenario scenario = scenario_of("preset = \"book\"").scenario();
  const auto slab = kSerial.make_2d({});
  slab->configure(make_parameters<float, 2>(scenario, arrays), arrays);
  EXPECT_TRUE(slab->find_prey().empty());
  slab->keep_below(0);
  EXPECT_EQ(slab->count(), 0);
}

}  // namespace
}  // namespace murmur
