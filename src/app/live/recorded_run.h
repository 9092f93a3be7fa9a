// A run with its history, its event log and, in a replay, the log that is replayed. At each step and event it does
// what undo, going back, replay and a switch to another backend need. Has no thread and no clock; the window uses it
// through LiveRun, tests use it directly. Owns the simulation and its history; the caller owns log and player.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/live/run_history.h"
#include "sim/formats/event_log.h"
#include "sim/formats/log_player.h"
#include "sim/run/simulation.h"

namespace murmur {

struct PostedEvent {
  Event event;
  UndoTag tag;
};

/// A moment of a run with its full state, so that the run can return however long ago it was.
struct RunMoment {
  RunPosition at;
  RunState run;
  State<float> state;
  int64_t log_end = 0;  ///< size of the event log at that moment [bytes]
};

/// Results of a run since the last take_report().
struct RunReport {
  std::vector<Event> applied;        ///< events of the user, the scenario and a replayed log
  bool changed = false;              ///< `applied` has acts of the user
  std::vector<std::string> refused;  ///< sentences about events that do not fit the flock, or only in part
  std::string log_failure;           ///< why the event log has ended; empty: it has not
  std::string replay_end;            ///< how the replay has ended since the last report; empty: it has not
};

class RecordedRun {
 public:
  /// Begins at the present step of the simulation. `log`, `player`: null for none; both must outlive the run. In a
  /// replay the entries of the log for this step are applied. @throws RunError.
  RecordedRun(std::unique_ptr<Simulation<float>> simulation, EventLogWriter* log, LogPlayer* player,
              double most_history_bytes = RunHistory::usual_bytes());
  RecordedRun(const RecordedRun&) = delete;
  RecordedRun& operator=(const RecordedRun&) = delete;

  Simulation<float>& simulation() { return *simulation_; }
  const Simulation<float>& simulation() const { return *simulation_; }
  const RunHistory& history() const { return history_; }
  EventLogWriter* log() const { return log_; }  ///< null: there is none, or it could not be written
  const LogPlayer* player() const { return player_; }
  int64_t first_step() const { return history_.first_step(); }
  int64_t last_step() const;  ///< last step of the history, or of the replayed log
  bool in_past() const { return player_ == nullptr && history_.in_past(); }
  bool replay_over() const { return player_ && (player_->finished() || player_->difference()); }

  /// Applies events at the present position, and removes each from `events` once it is applied or refused. Discards
  /// the future of the position. @throws DeviceFailure, RunError; the remaining events are still in `events`.
  void apply(std::vector<PostedEvent>& events);
  /// Applies due events of the scenario and takes a step; in the past, repeats the recorded step with its events.
  /// @returns false if the step was cancelled, an event of the scenario was refused, or the replay is over. @throws
  /// RunError.
  bool step();
  /// Goes to another position; returns early when `cancel` becomes true. @throws RunError.
  void seek(RunPosition target, const std::atomic<bool>& cancel) { seek(target, cancel, false); }
  /// Goes to the moment before an act of the user, and discards the steps after it. If the act had discarded an
  /// earlier future, that future is restored. `again`: redoes an undone act, restores the steps after it, and goes
  /// to their end.
  /// @returns false if the act is out of reach, or `cancel` became true. @throws RunError.
  bool take_back(const UndoTag& act, bool again, const std::atomic<bool>& cancel);
  /// A counter that changes whenever discarded steps are restored: then the run has steps that it did not take since the last change.
  int64_t times_restored() const { return times_restored_; }
  RunMoment moment() const;
  /// Returns to a moment. `known`: the history has the moment, and stays. Otherwise the history is cleared and
  /// begins there. @throws RunError.
  void return_to(RunMoment& moment, bool known);
  /// Called with each event of apply() once it is applied.
  std::function<void(const PostedEvent&)> on_posted;
  /// Called before the run continues from an earlier position.
  std::function<void()> on_forget;
  /// Discards the steps after the present position, and removes them from the event log.
  void forget_future();
  /// Continues with another backend at `target`, whose state is computed again from the history. @throws RunError.
  void recover(RunPosition target, std::unique_ptr<Backend<float>> backend);
  /// Goes back to the position after `good_steps` steps and repeats the recorded events there, because a fault left
  /// a flock that cannot be used. @throws RunError.
  void take_steps_back(int64_t good_steps);
  /// Writes a hash of the present position into the log. @throws RunError.
  void note_hash();
  /// Lets steps be cancelled soon after `cancel` becomes true; `cancel` must outlive the run.
  void cancel_when(const std::atomic<bool>& cancel);

  RunReport take_report() { return std::exchange(report_, {}); }

 private:
  void seek(RunPosition target, const std::atomic<bool>& cancel, bool anew);
  void adopt(std::unique_ptr<Simulation<float>> simulation);
  void note(const LogRecord& record);
  void cut_log(int64_t size);  // `size` in bytes
  int64_t write_to_log(const LogRecord& record);
  bool play_past();
  void restore_discarded();
  bool hashes() const { return !player_ && !in_past(); }  // the log gets hashes
  void end_log(const std::string& why) {
    log_ = nullptr;
    report_.log_failure = why;
  }
  void play_log();

  std::unique_ptr<Simulation<float>> simulation_;
  EventLogWriter* log_;
  LogPlayer* player_;
  RunHistory history_;
  const std::atomic<bool>* cancel_ = nullptr;
  UndoTag tag_;          // tag of the event that is being applied
  bool records_ = true;  // applied events are written into the log and the history
  bool plays_ = false;   // applied events are in the history already, and are only reported
  int64_t times_restored_ = 0;
  size_t scheduled_ = 0;  // number of the scenario's future events, as far as known
  int64_t last_of_replay_ = 0;
  RunReport report_;
};

}  // namespace murmur
