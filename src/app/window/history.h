// The past of the flock in the window: snapshots in memory, and the records between them, from which every moment
// of the last steps is computed again, to the bit. Owns both, and the present place in them; the caller owns the
// simulation. Used by the frame loop between steps, and by its journeys on the thread of the steps.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <deque>
#include <optional>
#include <variant>

#include "sim/formats/event_log.h"
#include "sim/formats/log_player.h"
#include "sim/run/simulation.h"

namespace murmur {

/// A place in a run: at a step, after so many of its records.
struct Moment {
  int64_t step = 0;
  int64_t records = 0;
  auto operator<=>(const Moment&) const = default;
};

class History {
 public:
  static constexpr int64_t kReach = 10000;  ///< steps that can be gone back, if the memory suffices

  /// Takes at most so many bytes for snapshots.
  explicit History(double most_bytes) : most_bytes_(most_bytes) {}
  /// 16 GiB, or half of the available memory if that is less.
  static double usual_bytes();

  /// Forgets everything and begins at the present state. `player`: of a replay, whose log has the records; it must
  /// outlive the history. `log_end`: bytes of the event log so far.
  void begin(const Simulation<float>& simulation, LogPlayer* player, int64_t log_end);

  /// A record of the present moment. `scheduled`: the scenario applies it by itself. `press`: number of the press of a mouse
  /// button that is still down; 0: none. One act of the user are the records of one frame, those of one kind and one table
  /// until the button is released, and changes of one value within half a second.
  void note(const LogRecord& record, bool scheduled, int64_t frame, int64_t press, double now,
            int64_t log_end);
  /// After each step, before its end, on any thread: copies the state if stepped() is going to keep it. So the window's
  /// thread does not wait for the copy.
  void prepare(const Simulation<float>& simulation);
  /// After each step, and in a replay after its records were played.
  void stepped(const Simulation<float>& simulation);

  const Moment& present() const { return present_; }
  const Moment& end() const { return end_; }
  bool in_past() const { return present_ < end_; }
  int64_t first_step() const;  ///< the earliest that can be gone to
  /// So many seconds a step takes: snapshots are near enough for a short journey, and far enough for fast steps.
  void set_step_time(double seconds);
  int64_t interval() const { return interval_; }  ///< between new snapshots [steps]
  int64_t widest() const;                         ///< between any two snapshots
  double bytes() const { return bytes_; }         ///< of all snapshots

  /// The arrival at a step, within what can be gone to; at the last one its end.
  Moment at_step(int64_t step) const;
  std::optional<Moment> before_last_act() const;
  std::optional<Moment> after_next_act() const;
  /// What the first act from this record on does.
  const Event& act_at(int64_t record) const;

  /// Going on from the present moment: what came after it is forgotten. @returns the bytes of the event log that stay.
  int64_t cut();

  /// Puts the simulation to that moment. Returns early, at a moment on the way, when `cancel` becomes true.
  /// Nothing else may use the history or the simulation meanwhile. @throws RunError if a hash differs.
  void travel(Simulation<float>& simulation, Moment target, const std::atomic<bool>& cancel);

 private:
  struct Row {
    LogRecord record;
    bool scheduled = false, acts = false, begins = false;  // begins: the first of an act
    int64_t frame = 0, press = 0, log_end = 0;
    double time = 0.0;
  };
  struct Snapshot {
    Moment at;
    RunState run;
    State<float> state;
    double bytes = 0.0;
  };
  const Row& row(int64_t record) const { return rows_[static_cast<size_t>(record - first_record_)]; }
  bool joins(const Event& event, int64_t frame, int64_t press, double now) const;
  void keep(const Simulation<float>& simulation);
  bool due(int64_t step) const;
  void make_room();
  void drop_first();
  void play(Simulation<float>& simulation, const Row& row) const;

  double most_bytes_, bytes_ = 0.0;
  LogPlayer* player_ = nullptr;
  std::deque<Snapshot> snapshots_;
  std::optional<Snapshot> prepared_;  // of the step that has just ended, without what is done at its end
  std::deque<Row> rows_;
  int64_t first_record_ = 0, first_log_end_ = 0;  // first_log_end_: before that record
  int64_t interval_ = 0;                          // steps between new snapshots
  Moment present_, end_;
};

}  // namespace murmur
