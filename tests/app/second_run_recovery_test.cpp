// A/B on a device that fails: B goes on with another backend, beside A at the same step, with the same bits.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <vector>

#include "app/live/second_run.h"
#include "sim/scenario/source.h"
#include "support/failing_device.h"

namespace murmur {
namespace {

/// B's device fails at its call `calls`, and B goes on with another backend. @returns the hash of B at the end.
uint64_t fly_on_failing_device(int calls, int& failures) {
  const ScenarioSource source = ScenarioSource::from_text("preset = \"book\"\nboids = 60", "test");
  RecordedRun a(std::make_unique<Simulation<float>>(source, make_cpu({.threads = 1})), nullptr, nullptr);
  auto failing = std::make_unique<FailingDevice>();
  FailingDevice& device = *failing;
  SecondRun b(a, std::move(failing));
  device.calls_left = calls;
  const auto unless_it_fails = [&](const auto& act) {
    try {
      return act();
    } catch (const DeviceFailure&) {
      ++failures;
      b.recover(make_cpu({.threads = 1}));
      return act();
    }
  };
  const auto follow = [&] { unless_it_fails([&] { b.follow(); }); };
  const auto steps = [&](int count) {
    for (; count > 0; --count) {
      a.step();
      follow();
    }
  };
  steps(4);
  std::vector<PostedEvent> events{
      {.event = {.kind = EventKind::kAdd, .at = {100.0, 100.0}, .count = 5}, .tag = {}},
      {.event = {.kind = EventKind::kScatter, .at = {90.0, 90.0}}, .tag = {}}};
  a.apply(events);
  follow();
  steps(40);
  const std::atomic<bool> never = false;
  a.seek(a.history().at_step(20), never);
  follow();
  steps(30);
  EXPECT_EQ(b.simulation().step_number(), 50);
  return unless_it_fails([&] { return b.simulation().hash(); });
}

TEST(SecondOnDevice, AFailureChangesNoBit) {
  int failures = 0;
  const uint64_t expected = fly_on_failing_device(-1, failures);
  ASSERT_EQ(failures, 0);
  int flights = 0;
  for (int calls = 0; calls < 90; calls += 2) {
    ++flights;
    ASSERT_EQ(fly_on_failing_device(calls, failures), expected) << calls << " calls";
  }
  EXPECT_EQ(failures, flights);
}

}  // namespace
}  // namespace murmur
