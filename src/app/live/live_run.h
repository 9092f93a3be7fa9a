// The live run of the window: it is edited, stepped, rewound, replayed, saved and, when its device fails, continued
// on another backend. Owns the run and its thread. The window posts events and asks for jobs, which are values; they
// are done in order, and collect() returns their results. Uses no OpenGL. All calls come from one thread.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/live/simulation_thread.h"
#include "sim/backends/faults.h"

namespace murmur {

/// Scenario and number of boids of the flock at some position, for pictures and controls.
struct FlockView {
  const Scenario& scenario;
  int64_t boids = 0;
};

/// The steps and acts that the user can go to.
struct RunReach {
  int64_t first = 0, last = 0;
  bool undo = false, redo = false;  ///< there is an act to undo, or to redo
  bool in_past = false;             ///< later steps are known: step() repeats them, a change discards them
  int64_t last_act = -1;            ///< frame of the last act that is done; -1: none
  // Members that only a replay sets:
  bool over = false, differs = false;  ///< the log has ended; a hash differed from the log's
  int64_t hashes = 0;                  ///< number of hashes that agree so far
};

/// Flock B of A/B, after the last finished job.
struct SecondFlock {
  ScenarioSource source;
  Scenario start;  ///< the scenario of both flocks when B was begun
  int64_t start_step = 0, step = 0, boids = 0;
  bool tracks = false;           ///< B shows animals of tracks
  std::optional<uint64_t> hash;  ///< hash of B, if it was asked for together with that of A
};

/// A file that the user asked for.
struct Exported {
  ExportKind kind = ExportKind::kScenario;
  std::string path;
  std::string error;  ///< why the file was not written; empty: it was
};

/// Results of the jobs that have ended since the last collect().
struct RunNotes {
  int64_t steps = 0;
  double step_ms = 0.0;        ///< duration of `steps`
  PhaseTimes phases;           ///< durations of the phases of `steps`
  std::vector<Event> applied;  ///< events in order
  bool changed = false;        ///< the user changed the flock, so the run differs from its files
  bool hashed = false;         ///< hash() has changed
  bool arrived = false;        ///< the flock is at another position, perhaps of another preset
  bool refused = false;        ///< a step was not taken: an event does not fit, or the log is over
  bool rests = false;  ///< no more automatic steps: after a seek, at the end of a replay, after a fault
  std::string fault;   ///< message about a step that was undone; empty: none
  std::vector<std::string> notices, reports;  ///< sentences for the user: now, and at the end
  std::string failure;                        ///< why the event log could not be written; empty: it could
  std::vector<FlockCopy> copies;
  std::vector<Exported> exported;
};

/// An event in words for the user: "rules.radius = 60.0", "goal", "12 boids more".
std::string words_of(const Event& event);
std::string boids_text(int64_t more);  ///< a change in words: "12 boids more", "1 boid less"

class LiveRun {
 public:
  /// `recovery`: options of the backend that replaces a failed device. `wake`: see SimulationThread.
  LiveRun(std::unique_ptr<RecordedRun> run, const BackendOptions& recovery, void (*wake)() = nullptr);

  /// The flock after the last finished job, for pictures. Valid until the next collect().
  FlockView shown() const { return {shown_.scenario(), boids_}; }
  /// The flock after all queued events, for controls. Valid until the next collect() or post().
  FlockView expected() const { return {expected_source().scenario(), expected_ ? expected_boids_ : boids_}; }
  /// Whether events are queued, so that expected() differs from shown().
  bool has_events() const { return expected_.has_value(); }
  const ScenarioSource& source() const { return shown_; }
  int64_t step_number() const { return step_; }
  const std::string& backend() const { return backend_; }
  const std::string& device() const { return device_; }  ///< the backend's description of the device
  double last_step_ms() const { return last_step_ms_; }
  bool is_replay() const { return is_replay_; }
  bool has_log() const { return has_log_; }
  const RunReach& reach() const { return reach_; }

  /// Queues an event of the user. @throws UserError with what is wrong; then nothing is changed.
  void post(Event event, const UndoTag& tag);
  /// The scenario that expected() would have after this event. @throws UserError.
  ScenarioSource after(const Event& event) const;
  void switch_backend(const std::string& name, const BackendOptions& options);
  /// Queues a job that is no event, step or seek.
  void ask(Job job) { waiting_.push_back(std::move(job)); }
  /// Hash of the shown flock, if it was asked for; none once the flock has changed.
  const std::optional<uint64_t>& hash() const { return hash_; }
  /// Flock B of A/B; none: there is no B. Valid until the next collect().
  const std::optional<SecondFlock>& second() const { return second_; }
  /// Asks for a seek to a step, or to the nearest one in reach. A further call replaces the target.
  void seek(int64_t step) { seek_ = step; }
  /// Undoes so many acts of the user; a negative number redoes acts.
  void undo(int acts) { undo_ += acts; }

  bool idle() const { return thread_.idle(); }
  bool seeking() const { return destination_.has_value(); }
  /// The step that the user means: the present one, or the target of a seek.
  int64_t seen_step() const { return seek_.value_or(destination_.value_or(step_)); }
  /// Whether a job is queued; `seeks`: counts seeks and undo, too.
  bool has_waiting(bool seeks) const { return !waiting_.empty() || (seeks && (seek_ || undo_ != 0)); }
  double seconds_running() const { return thread_.seconds_running(); }

  /// Begins the oldest queued job, or else (`seeks`) a seek. A seek under way gives way to a new one.
  void begin_waiting(bool seeks = true);
  /// Begins a step, after the queued events; to be called between jobs. @returns false: an older job was begun instead.
  bool step();
  void cancel() { thread_.cancel(); }
  /// Waits at most so many seconds for the running job. After a failure of the device a further job begins the
  /// recovery. @throws what the job threw.
  RunNotes collect(double seconds);
  /// Continues with another backend, because the device failed while the run was lent.
  void recover(const std::string& cause);
  /// Goes back before the step whose numbers are not finite, which was noticed while the run was lent.
  void take_steps_back(const NotFinite& fault);
  std::optional<Lease> borrow() { return thread_.borrow(); }

 private:
  const ScenarioSource& expected_source() const { return expected_ ? *expected_ : shown_; }
  void begin_recovery(RunPosition target, const std::string& cause);
  void take(JobResult& result);
  void take_report(RunReport report);
  void fail(JobResult& result);
  void wait_again(Job& job);
  void copy_shown(bool scenario_too);
  void look_at_second(const SecondRun* second, bool scenario_too);
  void begin_seek();

  BackendOptions recovery_;
  bool is_replay_;
  SimulationThread thread_;
  std::deque<Job> waiting_;
  std::optional<int64_t> seek_, destination_;
  int undo_ = 0;
  RunNotes notes_;

  // State of the flock after the last finished job:
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
