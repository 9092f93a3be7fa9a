// A run with its history, its event log and, in a replay, the log that it plays: what has to be done at each step and event so
// that the run can be undone, gone back in, replayed and taken over by another backend. Has no thread and no clock; the
// window runs it through LiveRun, tests run it directly. Owns the simulation and its history; log and player belong to
// the caller.
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

/// A moment of a run, to which it can return however long ago it was.
struct RunMoment {
  RunPosition at;
  RunState run;
  State<float> state;
  int64_t log_end = 0;  ///< bytes of the event log then
};

/// What a run reports of the jobs since the last report.
struct RunReport {
  std::vector<Event> applied;  ///< events of the user, the scenario and a replayed log
  bool changed = false;        ///< acts of the user are among them
  std::vector<std::string>
      refused;              ///< sentences: events that do not fit the flock after all, or not in full
  std::string log_failure;  ///< why the event log has ended; empty: it has not
  std::string replay_end;   ///< how the replay has ended, in this report; empty: it has not
};

class RecordedRun {
 public:
  /// Begins at the present step of the simulation. `log`, `player`: null for none; both must outlive this. A replay plays the
  /// log's entries for this step. @throws RunError.
  RecordedRun(std::unique_ptr<Simulation<float>> simulation, EventLogWriter* log, LogPlayer* player,
              double most_history_bytes = RunHistory::usual_bytes());
  RecordedRun(const RecordedRun&) = delete;
  RecordedRun& operator=(const RecordedRun&) = delete;

  Simulation<float>& simulation() { return *simulation_; }
  const Simulation<float>& simulation() const { return *simulation_; }
  const RunHistory& history() const { return history_; }
  EventLogWriter* log() const { return log_; }  ///< null: none, or it could not be written
  const LogPlayer* player() const { return player_; }
  int64_t first_step() const { return history_.first_step(); }
  int64_t last_step() const;  ///< last step of the history, or of the replayed log
  bool in_past() const { return player_ == nullptr && history_.in_past(); }
  bool replay_over() const { return player_ && (player_->finished() || player_->difference()); }

  /// Applies events at the present position and takes each from `events` once it is applied or refused. What came after the
  /// position is discarded. @throws DeviceFailure, RunError: the others are still in `events`.
  void apply(std::vector<PostedEvent>& events);
  /// Applies due events of the scenario and takes a step; in the past the step that was taken then, with its events. @returns false: it
  /// was cancelled, an event of the scenario was refused, or the replay is over. @throws RunError.
  bool step();
  /// Goes to another position; returns on the way when `cancel` becomes true. @throws RunError.
  void seek(RunPosition target, const std::atomic<bool>& cancel) { seek(target, cancel, false); }
  /// Goes to the moment before an act of the user that is done, and discards what came after it. If the act itself had discarded something,
  /// that comes after the moment again. `again`: brings such an act back with all that came after it, and goes to the end of that.
  /// @returns false: the act is out of reach, or `cancel` became true. @throws RunError.
  bool take_back(const UndoTag& act, bool again, const std::atomic<bool>& cancel);
  /// Changes whenever what was discarded comes back: the run has steps that were not taken since.
  int64_t times_restored() const { return times_restored_; }
  RunMoment moment() const;
  /// Returns there; `known`: by the history, which stays. Otherwise what came before and after is forgotten. @throws RunError.
  void return_to(RunMoment& moment, bool known);
  /// Called with each event of apply() once it is applied.
  std::function<void(const PostedEvent&)> on_posted;
  /// Called before the run goes on from an earlier position.
  std::function<void()> on_forget;
  /// Discards what came after the present position, and removes it from the event log.
  void forget_future();
  /// Goes on with another backend at that position, computed again from the history. @throws RunError.
  void recover(RunPosition target, std::unique_ptr<Backend<float>> backend);
  /// Goes back to where it was after so many steps, with what was done then: a fault left a flock that cannot be used. @throws RunError.
  void take_steps_back(int64_t good_steps);
  /// Writes a hash of the present position into the log. @throws RunError.
  void note_hash();
  /// Steps are cancelled soon after this becomes true; it must outlive this.
  void cancel_when(const std::atomic<bool>& cancel);

  RunReport take_report() { return std::exchange(report_, {}); }

 private:
  void seek(RunPosition target, const std::atomic<bool>& cancel, bool anew);
  void adopt(std::unique_ptr<Simulation<float>> simulation);
  void note(const LogRecord& record);
  void cut_log(int64_t size);  // [bytes]
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
  bool records_ = true;  // events that are applied belong to the log and the history
  bool plays_ = false;   // they do already, and are reported
  int64_t times_restored_ = 0;
  size_t scheduled_ = 0;  // events of the scenario to come, as far as is known here
  int64_t last_of_replay_ = 0;
  RunReport report_;
};

}  // namespace murmur
