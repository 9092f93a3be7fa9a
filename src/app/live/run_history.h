// The past of a run: snapshots in memory and the records between them. From these every position of the last steps
// is computed again, to the bit: for undo, for going back, and on another backend after a device has failed. Owns
// the present position; the caller owns the simulation. Used by RecordedRun.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "sim/formats/event_log.h"
#include "sim/formats/log_player.h"
#include "sim/run/simulation.h"

namespace murmur {

/// A position in a run: a step, and the number of records that are applied at this point.
struct RunPosition {
  int64_t step = 0;
  int64_t records = 0;
  auto operator<=>(const RunPosition&) const = default;
};

/// Time of an act of the user: frame, press of a mouse button, and seconds.
struct UndoTag {
  int64_t frame = 0;
  int64_t press = 0;  ///< number of the mouse press, while the button is down; 0: none
  double time = 0.0;  ///< time of the act [s]
};

/// An event of the user, or a change of a value, which may be a part of an act.
struct ActPart {
  EventKind kind = EventKind::kSet;
  std::string key;  ///< the changed key; empty: the event sets no key
  UndoTag tag;
};
/// Whether two consecutive parts belong to one act and are undone together: parts of one frame, parts of one kind
/// and table during a mouse press, and changes of one value within half a second.
bool are_one_act(const ActPart& earlier, const ActPart& later);

class RunHistory {
 public:
  static constexpr int64_t kReach = 10000;  ///< reach of undo in steps, if the memory suffices

  /// `most_bytes`: limit of the host's memory for snapshots. The backend limits the memory of a device. One snapshot is always kept.
  explicit RunHistory(double most_bytes) : most_bytes_(most_bytes) {}
  /// The usual limit: 16 GiB, or half of the available memory if that is less.
  static double usual_bytes();

  /// Clears the history and begins at the present state. `player`: player of a replay, whose log has the records;
  /// null: no replay; must outlive the history. `log_end`: present size of the event log [bytes].
  void begin(Simulation<float>& simulation, LogPlayer* player, int64_t log_end);

  /// Adds a record at the present position. `scheduled`: the scenario applies the event by itself. `log_end`: size
  /// of the event log with this record [bytes]. @returns whether the record is an act of the user.
  bool note(const LogRecord& record, bool scheduled, const UndoTag& tag, int64_t log_end);
  /// Notes a step. To be called after each step; in a replay after the records of the step were applied.
  void stepped(Simulation<float>& simulation);

  const RunPosition& present() const { return present_; }
  const RunPosition& end() const { return end_; }
  bool in_past() const { return present_ < end_; }
  int64_t first_step() const;  ///< earliest step in reach
  /// Sets the time of a step: a journey between two snapshots should be short, and fast steps need fewer snapshots.
  void set_step_time(double seconds);
  int64_t interval() const { return interval_; }  ///< steps between new snapshots
  int64_t widest() const;                         ///< longest gap between two snapshots [steps]
  double host_bytes() const;                      ///< size of all snapshots in the host's memory
  double device_bytes() const;

  bool reaches(const RunPosition& position) const { return snapshot_before(position) != nullptr; }
  /// The position on arrival at a step within reach; for the last step, its end.
  RunPosition at_step(int64_t step) const;
  RunPosition arrival(int64_t step) const;  ///< the position on arrival at a step, even the last one
  std::optional<RunPosition> before_last_act() const;
  std::optional<RunPosition> after_next_act() const;
  /// The position before an act of the user; `discarded`: the act was undone. None: the act is not done at the
  /// present position, or too long ago.
  std::optional<RunPosition> before_act(const UndoTag& tag, bool discarded) const;
  int64_t last_act() const;  ///< frame of the last act that is done at the present position; -1: none
  /// The event of the first act at or after this record.
  const Event& act_at(int64_t record) const;

  /// Discards the records after the present position, before the run continues from there. @returns the size of the
  /// remaining event log [bytes].
  int64_t cut_future();
  /// Restores the future that was last discarded at the present position, and discards the present future. @returns
  /// whether there was a discarded one.
  bool restore_discarded();
  int64_t log_end() const;  ///< size of the event log at the present position [bytes]
  /// Passes each record after the present position to `write`, which returns the size of the event log with that record [bytes].
  void write_later_records(const std::function<int64_t(const LogRecord&)>& write);

  /// Brings the simulation to a position. Returns early, at a position on the way, when `cancel` becomes true.
  /// `anew`: begins at a snapshot, because the flock does not match the present position. @throws RunError if a hash
  /// differs.
  void travel(Simulation<float>& simulation, RunPosition target, const std::atomic<bool>& cancel,
              bool anew = false);
  /// The run at a position, computed again on `backend` from a snapshot in the host's memory, after the simulation
  /// or its device has failed. Positions before the first such snapshot are lost. @throws as travel().
  std::unique_ptr<Simulation<float>> recover(RunPosition target, std::unique_ptr<Backend<float>> backend);

 private:
  struct Row {
    LogRecord record;
    bool scheduled = false, acts = false, begins = false;  // begins: the first record of an act
    UndoTag tag;
    int64_t log_end = 0;
  };
  struct Snapshot {
    RunPosition at;
    RunState run;
    std::shared_ptr<const KeptFlock<float>> flock;
  };
  /// The discarded records and snapshots after a position, from which the run then continued in another way.
  struct Future {
    RunPosition from, end;
    std::deque<Row> rows;
    std::deque<Snapshot> snapshots;
    std::vector<Future> discarded;  // futures that were discarded at positions within this future
    void add_bytes(double& host, double& device) const;
    void drop_snapshots();
  };
  Future take_future();
  const Row& row(int64_t record) const { return rows_[static_cast<size_t>(record - first_record_)]; }
  bool joins(const ActPart& part) const;
  std::optional<RunPosition> before_act_at(int64_t record) const;
  const Snapshot* snapshot_before(const RunPosition& target) const;
  void begin_from(const Snapshot& snapshot);
  void take_snapshot(Simulation<float>& simulation);
  bool due(const Simulation<float>& simulation) const;
  void copy_to_host();
  void make_room();
  template <class Bytes>
  void thin_out(const Bytes& bytes, double most);
  void drop_first();
  void play(Simulation<float>& simulation, const Row& row) const;

  double most_bytes_, most_device_bytes_ = 0.0;
  std::shared_ptr<const KeptFlock<float>> copying_;  // snapshot that is being copied to the host in parts
  int64_t last_on_host_ = 0;  // step of the last snapshot in the host's memory, or on the way there
  LogPlayer* player_ = nullptr;
  std::deque<Snapshot> snapshots_;
  std::deque<Row> rows_;
  std::vector<Future> discarded_;                 // futures that can be restored, the newest last
  int64_t first_record_ = 0, first_log_end_ = 0;  // first_log_end_: size of the log before the first record
  int64_t interval_ = 0;                          // steps between new snapshots
  RunPosition present_, end_;
};

}  // namespace murmur
