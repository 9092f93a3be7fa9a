// neighbours_of against the counts of the metrics, which find neighbours through a grid of their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sim/backends/cpu/cpu.h"
#include "sim/measure/metrics.h"
#include "sim/run/simulation.h"
#include "sim/util/errors.h"
#include "support/near_ids.h"

namespace murmur {
namespace {

TEST(Neighbours, AreThoseThatTheMetricsCount) {
  ScenarioOverrides overrides;
  overrides.boids = 400;
  ThreadPool pool(1);
  for (const char* preset : {"murmuration", "book", "cis565"}) {
    Simulation<float> simulation(ScenarioSource::from_preset(preset, overrides), make_cpu({}));
    for (int step = 0; step < 50; ++step) simulation.advance();
    const State<float> state = simulation.state();
    const Metrics metrics = measure(state, simulation.scenario(), pool);
    std::vector<int64_t> ids(400);
    std::iota(ids.begin(), ids.end(), 0);
    const auto all = near_ids(state, simulation.scenario(), ids);
    size_t sum = 0, most = 0;
    for (const int64_t id : ids) {
      const auto& near = all[static_cast<size_t>(id)];
      sum += near.size();
      most = std::max(most, near.size());
      EXPECT_TRUE(std::is_sorted(near.begin(), near.end()));
      for (const uint32_t other : near) {
        const auto& back = all[other];
        EXPECT_TRUE(std::binary_search(back.begin(), back.end(), static_cast<uint32_t>(id)));
      }
    }
    EXPECT_NEAR(static_cast<double>(sum) / 400.0, metrics.neighbours_mean, 1e-9) << preset;
    EXPECT_EQ(static_cast<int64_t>(most), metrics.neighbours_max) << preset;
  }
}

TEST(Neighbours, AnIdThatDoesNotExistIsTold) {
  ScenarioOverrides overrides;
  overrides.boids = 3;
  Simulation<float> simulation(ScenarioSource::from_preset("book", overrides), make_cpu({}));
  const auto fault = [&](const std::vector<int64_t>& ids) -> std::string {
    try {
      (void)near_ids(simulation.state(), simulation.scenario(), ids);
    } catch (const UserError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(fault({0, 2}), "none");
  EXPECT_EQ(fault({0, 3}), "id 3 does not exist; allowed: 0 to 2");
  EXPECT_EQ(fault({-1}), "id -1 does not exist; allowed: 0 to 2");
  simulation.backend().remove(3);
  EXPECT_EQ(fault({0}), "id 0 does not exist: there are no boids");
}

}  // namespace
}  // namespace murmur
