// A flock whose device fails goes on from the copy in host memory: the same bits at the same step, with all events of
// before, each applied once, and those still to come.
#include "app/live/flock_keeper.h"

#include <gtest/gtest.h>

#include "app/live/flight.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/faults.h"

namespace murmur {
namespace {

/// The cpu backend as a device that fails when it is told to, and for good.
class FailingDevice final : public Backend<float> {
 public:
  std::string name() const override { return "failing"; }
  std::string description() const override { return "for tests"; }
  int device_index() const override { return 0; }
  int64_t count() const override { return inner_->count(); }
  void configure(const Scenario& scenario) override { works()->configure(scenario); }
  void load(const State<float>& state) override { works()->load(state); }
  void save(State<float>& state) const override { works()->save(state); }
  void scatter(const std::vector<double>& at, double strength, double radius) override {
    works()->scatter(at, strength, radius);
  }
  void add(const std::vector<float>& position, const std::vector<float>& velocity) override {
    works()->add(position, velocity);
  }
  void remove(int64_t count) override { works()->remove(count); }
  uint64_t hash() const override { return works()->hash(); }
  void write_instances(float* out) override { works()->write_instances(out); }
  void step(const StepInput& input) override { works()->step(input); }

  bool broken = false;

 private:
  Backend<float>* works() const {
    if (broken) throw DeviceFailure("the device broke", "use another");
    return inner_.get();
  }
  std::unique_ptr<Backend<float>> inner_ = make_cpu({.threads = 1});
};

Event event(EventKind kind) {
  Event event;
  event.kind = kind;
  event.at = {20.0, 30.0};
  event.count = 25;
  event.steps = 6;
  return event;
}

class Keeping : public testing::Test {
 protected:
  Keeping() {
    std::string toml = "preset = \"benchmark\"\nboids = 150\n";
    for (const char* step : {"7", "14", "30"})
      toml += std::string("[[event]]\nstep = ") + step + "\nkind = \"startle\"\nsteps = 6\n";
    const ScenarioSource source = ScenarioSource::from_text(toml, "test");
    auto failing = std::make_unique<FailingDevice>();
    device = failing.get();
    simulation.emplace(source, std::move(failing));
    plain.emplace(source, make_cpu({}));
    simulation->on_event = [this](const Event& applied) {
      ++told;
      keeper.note(applied, simulation->step_number());
    };
  }
  void post(const Event& event) {
    simulation->post(event);
    plain->post(event);
  }
  void advance(int steps) {
    for (int step = 0; step < steps; ++step) {
      simulation->advance();
      plain->advance();
      keeper.keep(*simulation, [this] { return now; });
    }
  }

  FlockKeeper keeper;
  std::optional<Simulation<float>> simulation, plain;
  FailingDevice* device = nullptr;
  double now = 0.0;  // [s]
  int told = 0;
};

TEST_F(Keeping, GoesOnWithTheSameBits) {
  EXPECT_FALSE(keeper.has_copy());
  advance(5);
  EXPECT_TRUE(keeper.has_copy());
  post(event(EventKind::kAdd));
  advance(4);  // with the first event of the schedule
  now = 2.5;   // another copy is due
  advance(3);
  Event wider = event(EventKind::kSet);
  wider.key = "rules.radius";
  wider.value = "55.0";
  post(wider);
  post(event(EventKind::kScatter));
  advance(2);
  device->broken = true;
  EXPECT_THROW(simulation->advance(), DeviceFailure);
  auto again = keeper.recover(*simulation, {});
  simulation->continue_as(std::move(*again));
  const int before = told;
  for (int step = 0; step < 20; ++step) {
    ASSERT_EQ(simulation->hash(), plain->hash()) << step << " steps later";
    simulation->advance();
    plain->advance();
  }
  EXPECT_EQ(simulation->step_number(), 34);
  EXPECT_EQ(told - before, 1) << "the event of step 30, and none again";
}

TEST_F(Keeping, AnEventThatTheDeviceFailedAtIsAppliedWhereTheRunGoesOn) {
  advance(5);
  post(event(EventKind::kAdd));
  post(event(EventKind::kRemove));
  device->broken = true;
  EXPECT_THROW(simulation->apply_events(), DeviceFailure);
  EXPECT_EQ(told, 0);
  simulation->continue_as(std::move(*keeper.recover(*simulation, {})));
  simulation->advance();
  plain->advance();
  EXPECT_EQ(told, 2);
  EXPECT_EQ(simulation->hash(), plain->hash());
}

TEST_F(Keeping, WhatWaitsDuringAFailingStepIsNotLost) {
  advance(3);
  Flight flight(*simulation);
  device->broken = true;
  flight.begin_step();
  flight.post(event(EventKind::kAdd));
  flight.post(event(EventKind::kScatter));
  EXPECT_THROW(while (!flight.end_step(0.1)){}, DeviceFailure);
  std::unique_ptr<Simulation<float>> again;
  flight.begin_other([&] { again = keeper.recover(*simulation, {}); },
                     [&] { simulation->continue_as(std::move(*again)); });
  flight.post(event(EventKind::kRemove));
  while (!flight.end_step(0.1)) {
  }
  EXPECT_FALSE(flight.was_step());
  for (const EventKind kind : {EventKind::kAdd, EventKind::kScatter, EventKind::kRemove})
    plain->post(event(kind));
  plain->apply_events();
  EXPECT_EQ(simulation->step_number(), 3);
  EXPECT_EQ(simulation->hash(), plain->hash());
}

TEST_F(Keeping, CopiesTakeLittleTime) {
  double clock = 0.0;
  const auto slow = [&] { return clock += 0.5; };  // each look at it, so that a copy takes half a second
  advance(1);
  keeper.forget();
  EXPECT_FALSE(keeper.has_copy());
  keeper.keep(*simulation, slow);
  EXPECT_TRUE(keeper.has_copy());
  simulation->advance();
  device->broken = true;
  for (int look = 0; look < 45; ++look) EXPECT_NO_THROW(keeper.keep(*simulation, slow)) << "too early";
  clock = 100.0;
  EXPECT_THROW(keeper.keep(*simulation, slow), DeviceFailure);
  EXPECT_TRUE(keeper.has_copy()) << "the last one stays";
}

}  // namespace
}  // namespace murmur
