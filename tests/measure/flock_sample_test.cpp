// The window's quick look at a flock against the metrics, which share no code with it.
#include "sim/measure/flock_sample.h"
#include "sim/backends/cpu/cpu.h"

#include <gtest/gtest.h>

#include <numeric>

#include "sim/measure/metrics.h"
#include "sim/run/simulation.h"

namespace murmur {
namespace {

Simulation<float> flown(const std::string& preset, int64_t boids, int steps) {
  ScenarioOverrides overrides;
  overrides.boids = boids;
  Simulation<float> simulation(ScenarioSource::from_preset(preset, overrides), make_cpu({}));
  for (int step = 0; step < steps; ++step) simulation.advance();
  return simulation;
}

TEST(FlockSample, AgreesWithTheMetricsWhereAllAreSampled) {
  ThreadPool pool(1);
  for (const char* preset : {"murmuration", "book", "quiver", "ruby", "cis565", "benchmark-3d"}) {
    const Simulation<float> simulation = flown(preset, 900, 20);
    const State<float> state = simulation.state();
    const FlockSample sample = sample_flock(state, simulation.scenario());
    const Metrics metrics = measure(state, simulation.scenario(), pool);
    EXPECT_EQ(sample.step, 20) << preset;
    EXPECT_EQ(sample.sampled, 900) << preset;
    EXPECT_NEAR(sample.polarisation, metrics.polarisation, 1e-9) << preset;
    EXPECT_NEAR(sample.speed_mean, metrics.speed_mean, 1e-9) << preset;
    EXPECT_NEAR(sample.neighbours_mean, metrics.neighbours_mean, 1e-9) << preset;
    EXPECT_NEAR(std::accumulate(sample.speeds.begin(), sample.speeds.end(), 0.0), 1.0, 1e-12) << preset;
  }
}

TEST(FlockSample, ASampleIsNear) {
  const Simulation<float> simulation = flown("benchmark", 50000, 3);
  const State<float> state = simulation.state();
  const FlockSample sample = sample_flock(state, simulation.scenario(), 2000);
  EXPECT_EQ(sample.sampled, 2000);
  EXPECT_NEAR(sample.neighbours_mean, 20.0, 1.0);
}

TEST(FlockSample, SpeedsLieInTheirBins) {
  Scenario scenario = ScenarioSource::from_preset("book").scenario();  // max speed 2: bins of 0.1
  State<float> state;
  state.position = {1, 1, 2, 2, 3, 3, 4, 4};
  state.velocity = {0.0f, 0.0f, 0.55f, 0.0f, 0.0f, 2.0f, 3.0f, 0.0f};
  const FlockSample sample = sample_flock(state, scenario);
  EXPECT_EQ(sample.speeds[0], 0.25);
  EXPECT_EQ(sample.speeds[5], 0.25);
  EXPECT_EQ(sample.speeds[19], 0.5);  // at the maximum, and an outlier
  EXPECT_NEAR(sample.polarisation, std::sqrt(5.0) / 4.0, 1e-9);
}

TEST(FlockSample, ACrowdInOnePlaceIsSampledLess) {
  const Scenario scenario = ScenarioSource::from_preset("book").scenario();
  State<float> state;
  state.position.assign(20000, 100.0f);  // 10,000 boids in one place
  state.velocity.assign(20000, 0.0f);
  const FlockSample sample = sample_flock(state, scenario, 2000, 1'000'000);
  EXPECT_EQ(sample.sampled, 100);
  EXPECT_EQ(sample.neighbours_mean, 9999.0);
  EXPECT_EQ(sample.polarisation, 0.0);
}

TEST(FlockSample, AgreesWithTheMetricsInWrappedWorldsOfFewCells) {
  ThreadPool pool(1);
  for (const char* size : {"[110.0, 60.0]", "[120.0, 900.0]", "[110.0, 900.0, 60.0]"}) {
    const ScenarioSource source = ScenarioSource::from_text(
        std::string("preset = \"benchmark\"\nboids = 200\n[world]\nsize = ") + size + "\n", "test");
    Simulation<float> simulation(source, make_cpu({}));
    simulation.advance();
    const State<float> state = simulation.state();
    const FlockSample sample = sample_flock(state, simulation.scenario());
    const Metrics metrics = measure(state, simulation.scenario(), pool);
    EXPECT_GT(metrics.neighbours_mean, 1.0) << size;
    EXPECT_NEAR(sample.neighbours_mean, metrics.neighbours_mean, 1e-9) << size;
  }
}

TEST(FlockSample, OneBoidIsSampledHoweverFewTestsAreAllowed) {
  const Simulation<float> simulation = flown("book", 900, 0);
  const FlockSample sample = sample_flock(simulation.state(), simulation.scenario(), 2000, 0);
  EXPECT_EQ(sample.sampled, 1);
  EXPECT_EQ(sample.boids, 900);
}

TEST(FlockSample, NoBoids) {
  const FlockSample sample = sample_flock({}, ScenarioSource::from_preset("book").scenario());
  EXPECT_EQ(sample.boids, 0);
  EXPECT_EQ(sample.neighbours_mean, 0.0);
}

}  // namespace
}  // namespace murmur
