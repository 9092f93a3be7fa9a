// Flock B of A/B: a copy of a run, A, that keeps its values while those of A are changed. It takes the same steps as
// A; events that touch boids or places are applied to both at the same step. B follows A back in time, and has no
// event log. It belongs to the thread of A and catches up after each job of A. Instead of a flock B can show tracks
// of animals as they were at the step of A; no event changes these. Used by SimulationThread, and by tests directly.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/live/recorded_run.h"
#include "sim/formats/animal_tracks.h"

namespace murmur {

/// Whether an event of the user is applied to A and to B. Other events set a value, and are applied to A alone.
bool concerns_both(const Event& event);

class SecondRun {
 public:
  /// Copies `first` in its present state; `first` must outlive the copy. `backend`: backend of the copy. `tracks`:
  /// tracks to show instead of a copy; null: none.
  SecondRun(RecordedRun& first, std::unique_ptr<Backend<float>> backend,
            std::shared_ptr<const AnimalTracks> tracks = nullptr);
  ~SecondRun();
  SecondRun(const SecondRun&) = delete;
  SecondRun& operator=(const SecondRun&) = delete;

  Simulation<float>& simulation() { return run_.simulation(); }
  const Simulation<float>& simulation() const { return run_.simulation(); }
  const Scenario& start() const {
    return start_.run.source.scenario();
  }  ///< the values of both flocks when B was begun
  int64_t start_step() const { return start_.state.step; }
  bool shows_tracks() const { return tracks_ != nullptr; }

  /// Brings B to the step of A. To be called after each job of A.
  void follow();
  /// Why B cannot continue beside A, as the end of a sentence; empty: it can.
  const std::string& over() const { return over_; }
  /// Sentences for the user since the last call: changes that did not fit B.
  std::vector<std::string> take_refused();

  /// Returns A and B to the moment when B was begun.
  void both_to_start();
  /// Sets values of A and of B; removes each event from its list once it is applied.
  void set(std::vector<PostedEvent>& first, std::vector<PostedEvent>& second);
  /// Continues with another backend after a failure of the device.
  void recover(std::unique_ptr<Backend<float>> backend);

 private:
  /// An event of A that is applied to B too, and the position of A after it.
  struct Both {
    PostedEvent posted;
    RunPosition after;
  };
  /// The number of records of B while A is at `first` or later, up to the next mark.
  struct Mark {
    RunPosition first;
    int64_t records = 0;
  };
  void take(const PostedEvent& posted);
  void show_tracks();
  void forget_future();
  void follow_into_past();
  void catch_up();
  void apply(std::vector<PostedEvent>& events);
  void note_refused();
  void mark(const RunPosition& first);
  RunPosition place_of(const RunPosition& first) const;

  RecordedRun& first_;
  RunMoment start_;       // moment of A when B was begun
  RunPosition start_at_;  // position of B when B was begun
  RecordedRun run_;
  std::shared_ptr<const AnimalTracks> tracks_;
  std::optional<RunState> animals_;  // run of the animals, if B shows tracks
  bool tracks_end_ = false;          // the tracks end before the step of A
  std::deque<Both> both_;            // events that B does not have yet
  std::vector<Mark> marks_;
  int64_t times_restored_;
  bool sets_ = false;  // set() is applying events of A alone
  std::string over_;
  std::vector<std::string> refused_;
};

}  // namespace murmur
