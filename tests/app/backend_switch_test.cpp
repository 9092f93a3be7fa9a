// Switching the backend of a flock in flight: what is offered, what is refused, and that no bit changes.
#include "app/live/backend_switch.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"

namespace murmur {
namespace {

using testing::HasSubstr;

Simulation<float> book(int64_t boids) {
  ScenarioOverrides overrides;
  overrides.boids = boids;
  return {ScenarioSource::from_preset("book", overrides), make_cpu({})};
}

TEST(BackendSwitch, ChangesNoBit) {
  Simulation<float> straight = book(120), switched = book(120);
  BackendSwitch backends(switched, {});
  for (int step = 0; step < 12; ++step) {
    straight.advance();
    switched.advance();
    if (step == 4) {
      EXPECT_THAT(backends.to("reference"), HasSubstr("backend reference"));
    }
    if (step == 8) {
      EXPECT_THAT(backends.set_threads(1), HasSubstr("1 thread when"));
    }
    if (step == 9) {
      EXPECT_THAT(backends.to("cpu"), HasSubstr("1 thread,"));
    }
    ASSERT_EQ(switched.hash(), straight.hash()) << step;
  }
}

TEST(BackendSwitch, GoesRoundThoseThatCanBeHad) {
  Simulation<float> simulation = book(120);
  BackendSwitch backends(simulation, {});
  size_t possible = 0;
  for (const BackendChoice& choice : backends.choices()) possible += choice.why_not.empty() ? 1 : 0;
  for (size_t k = 1; k < possible; ++k) {
    backends.next();
    EXPECT_NE(simulation.backend().name(), "cpu");
  }
  backends.next();
  EXPECT_EQ(simulation.backend().name(), "cpu");
}

TEST(BackendSwitch, RefusesWhatWouldStandStillOrIsNotThere) {
  Simulation<float> simulation = book(kMostAllPairsBoids + 1);
  BackendSwitch backends(simulation, {});
  EXPECT_THAT(backends.to("reference"), HasSubstr("tests all pairs"));
  EXPECT_EQ(simulation.backend().name(), "cpu");
  for (const BackendChoice& choice : backends.choices()) {
    if (!choice.kind->on_device() || choice.why_not.empty()) continue;
    EXPECT_THAT(backends.to(choice.kind->name), HasSubstr(choice.why_not));
    EXPECT_EQ(simulation.backend().name(), "cpu");
  }
  const auto choices = backends.choices();
  if (std::count_if(choices.begin(), choices.end(), [](const auto& c) { return c.why_not.empty(); }) == 1) {
    EXPECT_THAT(backends.next(), HasSubstr("no other backend"));
    EXPECT_EQ(simulation.backend().name(), "cpu");
  }
}

}  // namespace
}  // namespace murmur
