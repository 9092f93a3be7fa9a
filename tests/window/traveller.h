// A flock with its times and its log, as the frame loop of the window keeps them, without a window.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "app/window/time_travel.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/scenario/source.h"
#include "support/replay.h"

namespace murmur {

class Traveller {
 public:
  explicit Traveller(const std::string& scenario, const std::string& log = {})
      : source_(ScenarioSource::from_text(scenario, "test")), simulation(source_, make_cpu({.threads = 2})) {
    if (!log.empty())
      writer_.emplace(
          log, LogHeader{.scenario = source_.to_toml(), .seed = source_.scenario().seed, .build = "test"});
    flight.emplace(simulation);
    travel.emplace(*flight, view, writer_ ? &*writer_ : nullptr, nullptr);
    simulation.on_event = [this](const Event& event) { travel->note(event, frame); };
    travel->begin();
    hashes[0] = simulation.hash();
  }

  void steps(int64_t count) {
    for (; count > 0; --count) {
      travel->cut_future();
      flight->begin_step();
      ASSERT_TRUE(flight->end_step(60.0));
      travel->stepped();
      ++frame;
      if (flight->step_number() % 20 == 0)
        travel->note(HashRecord{flight->step_number(), simulation.hash()}, frame);
      hashes[flight->step_number()] = simulation.hash();
    }
  }
  /// One act: in a frame of its own.
  void act(Event event) {
    frame += 100;
    ++view.presses;
    flight->post(std::move(event));
    ++frame;
  }
  void set(const std::string& key, const std::string& value) {
    act({.kind = EventKind::kSet, .key = key, .value = value});
  }
  void follow() {
    travel->follow();
    if (flight->whole()) return;
    ASSERT_TRUE(flight->end_step(60.0));
    travel->arrived();
  }
  void go(int64_t step) {
    view.seek = step;
    follow();
  }
  void undo(int acts = 1) {
    view.undo = acts;
    follow();
  }

  std::map<int64_t, uint64_t> hashes;
  int64_t frame = 0;

 private:
  ScenarioSource source_;
  std::optional<EventLogWriter> writer_;

 public:
  Simulation<float> simulation;
  ViewState view;
  std::optional<Flight> flight;
  std::optional<TimeTravel> travel;
};

/// The log replays to this step and hash, and goes no further.
inline void expect_log(const std::string& path, int64_t step, uint64_t hash) {
  Replay replay(path);
  auto& [log, player, simulation] = replay;
  EXPECT_LE(player.last_step(*simulation), step);
  while (player.play_present(*simulation) && simulation->step_number() < step) simulation->advance();
  EXPECT_EQ(player.difference_text(), "");
  EXPECT_TRUE(player.finished());
  EXPECT_EQ(simulation->hash(), hash);
}

}  // namespace murmur
