// The run that flies: it is edited, stepped, rewound, replayed, saved and, when its device fails, continued on another
// backend. Owns the run and its thread. Whoever uses it posts events and asks for jobs, which are values; they wait for each
// other in order, and collect() returns what they did. No OpenGL, no window. All calls come from one thread.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/live/simulation_thread.h"
#include "sim/backends/faults.h"

namespace murmur {

/// The flock at some position, as pictures and controls need it.
struct FlockView {
  const Scenario& scenario;
  int64_t boids = 0;
};

/// The steps that can be gone to.
struct RunReach {
  int64_t first = 0, last = 0;
  bool undo = false, redo = false;  ///< there is something to
  bool in_past = false;             ///< later steps are known: steps play them, and a change discards them
  int64_t last_act = -1;            ///< frame of the last act that is done; -1: none is
  // A replay sets these:
  bool over = false, differs = false;  ///< the log was played to its end; a hash differed from the log's
  int64_t hashes = 0;                  ///< hashes that agree so far
};

/// Flock B of A/B, after the last job that has ended.
struct SecondFlock {
  ScenarioSource source;
  Scenario start;  ///< the values of both when B was begun
  int64_t start_step = 0, step = 0, boids = 0;
  bool tracks = false;           ///< B shows animals of tracks
  std::optional<uint64_t> hash;  ///< hash of B once it was asked for, together with that of A
};

/// A file that was asked for.
struct Exported {
  ExportKind kind = ExportKind::kScenario;
  std::string path;
  std::string error;  ///< empty: it is written
};

/// What the jobs did that ended since the last look.
struct RunNotes {
  int64_t steps = 0;
  double step_ms = 0.0;        ///< time of these steps
  PhaseTimes phases;           ///< times of the phases of these steps
  std::vector<Event> applied;  ///< events, in order
  bool changed = false;        ///< the user changed the flock, so the run differs from its files
  bool hashed = false;         ///< hash() is another one
  bool arrived = false;        ///< the flock is at another position, perhaps of another preset
  bool refused = false;  ///< a step was not taken: an event of the scenario does not fit, or the log is over
  bool rests =
      false;          ///< no further steps by themselves: after a seek, at the end of a replay, after a fault
  std::string fault;  ///< the sentence of a step that was taken back; empty: none was
  std::vector<std::string> notices, reports;  ///< sentences for the user: now, and when the window closes
  std::string failure;                        ///< the event log could not be written; empty: it could
  std::vector<FlockCopy> copies;
  std::vector<Exported> exported;
};

/// "rules.radius = 60.0", "goal", "12 boids more": for the user.
std::string words_of(const Event& event);
std::string boids_text(int64_t more);  ///< "12 boids more", "1 boid less"

class LiveRun {
 public:
  /// `recovery`: options of the backend that goes on when a device fails. `wake`: see SimulationThread.
  LiveRun(std::unique_ptr<RecordedRun> run, const BackendOptions& recovery, void (*wake)() = nullptr);

  /// The flock after the last job that has ended: for pictures. Valid until the next collect().
  FlockView shown() const { return {shown_.scenario(), boids_}; }
  /// The flock after all events that wait: for controls. Valid until the next collect() or post().
  FlockView expected() const { return {expected_source().scenario(), expected_ ? expected_boids_ : boids_}; }
  /// Events wait: expected() is not shown() yet.
  bool has_events() const { return expected_.has_value(); }
  const ScenarioSource& source() const { return shown_; }
  int64_t step_number() const { return step_; }
  const std::string& backend() const { return backend_; }
  const std::string& device() const { return device_; }  ///< the backend's description of it
  double last_step_ms() const { return last_step_ms_; }
  bool is_replay() const { return is_replay_; }
  bool has_log() const { return has_log_; }
  const RunReach& reach() const { return reach_; }

  /// An event of the user, after all that waits. @throws UserError with what is wrong: nothing is changed.
  void post(Event event, const UndoTag& tag);
  /// The scenario that expected() would be after this event. @throws UserError.
  ScenarioSource after(const Event& event) const;
  void switch_backend(const std::string& name, const BackendOptions& options);
  /// A job that is no event, no step and no journey: it waits for those before it.
  void ask(Job job) { waiting_.push_back(std::move(job)); }
  /// Hash of the flock that is shown, once it was asked for; none when the flock has changed since.
  const std::optional<uint64_t>& hash() const { return hash_; }
  /// Flock B of A/B. None: there is no B. Valid until the next collect().
  const std::optional<SecondFlock>& second() const { return second_; }
  /// Goes to a step, or to the nearest one that it can go to. A further call replaces the target.
  void seek(int64_t step) { seek_ = step; }
  /// Undoes so many acts of the user; negative: does them again.
  void undo(int acts) { undo_ += acts; }

  bool idle() const { return thread_.idle(); }
  bool seeking() const { return destination_.has_value(); }
  /// The step that the user means: where the flock is, or is on its way to.
  int64_t seen_step() const { return seek_.value_or(destination_.value_or(step_)); }
  /// A job is to be begun; `seeks`: going to other steps, too.
  bool has_waiting(bool seeks) const { return !waiting_.empty() || (seeks && (seek_ || undo_ != 0)); }
  double seconds_running() const { return thread_.seconds_running(); }

  /// Begins the job that waits longest, or else (`seeks`) goes where the user wants. A seek that is under way gives way to
  /// another one.
  void begin_waiting(bool seeks = true);
  /// Begins a step, after the events that wait; call it between jobs. @returns false: another job waited longer and was begun.
  bool step();
  void cancel() { thread_.cancel(); }
  /// Waits at most so many seconds for the job that runs. A device that fails is replaced by a further job.
  /// @throws what the job threw.
  RunNotes collect(double seconds);
  /// A device failed while the run was lent: goes on with another backend.
  void recover(const std::string& cause);
  /// Numbers were found not to be finite while the run was lent: it is where they were.
  void take_steps_back(const NotFinite& fault);
  std::optional<Lease> borrow() { return thread_.borrow(); }

 private:
  const ScenarioSource& expected_source() const { return expected_ ? *expected_ : shown_; }
  void begin_recovery(RunPosition target, const std::string& cause);
  void take(JobResult& result);
  void take_report(RunReport report);
  void fail(JobResult& result);
  void wait_again(Job& job);
  void look(bool scenario_too);
  void look_at_second(const SecondRun* second, bool scenario_too);
  void begin_seek();

  BackendOptions recovery_;
  bool is_replay_;
  SimulationThread thread_;
  std::deque<Job> waiting_;
  std::optional<int64_t> seek_, destination_;
  int undo_ = 0;
  RunNotes notes_;

  // The flock when the last job has ended:
  ScenarioSource shown_;
  std::optional<ScenarioSource> expected_;  // scenario after all queued events; empty: none is queued
  int64_t expected_boids_ = 0;
  int64_t boids_ = 0, step_ = 0;
  std::string backend_, device_;
  double last_step_ms_ = 0.0;
  bool has_log_ = false;
  RunReach reach_;
  std::optional<uint64_t> hash_;
  std::optional<SecondFlock> second_;
};

}  // namespace murmur
