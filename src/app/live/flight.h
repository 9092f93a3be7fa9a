// Runs the steps of the live flock on a separate thread, so that the window responds during a step of any
// length. Between steps events are applied at once; during a step they are queued until its end, in order.
// A step or another task of the flock can be cancelled. Owns the thread and the queue; the caller owns the
// simulation. All calls come from one thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "sim/run/simulation.h"

namespace murmur {

class Flight {
 public:
  explicit Flight(Simulation<float>& simulation);
  ~Flight();  ///< cancels what is under way
  Flight(const Flight&) = delete;
  Flight& operator=(const Flight&) = delete;

  /// Only between steps. During a step only this class may access the simulation.
  bool whole() const { return !under_way_; }
  Simulation<float>& simulation() { return simulation_; }

  /// The scenario after all queued events; controls show and change it.
  const Scenario& scenario() const;
  int64_t count() const;
  /// The scenario after the last complete step, for pictures.
  const Scenario& drawn_scenario() const { return held_ ? held_->scenario() : simulation_.scenario(); }
  int64_t drawn_count() const;
  int64_t step_number() const;
  const std::string& backend_name() const;
  const std::string& backend_description() const;

  /// Applied at once, running or paused: it is the same place in the run, and the next act builds on it.
  /// During a step: checked now, applied when the step is whole. Refused during a journey. @throws UserError:
  /// nothing is changed.
  void post(Event event);
  /// The scenario that scenario() would be after this event. @throws UserError.
  ScenarioSource after(const Event& event) const;
  /// At once between steps, otherwise after what waits already.
  void when_whole(std::function<void()> act);

  /// Applies due events and begins a step. @throws UserError when an event of the schedule is refused.
  void begin_step();
  using Task = std::function<void(const std::atomic<bool>& cancel)>;
  /// Begins a journey: a task that may put the simulation to any other state, on the thread of the steps, as a
  /// step is. It returns soon after `cancel` becomes true.
  void begin_journey(Task task);
  /// In place of a step: runs `work` on the step's thread and then, in end_step(), `done`, before what waits.
  /// `work` reads the simulation and must not change it.
  void begin_other(std::function<void()> work, std::function<void()> done);
  bool on_journey() const { return under_way_ && held_.has_value(); }
  /// What is under way is given up: the simulation is then as before the step.
  void cancel() { cancel_ = true; }
  /// Waits at most so many seconds for the end of the step. @returns whole(). @throws what the step threw; what
  /// waits goes on waiting then.
  bool end_step(double seconds);
  bool cancelled() const { return cancelled_; }  ///< the last step was given up
  bool was_step() const { return was_step_; }    ///< what ended last was a step, perhaps a cancelled one
  double seconds_under_way() const;              ///< 0 between steps

  double last_step_ms() const { return last_ms_; }
  const PhaseTimes& last_step_phases() const { return last_phases_; }

  std::function<void()> after_step;                    ///< called on the step's own thread, before its end
  std::function<void()> on_step_end;                   ///< called on the step's own thread: to wake a window
  std::function<void(const std::string&)> on_refusal;  ///< an event that waited is refused after all

 private:
  struct Waiting {
    std::optional<Event> event;
    std::function<void()> act;
  };
  void work();
  void begin(Task task);
  void release();
  void note_names() const;

  Simulation<float>& simulation_;
  bool under_way_ = false, was_step_ = true;
  std::function<void()> done_with_other_;
  double begun_ = 0.0;  // [s]
  int64_t drawn_count_ = 0, step_number_ = 0;
  mutable std::string name_, description_;
  std::deque<Waiting> waiting_;
  std::optional<ScenarioSource> expected_;  // after all that waits
  int64_t expected_count_ = 0;
  double last_ms_ = 0.0;
  PhaseTimes last_phases_;

  std::optional<ScenarioSource> held_;  // during a journey: the scenario before it
  std::atomic<bool> cancel_ = false;
  bool cancelled_ = false;

  std::mutex mutex_;
  std::condition_variable begin_, end_;
  Task task_;  // empty: none to begin
  bool done_ = false, stop_ = false;
  double took_ms_ = 0.0;
  PhaseTimes phases_;
  std::exception_ptr error_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace murmur
