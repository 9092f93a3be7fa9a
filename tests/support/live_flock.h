// A run that flies without a window: jobs are begun and awaited here as the window does it in its frames.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/live/live_run.h"

namespace murmur {

class LiveFlock {
 public:
  explicit LiveFlock(std::unique_ptr<Simulation<float>> simulation, EventLogWriter* log = nullptr,
                     LogPlayer* player = nullptr)
      : run(std::make_unique<RecordedRun>(std::move(simulation), log, player), {.threads = 2}) {}

  /// Does all that waits. @throws what a job throws.
  void settle() {
    while (!run.idle() || run.has_waiting(true)) {
      if (run.idle()) run.begin_waiting();
      collect();
    }
    collect();
  }
  /// As a frame of the window: begins what waits and takes results, for at most so many seconds.
  void look(double seconds) {
    if (run.idle() && run.has_waiting(true)) run.begin_waiting();
    collect(seconds);
  }
  /// Takes so many steps. @throws what a job throws.
  void steps(int64_t count) {
    settle();
    for (; count > 0; --count) {
      ASSERT_TRUE(run.step());
      while (!run.idle()) collect();
    }
  }
  /// Waits for the job that runs and for what follows from its failure, not for what waits.
  void finish_job() {
    while (!run.idle()) collect();
  }
  Simulation<float>& simulation() {
    settle();
    return run.borrow()->simulation();
  }
  const RecordedRun& recorded() { return run.borrow()->run(); }

  LiveRun run;
  std::vector<Event> applied;
  std::vector<std::string> notices, reports;
  std::vector<Exported> exported;
  int64_t steps_taken = 0, arrivals = 0, refused = 0;
  bool rests = false;
  std::string fault;

 private:
  void collect(double seconds = 60.0) {
    RunNotes notes = run.collect(seconds);
    const auto append = [](auto& to, auto& from) {
      to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    };
    append(applied, notes.applied);
    append(notices, notes.notices);
    append(reports, notes.reports);
    append(exported, notes.exported);
    steps_taken += notes.steps;
    arrivals += notes.arrived;
    refused += notes.refused;
    rests = rests || notes.rests;
    if (!notes.fault.empty()) fault = notes.fault;
  }
};

}  // namespace murmur
