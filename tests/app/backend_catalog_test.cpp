// The backends of a window: what is offered, what is refused, and that a switch changes no bit.
#include "app/live/backend_catalog.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/scenario/source.h"
#include "support/live_flock.h"

namespace murmur {
namespace {

using testing::HasSubstr;

std::unique_ptr<Simulation<float>> book(int64_t boids) {
  ScenarioOverrides overrides;
  overrides.boids = boids;
  return std::make_unique<Simulation<float>>(ScenarioSource::from_preset("book", overrides), make_cpu({}));
}

TEST(BackendCatalog, ASwitchChangesNoBit) {
  const auto straight = book(120);
  LiveFlock switched(book(120));
  for (int step = 0; step < 12; ++step) {
    straight->advance();
    switched.steps(1);
    if (step == 4) switched.run.switch_backend("reference", {});
    if (step == 9) switched.run.switch_backend("cpu", {.threads = 1});
    ASSERT_EQ(switched.simulation().hash(), straight->hash()) << step;
  }
  ASSERT_EQ(switched.reports.size(), 2u);
  EXPECT_THAT(switched.reports[0], HasSubstr("backend reference from step 5"));
  EXPECT_THAT(switched.reports[1], HasSubstr("1 thread,"));
  EXPECT_THAT(switched.notices.back(), HasSubstr("backend cpu: "));
  EXPECT_THAT(BackendCatalog::threads_text(1), HasSubstr("1 thread when"));
}

TEST(BackendCatalog, GoesRoundThoseThatCanBeHad) {
  const BackendCatalog backends(BackendOptions{});
  std::string name = "cpu";
  size_t possible = 0;
  for (const BackendChoice& choice : backends.choices(120)) possible += choice.why_not.empty() ? 1 : 0;
  for (size_t k = 1; k < possible; ++k) {
    name = backends.after(name, 120)->name;
    EXPECT_NE(name, "cpu");
  }
  EXPECT_EQ(backends.after(name, 120)->name, std::string("cpu"));
}

TEST(BackendCatalog, RefusesWhatWouldStandStillOrIsNotThere) {
  const int64_t many = kMostAllPairsBoids + 1;
  const BackendCatalog backends(BackendOptions{});
  EXPECT_THAT(backends.why_not("reference", many), HasSubstr("tests all pairs"));
  EXPECT_EQ(backends.why_not("cpu", many), "");
  const auto choices = backends.choices(many);
  for (const BackendChoice& choice : choices) {
    if (choice.kind->on_device() && !choice.why_not.empty()) {
      EXPECT_THAT(backends.why_not(choice.kind->name, many), HasSubstr(choice.why_not));
    }
  }
  if (std::ranges::count_if(choices, [](const auto& c) { return c.why_not.empty(); }) == 1) {
    EXPECT_EQ(backends.after("cpu", many), nullptr);
    EXPECT_THAT(backends.why_no_other("cpu", many), HasSubstr("no other backend"));
  }
}

}  // namespace
}  // namespace murmur
