// Steps on a thread of their own: while one is under way the window goes on, what the user does waits, and
// the bits are those of a flock that was stepped in one piece.
#include "app/live/flight.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>

#include "sim/backends/reference/reference.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// The reference, whose steps wait until they are let go.
class HeldBackend final : public Backend<float> {
 public:
  std::string name() const override { return inner_->name(); }
  std::string description() const override { return inner_->description(); }
  int64_t count() const override { return inner_->count(); }
  void configure(const Scenario& scenario) override { inner_->configure(scenario); }
  void load(const State<float>& state) override { inner_->load(state); }
  void save(State<float>& state) const override { inner_->save(state); }
  void scatter(const std::vector<double>& at, double strength, double radius) override {
    inner_->scatter(at, strength, radius);
  }
  void add(const std::vector<float>& position, const std::vector<float>& velocity) override {
    inner_->add(position, velocity);
  }
  void remove(int64_t count) override { inner_->remove(count); }
  uint64_t hash() const override { return inner_->hash(); }
  void write_instances(float* out) override { inner_->write_instances(out); }
  void step(const StepInput& input) override {
    if (hold) hold->get_future().wait();
    if (input.cancelled()) throw StepCancelled();
    if (!fault.empty()) throw RunError(fault);
    inner_->step(input);
  }

  std::optional<std::promise<void>> hold;
  std::string fault;

 private:
  std::unique_ptr<Backend<float>> inner_ = make_reference_float();
};

class Flying : public testing::Test {
 protected:
  Flying() {
    ScenarioOverrides overrides;
    overrides.boids = 40;
    auto held = std::make_unique<HeldBackend>();
    backend = held.get();
    const ScenarioSource source = ScenarioSource::from_preset("book", overrides);
    simulation.emplace(source, std::move(held));
    plain.emplace(source, make_reference_float());
    flight.emplace(*simulation);
  }
  ~Flying() override { let_go(); }
  void begin_long_step() {
    backend->hold.emplace();
    flight->begin_step();
    EXPECT_FALSE(flight->end_step(0.01));
    EXPECT_FALSE(flight->whole());
  }
  void let_go() {
    if (backend->hold) backend->hold->set_value();
  }
  void end_long_step() {
    let_go();
    EXPECT_TRUE(flight->end_step(60.0));
    backend->hold.reset();
  }
  static Event radius(const std::string& value) {
    return {.kind = EventKind::kSet, .key = "rules.radius", .value = value};
  }

  HeldBackend* backend = nullptr;
  std::optional<Simulation<float>> simulation, plain;
  std::optional<Flight> flight;
};

TEST_F(Flying, StepsAreThoseOfTheSimulation) {
  for (int k = 0; k < 20; ++k) {
    flight->begin_step();
    ASSERT_TRUE(flight->end_step(60.0));
    plain->advance();
  }
  EXPECT_EQ(flight->step_number(), 20);
  EXPECT_EQ(simulation->hash(), plain->hash());
}

TEST_F(Flying, WhatIsDoneDuringAStepComesAfterItInOrder) {
  std::vector<Event> applied;
  simulation->on_event = [&](const Event& event) { applied.push_back(event); };
  begin_long_step();
  flight->post({.kind = EventKind::kAdd, .at = {1.0, 1.0}, .count = 5});
  flight->post(radius("70.0"));
  int64_t count_then = 0;
  flight->when_whole([&] { count_then = simulation->count(); });
  flight->post({.kind = EventKind::kRemove, .count = 2});
  EXPECT_TRUE(applied.empty());
  // Controls show at once what will be; the picture stays what was.
  EXPECT_EQ(flight->count(), 43);
  EXPECT_EQ(flight->drawn_count(), 40);
  EXPECT_EQ(flight->scenario().rules.radius, 70.0);
  EXPECT_EQ(flight->drawn_scenario().rules.radius, 50.0);
  EXPECT_EQ(flight->step_number(), 0);
  end_long_step();
  ASSERT_EQ(applied.size(), 3u);
  EXPECT_EQ(applied[0].kind, EventKind::kAdd);
  EXPECT_EQ(applied[2].kind, EventKind::kRemove);
  for (const Event& event : applied) EXPECT_EQ(event.step, 1);
  EXPECT_EQ(count_then, 45);
  EXPECT_EQ(flight->count(), 43);

  plain->advance();
  for (const Event& event : applied) plain->post(event);
  for (int k = 0; k < 5; ++k) {
    plain->advance();
    flight->begin_step();
    ASSERT_TRUE(flight->end_step(60.0));
  }
  EXPECT_EQ(simulation->hash(), plain->hash());
}

TEST_F(Flying, ADragDuringAStepIsItsLastValue) {
  int events = 0;
  simulation->on_event = [&](const Event&) { ++events; };
  begin_long_step();
  for (const char* const value : {"60.0", "61.0", "62.0"}) flight->post(radius(value));
  end_long_step();
  EXPECT_EQ(events, 1);
  EXPECT_EQ(simulation->scenario().rules.radius, 62.0);
}

TEST_F(Flying, WhatIsWrongIsRefusedAtOnce) {
  begin_long_step();
  EXPECT_THROW(flight->post({.kind = EventKind::kAdd, .at = {1.0}, .count = 5}), UserError);
  EXPECT_THROW(flight->post(radius("\"wide\"")), UserError);
  EXPECT_EQ(flight->count(), 40);
  end_long_step();
  EXPECT_EQ(flight->count(), 40);
}

TEST_F(Flying, AStepThatFailsTellsWhoWaitsForIt) {
  backend->fault = "boid 7 is not finite";
  flight->begin_step();
  EXPECT_THROW(flight->end_step(60.0), RunError);
  EXPECT_TRUE(flight->whole());
}

TEST_F(Flying, AStepThatIsGivenUpIsNotTaken) {
  begin_long_step();
  flight->post(radius("70.0"));
  flight->cancel();
  end_long_step();
  EXPECT_TRUE(flight->cancelled());
  EXPECT_EQ(flight->step_number(), 0);
  EXPECT_EQ(simulation->hash(), plain->hash());
  EXPECT_EQ(simulation->scenario().rules.radius, 70.0);  // it came after the step, and comes now
  plain->post(radius("70.0"));
  for (int k = 0; k < 3; ++k) {
    flight->begin_step();
    ASSERT_TRUE(flight->end_step(60.0));
    EXPECT_FALSE(flight->cancelled());
    plain->advance();
  }
  EXPECT_EQ(simulation->hash(), plain->hash());
}

TEST_F(Flying, TheEndOfAStepWakes) {
  std::promise<void> woken;
  flight->on_step_end = [&] { woken.set_value(); };
  flight->begin_step();
  EXPECT_EQ(woken.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
  EXPECT_TRUE(flight->end_step(60.0));
}

}  // namespace
}  // namespace murmur
