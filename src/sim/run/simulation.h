// One run: a scenario, its step number, its queue of events and a backend. The only place where events change
// a state. Used by run, view, verify, replay and render.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "sim/backends/backend.h"
#include "sim/run/event_windows.h"
#include "sim/scenario/source.h"
#include "sim/state/state.h"
#include "sim/walls/wall_room.h"

namespace murmur {

/// The data of a run besides its State. A run continues to the same bits from both together: see
/// checkpoint.h.
struct RunState {
  ScenarioSource source;         ///< the scenario, changed by the events so far
  std::deque<Event> schedule{};  ///< the scenario's events still to come, by step, in the order of the file
  std::deque<Event> pending{};   ///< posted, not yet applied
  EventWindows windows{};
};

/// The scenario of the run as changed by events, as TOML. Without [[event]]: those to come are in the schedule, and
/// those that were may not suit what they left.
std::string changed_scenario(const RunState& run);

template <class T>
class Simulation {
 public:
  /// Starts from the scenario's own seeded start.
  Simulation(ScenarioSource source, std::unique_ptr<Backend<T>> backend);
  /// Starts from a given state and its step number. The scenario's events before that step are taken as
  /// applied: the state contains their effect on boids; their effect on the scenario, startles and gusts is
  /// computed here.
  Simulation(ScenarioSource source, std::unique_ptr<Backend<T>> backend, const State<T>& initial);

  /// Continues a saved run: run_state() and state() of the same step.
  Simulation(RunState run, std::unique_ptr<Backend<T>> backend, const State<T>& state);

  int64_t step_number() const { return step_; }
  int64_t count() const { return backend_->count(); }
  const Scenario& scenario() const { return run_.source.scenario(); }
  const ScenarioSource& source() const { return run_.source; }
  Backend<T>& backend() { return *backend_; }
  const Backend<T>& backend() const { return *backend_; }
  uint64_t hash() const { return backend_->hash(); }
  bool startled() const { return run_.windows.startled(step_); }  ///< the next step is taken with a startle
  State<T> state() const;
  const RunState& run_state() const { return run_; }

  /// Queues an event for `now`: its step is set to the current one, and it is applied before the next step.
  /// @throws UserError when the event is wrong for this scenario (outside place, bad key, bad file of a wall, a place in a wall):
  /// nothing is queued.
  void post(Event event);
  /// Applies queued and scheduled events of the current step now (a paused window shows their effect at
  /// once).
  void apply_events();
  /// Applies due events, then takes one step. @returns false when cancel_when() gave it up: the run is then as before the
  /// call, its events still to come.
  bool advance();
  /// A step is given up soon after `flag`, which must outlive the run's steps, becomes true; with a backend
  /// that does not cancel steps, never.
  void cancel_when(const std::atomic<bool>& flag) { cancel_ = &flag; }
  /// Whether Backend::last_step_times() has the phases of the next steps, and not their total alone.
  void time_phases(bool on) { times_phases_ = on; }
  /// Returns to a moment of this run: run_state() and state() of the same step.
  void restore(const RunState& run, const State<T>& state);
  /// Returns to a moment of this run that the backend has kept.
  void restore(const RunState& run, const KeptFlock<T>& kept, int64_t step);
  bool events_due() const {  ///< some are applied before the next step
    return !run_.pending.empty() || scheduled_is_due();
  }
  /// The effect of due events on a scenario and its number of boids.
  void follow_due(ScenarioSource& source, int64_t& boids) const;
  /// How often boids have left their ids so far: at each remove, preset and restart.
  size_t departures() const { return stayed_.size(); }
  /// Ids below this are of the boids that had them after so many departures; a higher one may be used again.
  int64_t same_ids(size_t departures) const;
  void take_departures(const Simulation& copied) { stayed_ = copied.stayed_; }
  size_t events_to_come() const { return run_.schedule.size(); }  ///< events of the scenario still to come
  /// Leaves the scenario's remaining events to the caller, which posts them: a replay, where they are in the log
  /// too.
  void forget_schedule() { run_.schedule.clear(); }
  /// Moves the run to another backend without changing a bit.
  void set_backend(std::unique_ptr<Backend<T>> backend);

  /// Called with every event as it is applied (scheduled ones too): the recorder.
  std::function<void(const Event&)> on_event;
  /// Called with a sentence when an event as it is applied does less than it says: boids that find no room among walls are not added.
  std::function<void(const std::string&)> on_notice;

 private:
  void start(const State<T>& state);
  void start_fresh(const Scenario& fresh);
  void apply(const Event& event);
  State<T> added_boids(const Event& event);
  void add(const Event& event);
  void check_room_for(const Event& event, const Scenario& now, int64_t boids);
  void apply_due_events(const std::function<void(const Event&)>& applied);
  bool step();
  ScenarioSource after(const Event& event) const;
  void change_scenario(const Event& event, ScenarioSource next);
  void restart(ScenarioSource source);
  bool can_cancel() const { return cancel_ != nullptr && backend_->cancels(); }
  bool scheduled_is_due() const { return !run_.schedule.empty() && run_.schedule.front().step <= step_; }

  RunState run_;
  std::unique_ptr<Backend<T>> backend_;
  int64_t step_ = 0;
  KeptRoom room_;
  std::vector<int64_t> stayed_;  // boids that kept their ids at each departure
  const std::atomic<bool>* cancel_ = nullptr;
  bool times_phases_ = false;
};

}  // namespace murmur
