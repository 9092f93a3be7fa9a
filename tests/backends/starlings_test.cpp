// The presets of starlings as a whole: each stays one flock, and half the time step gives the same flock.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/measure/flock_shape.h"
#include "sim/measure/metrics.h"
#include "sim/run/simulation.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

/// Means over the samples of a run.
struct Means {
  double polarisation = 0.0, speed = 0.0, speed_spread = 0.0, nearest = 0.0, least_largest = 1.0;
};

/// Every two seconds after ten.
Means means_of(const std::string& preset, double time_step, double seconds) {
  ScenarioOverrides overrides;
  overrides.boids = 500;
  overrides.keep_density = true;
  overrides.set = {{"rules.time_step", fmt::format("{}", time_step)}};
  Simulation<float> run(ScenarioSource::from_preset(preset, overrides), make_cpu({1, Simd::kAuto, 0}));
  ThreadPool pool(1);
  Means means;
  int samples = 0;
  for (double t = 10.0; t <= seconds; t += 2.0) {
    while (static_cast<double>(run.step_number()) * time_step < t) run.advance();
    const Metrics m = measure(run.state(), run.scenario(), pool);
    means.polarisation += m.polarisation;
    means.speed += m.speed_mean;
    means.speed_spread += m.speed_sd / m.speed_mean;
    means.nearest += m.nearest_mean;
    means.least_largest = std::min(means.least_largest, m.largest_share);
    ++samples;
  }
  for (double* const sum : {&means.polarisation, &means.speed, &means.speed_spread, &means.nearest})
    *sum /= samples;
  return means;
}

/// Over 40 seconds.
void expect_one_flock(const std::string& preset, double time_step) {
  const Means whole = means_of(preset, time_step, 40.0), half = means_of(preset, time_step / 2.0, 40.0);
  for (const Means& means : {whole, half}) {
    EXPECT_GE(means.least_largest, 0.95);
    EXPECT_GE(means.polarisation, 0.94);
    EXPECT_LE(means.polarisation, 0.997);
    EXPECT_GE(means.speed_spread, 0.1);
    EXPECT_LE(means.speed_spread, 0.22);
    EXPECT_GE(means.nearest, 0.68);
    EXPECT_LE(means.nearest, 1.51);
  }
  EXPECT_NEAR(whole.polarisation, half.polarisation, 0.01);
  EXPECT_NEAR(whole.speed, half.speed, 0.2);  // 2 %
  EXPECT_NEAR(whole.speed_spread, half.speed_spread, 0.012);
  EXPECT_NEAR(whole.nearest, half.nearest, 0.05);
}

TEST(Starlings, AreOneFlockWhateverTheTimeStep) { expect_one_flock("starlings", 1.0 / 32.0); }
TEST(Starlings, ThatTurnAreOneFlockWhateverTheTimeStep) { expect_one_flock("starlings-turn", 1.0 / 128.0); }

/// The longest axis of the flock, its largest value over its smallest, every two seconds from 10 to 60.
double stretch(const std::string& preset) {
  ScenarioOverrides overrides;
  overrides.boids = 1000;
  Simulation<float> run(ScenarioSource::from_preset(preset, overrides), make_cpu({1, Simd::kAuto, 0}));
  ThreadPool pool(1);
  double least = 1e9, most = 0.0;
  for (int64_t step = 320; step <= 1920; step += 64) {
    while (run.step_number() < step) run.advance();
    const FlockShape shape = measure_shape(run.state(), run.scenario(), pool);
    EXPECT_GE(shape.largest_share, 0.95) << preset << " at step " << step;
    least = std::min(least, shape.axes[2]);
    most = std::max(most, shape.axes[2]);
  }
  return most / least;
}

TEST(Starlings, OfTheShowAreOneFlockThatStretchesAndShrinks) {
  const double plain = stretch("starlings"), show = stretch("starlings-show");
  EXPECT_GT(show, 1.2 * plain) << "of 1: " << plain;
}

}  // namespace
}  // namespace murmur
