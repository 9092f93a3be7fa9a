// A flock whose steps and acts are noted, to be gone back to, with a log: the live run of the window, without a window.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "sim/backends/cpu/cpu.h"
#include "sim/scenario/source.h"
#include "support/live_flock.h"
#include "support/replay.h"

namespace murmur {

/// A flock with a column, and two events of its own, at steps 25 and 40.
inline constexpr const char* kEventfulScenario = R"(preset = "book"
boids = 60
[rules]
alignment = { inertia = 5.0 }
[[event]]
step = 25
kind = "scatter"
at = [320.0, 240.0]
[[event]]
step = 40
kind = "add"
at = [100.0, 100.0]
count = 7
)";

class RecordedFlock {
 public:
  explicit RecordedFlock(const std::string& scenario, const std::string& log = {}) {
    const ScenarioSource source = ScenarioSource::from_text(scenario, "test");
    if (!log.empty())
      writer_.emplace(log, LogHeader{.origin = {.scenario = source.to_toml()},
                                     .seed = source.scenario().seed,
                                     .build = "test"});
    live.emplace(std::make_unique<Simulation<float>>(source, make_cpu({.threads = 2})),
                 writer_ ? &*writer_ : nullptr);
    hashes[0] = hash();
  }

  void steps(int64_t count) {
    for (; count > 0; --count) {
      live->steps(1);
      ++frame;
      if (step_number() % 20 == 0) live->run.ask(job::NoteHash{});
      hashes[step_number()] = hash();
    }
  }
  /// One act: in a frame of its own, by which it is taken back.
  UndoTag act(Event event) {
    frame += 100;
    post(std::move(event), ++press_);
    return {.frame = frame++};
  }
  UndoTag set(const std::string& key, const std::string& value) {
    return act({.kind = EventKind::kSet, .key = key, .value = value});
  }
  void take_back(const UndoTag& act, bool again = false) {
    live->notices.clear();
    live->run.ask(job::TakeBack{.act = act, .again = again, .what = "it"});
    live->settle();
  }
  /// In this frame; `press`: of a button that is down, 0: none.
  void post(Event event, int64_t press = 0) {
    live->run.post(std::move(event), {.frame = frame, .press = press});
    live->settle();
  }
  void go(int64_t step) {
    live->run.seek(step);
    live->settle();
  }
  void undo(int acts = 1) {
    live->notices.clear();
    live->run.undo(acts);
    live->settle();
  }

  int64_t step_number() { return live->run.step_number(); }
  uint64_t hash() { return live->simulation().hash(); }
  const Scenario& scenario() { return live->simulation().scenario(); }
  int64_t count() { return live->simulation().count(); }
  bool in_past() { return live->run.reach().in_past; }
  std::string notice() { return live->notices.empty() ? "" : live->notices.back(); }

  std::map<int64_t, uint64_t> hashes;
  int64_t frame = 0;
  std::optional<LiveFlock> live;

 private:
  std::optional<EventLogWriter> writer_;
  int64_t press_ = 0;
};

/// The log replays to this step and hash, and goes no further.
inline void expect_log(const std::string& path, int64_t step, uint64_t hash) {
  Replay replay(path);
  auto& [log, player, simulation] = replay;
  EXPECT_LE(player.last_step(*simulation), step);
  while (player.play_current_step(*simulation) && simulation->step_number() < step) simulation->advance();
  EXPECT_EQ(player.difference_text(), "");
  EXPECT_TRUE(player.finished());
  EXPECT_EQ(simulation->hash(), hash);
}

}  // namespace murmur
