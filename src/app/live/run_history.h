// The past of a run: snapshots in memory, and the records between them, from which every position of the last steps is
// computed again, to the bit: for undo, for going back, and on another backend when a device has failed. Owns both, and the
// present position; the caller owns the simulation. Used by RecordedRun.
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

/// A place in a run: at a step, after so many of its records.
struct RunPosition {
  int64_t step = 0;
  int64_t records = 0;
  auto operator<=>(const RunPosition&) const = default;
};

/// When the user did something.
struct UndoTag {
  int64_t frame = 0;
  int64_t press = 0;  ///< number of the press of a mouse button that is still down; 0: none
  double time = 0.0;  ///< [s]
};

/// An event of the user, or a change of a value.
struct ActPart {
  EventKind kind = EventKind::kSet;
  std::string key;  ///< key that is set; empty: another kind
  UndoTag tag;
};
/// Whether two parts, one after the other, are undone together: those of one frame, those of one kind and one table while a mouse button is
/// down, and changes of one value within half a second.
bool are_one_act(const ActPart& earlier, const ActPart& later);

class RunHistory {
 public:
  static constexpr int64_t kReach = 10000;  ///< steps that can be gone back, if the memory suffices

  /// Takes at most so many bytes of the host's memory for snapshots, and of a device's what its backend says, but always has one.
  explicit RunHistory(double most_bytes) : most_bytes_(most_bytes) {}
  /// 16 GiB, or half of the available memory if that is less.
  static double usual_bytes();

  /// Forgets everything and begins at the present state. `player`: of a replay, whose log has the records; it must
  /// outlive the history. `log_end`: bytes of the event log so far.
  void begin(Simulation<float>& simulation, LogPlayer* player, int64_t log_end);

  /// A record of the present position. `scheduled`: the scenario applies it by itself. `log_end`: bytes of the event log with it.
  /// @returns whether it is an act of the user.
  bool note(const LogRecord& record, bool scheduled, const UndoTag& tag, int64_t log_end);
  /// Is called after each step, and in a replay after its records were played.
  void stepped(Simulation<float>& simulation);

  const RunPosition& present() const { return present_; }
  const RunPosition& end() const { return end_; }
  bool in_past() const { return present_ < end_; }
  int64_t first_step() const;  ///< the earliest that can be gone to
  /// So many seconds a step takes: snapshots are near enough for a short journey, and far enough for fast steps.
  void set_step_time(double seconds);
  int64_t interval() const { return interval_; }  ///< steps between new snapshots
  int64_t widest() const;                         ///< longest gap between snapshots [steps]
  double host_bytes() const;                      ///< size of all snapshots in the host's memory
  double device_bytes() const;

  bool reaches(const RunPosition& position) const { return before(position) != nullptr; }
  /// The arrival at a step, within what can be gone to; at the last one its end.
  RunPosition at_step(int64_t step) const;
  RunPosition arrival(int64_t step) const;  ///< the arrival at a step, also at the last one
  std::optional<RunPosition> before_last_act() const;
  std::optional<RunPosition> after_next_act() const;
  /// Where an act of the user began that is done at the present position, or that was `discarded`; none: it is not, or too long ago.
  std::optional<RunPosition> before_act(const UndoTag& tag, bool discarded) const;
  int64_t last_act() const;  ///< frame of the last act that is done at the present position; -1: none is
  /// What the first act from this record on does.
  const Event& act_at(int64_t record) const;

  /// Going on from the present position: what came after it is discarded. @returns the bytes of the event log that stay.
  int64_t cut();
  /// Puts the discarded future back that was last cut off at the present position, and discards the future that is there now. @returns
  /// whether one was discarded here.
  bool restore_discarded();
  int64_t log_end() const;  ///< bytes of the event log at the present position
  /// Passes each record after the present position to `write`, which returns the bytes of the event log with it.
  void write_later_records(const std::function<int64_t(const LogRecord&)>& write);

  /// Puts the simulation to that position. Returns early, at a position on the way, when `cancel` becomes true. `anew`: from a snapshot,
  /// because the flock is no longer that of the present position. @throws RunError if a hash differs.
  void travel(Simulation<float>& simulation, RunPosition target, const std::atomic<bool>& cancel,
              bool anew = false);
  /// The run at that position, computed again on `backend` from a snapshot that is in the host's memory: the simulation so far has
  /// failed, and perhaps its device. Earlier positions than the first such snapshot are lost. @throws as travel().
  std::unique_ptr<Simulation<float>> recover(RunPosition target, std::unique_ptr<Backend<float>> backend);

 private:
  struct Row {
    LogRecord record;
    bool scheduled = false, acts = false, begins = false;  // begins: the first of an act
    UndoTag tag;
    int64_t log_end = 0;
  };
  struct Snapshot {
    RunPosition at;
    RunState run;
    std::shared_ptr<const KeptFlock<float>> flock;
  };
  /// What came after a position, where the run then went on in another way.
  struct Future {
    RunPosition from, end;
    std::deque<Row> rows;
    std::deque<Snapshot> snapshots;
    std::vector<Future> discarded;  // futures of its later positions
    void add_bytes(double& host, double& device) const;
    void drop_snapshots();
  };
  Future take_future();
  const Row& row(int64_t record) const { return rows_[static_cast<size_t>(record - first_record_)]; }
  bool joins(const ActPart& part) const;
  std::optional<RunPosition> before_act_at(int64_t record) const;
  const Snapshot* before(const RunPosition& target) const;
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
  std::shared_ptr<const KeptFlock<float>> copying_;  // snapshot being copied to the host, in parts
  int64_t last_on_host_ = 0;  // step of the last snapshot that is, or will be, in the host's memory
  LogPlayer* player_ = nullptr;
  std::deque<Snapshot> snapshots_;
  std::deque<Row> rows_;
  std::vector<Future> discarded_;                 // what can be brought back, the newest last
  int64_t first_record_ = 0, first_log_end_ = 0;  // first_log_end_: before that record
  int64_t interval_ = 0;                          // steps between new snapshots
  RunPosition present_, end_;
};

}  // namespace murmur
