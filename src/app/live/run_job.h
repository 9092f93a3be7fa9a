// The jobs of the thread of a run, and their results, as values. A job is everything that may take long: events, a
// step, a seek to another position, another backend, a file, a copy. Used by SimulationThread; LiveRun makes the
// jobs.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/live/second_run.h"
#include "sim/machine/registry.h"

namespace murmur {

enum class ExportKind : uint8_t { kScenario, kState, kCheckpoint, kLog, kMeasures, kShare };

/// Path of a file of a share, "murmur-001/murmur-001.toml". kShare makes a new folder, "murmur-001", with a
/// scenario, the event log if there is one, and a checkpoint.
std::string file_of_share(const std::string& folder, const std::string& ending);

namespace job {

struct ApplyEvents {
  std::vector<PostedEvent> events;
};
struct Step {
  std::vector<PostedEvent> events;  ///< events to apply before the step
};
struct Seek {
  RunPosition target;
  std::string arrival;  ///< message on arrival; empty: the step
};
/// Undoes or redoes an act of the user.
struct TakeBack {
  UndoTag act;
  bool again = false;
  std::string what;  ///< name of the act, for the user
};
struct SwitchBackend {
  std::string name;
  BackendOptions options;
};
struct Export {
  ExportKind kind = ExportKind::kScenario;
  std::string before, ending;  ///< parts of the file name; the first free name between them is taken
  std::string path;            ///< path that the job has chosen
  std::string text;            ///< scenario with the look, look of a checkpoint, or measures; else empty
  RunOrigin origin;            ///< origin for a checkpoint
};
/// Copies the flock for other threads.
struct CopyFlock {
  enum class For : uint8_t { kMetrics, kComparison } purpose = For::kMetrics;
};
/// Writes the hash of the present position into the log.
struct NoteHash {};
/// Shows the user the hash of the present position.
struct ShowHash {};
/// Begins flock B of A/B as a copy of the flock, or as animals of tracks: see SecondRun.
struct BeginSecond {
  BackendOptions options;
  std::shared_ptr<const AnimalTracks> tracks = nullptr;  ///< tracks that B shows; null: none
};
struct EndSecond {};
/// Sets values of A and of B. `to_start`: both return before to the moment when B was begun.
struct SetBoth {
  bool to_start = false;
  std::vector<PostedEvent> first, second;
};
/// Continues on another backend, because the backend of the run has failed.
struct Recover {
  RunPosition target;
  BackendOptions options;
  std::string cause;
};
/// Goes back to the step before numbers became infinite or NaN.
struct TakeStepsBack {
  int64_t good_steps = 0;
  std::string fault;
};

}  // namespace job

using Job = std::variant<job::ApplyEvents, job::Step, job::Seek, job::TakeBack, job::SwitchBackend,
                         job::Export, job::CopyFlock, job::NoteHash, job::ShowHash, job::BeginSecond,
                         job::EndSecond, job::SetBoth, job::Recover, job::TakeStepsBack>;

struct FlockCopy {
  job::CopyFlock::For purpose = job::CopyFlock::For::kMetrics;
  RunState run;
  State<float> state;
  double seconds = 0.0;  ///< duration of the copy
  bool second = false;   ///< the copy is of B
};

struct JobResult {
  Job job;  ///< the job, with the events that it could not apply
  bool stepped = false;
  bool cancelled = false;
  double ms = 0.0;     ///< duration of the step
  PhaseTimes phases;   ///< durations of the phases of the step
  std::string notice;  ///< sentence for the user; empty: none
  std::vector<FlockCopy> copies;
  std::optional<uint64_t> hash, second_hash;  ///< hashes of A and B, if they were asked for
  std::string report;                         ///< line that is printed when the program ends; empty: none
  std::vector<std::string> refused;           ///< sentences about changes that did not fit B
  std::exception_ptr error;
};

/// Performs a job on the thread of the run. `second`: flock B, which a job may begin or end; null: there is none.
JobResult perform(Job job, RecordedRun& run, std::unique_ptr<SecondRun>& second,
                  const std::atomic<bool>& cancel);
/// A line about flock B: "flock B at step 20: 100 boids, hash=...", or "tracks at ...".
std::string report_of(const SecondRun& second);

}  // namespace murmur
