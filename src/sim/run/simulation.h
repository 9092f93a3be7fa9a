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

/// The data of a run besides its State. With both, a run continues to the same bits (checkpoint.h).
struct RunState {
  ScenarioSource source;         ///< the scenario, with the changes by events so far
  std::deque<Event> schedule{};  ///< future events of the scenario, by step, then in the order of the file
  std::deque<Event> pending{};   ///< posted events that are not applied yet
  EventWindows windows{};
};

/// The run's scenario with the changes by events, as TOML. Without [[event]]: future events are in the schedule, and
/// past ones may not suit the changed scenario.
std::string changed_scenario(const RunState& run);

template <class T>
class Simulation {
 public:
  /// Starts from the seeded start of the scenario.
  Simulation(ScenarioSource source, std::unique_ptr<Backend<T>> backend);
  /// Starts from a given state and its step number. The scenario's events before that step count as applied: the
  /// state has their effect on boids; their effect on the scenario, and on startles and gusts, is computed here.
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
  bool startled() const { return run_.windows.startled(step_); }  ///< whether a startle acts in the next step
  State<T> state() const;
  const RunState& run_state() const { return run_; }

  /// Queues an event for the current step: it is applied before the next step. @throws UserError and queues nothing
  /// when the event is wrong for this scenario (position outside the world or in a wall, bad key, bad file of a
  /// wall).
  void post(Event event);
  /// Applies queued and scheduled events of the current step at once, so that a paused window shows their effect.
  void apply_events();
  /// Applies due events, then takes one step. @returns false when cancel_when() cancelled the step: the run is then
  /// as before the call, and its events are still to come.
  bool advance();
  /// Cancels a step soon after `flag` becomes true, unless the backend cannot cancel steps. `flag` must outlive the run's steps.
  void cancel_when(const std::atomic<bool>& flag) { cancel_ = &flag; }
  /// Whether Backend::last_step_times() measures the phases of the next steps instead of only their total.
  void time_phases(bool on) { times_phases_ = on; }
  /// Returns to an earlier moment of this run; run_state() and state() must be of the same step.
  void restore(const RunState& run, const State<T>& state);
  /// Returns to an earlier moment of this run, whose flock the backend has kept.
  void restore(const RunState& run, const KeptFlock<T>& kept, int64_t step);
  bool events_due() const {  ///< whether events are applied before the next step
    return !run_.pending.empty() || scheduled_is_due();
  }
  /// Applies the due events to a scenario and its number of boids.
  void follow_due(ScenarioSource& source, int64_t& boids) const;
  /// Number of events so far in which boids lost their ids: each remove, preset and restart.
  size_t departures() const { return stayed_.size(); }
  /// Ids below the result still name the boids that had them after `departures` departures; higher ids may have been reused.
  int64_t same_ids(size_t departures) const;
  void take_departures(const Simulation& copied) { stayed_ = copied.stayed_; }
  size_t events_to_come() const { return run_.schedule.size(); }  ///< number of scheduled events
  /// Drops the scenario's remaining events; the caller posts them, e.g. a replay, whose log has them too.
  void forget_schedule() { run_.schedule.clear(); }
  /// Continues the run on another backend, with the same bits.
  void set_backend(std::unique_ptr<Backend<T>> backend);

  /// Called with every event when it is applied, also with scheduled events; used to record events.
  std::function<void(const Event&)> on_event;
  /// Called with a sentence when an applied event has less effect than it says, e.g. boids without room among walls are not added.
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
  std::vector<int64_t> stayed_;  // number of boids that kept their ids at each departure
  const std::atomic<bool>* cancel_ = nullptr;
  bool times_phases_ = false;
};

}  // namespace murmur
