// The jobs of the thread of a run, and their results: values. A job is all that may take long: events, a step, going to another
// position, another backend, a file, a copy. Used by SimulationThread; LiveRun makes the jobs.
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

/// kShare makes a new folder, "murmur-001", with a scenario, an event log if there is one, and a checkpoint. This file of it:
/// "murmur-001/murmur-001.toml".
std::string file_of_share(const std::string& folder, const std::string& ending);

namespace job {

struct ApplyEvents {
  std::vector<PostedEvent> events;
};
struct Step {
  std::vector<PostedEvent> events;  ///< first
};
struct Seek {
  RunPosition target;
  std::string arrival;  ///< what to say then; empty: the step
};
/// Takes an act of the user back, or makes it again.
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
  std::string before, ending;  ///< parts of the name: the first free one between them is taken
  std::string path;            ///< path that the job chose
  std::string text;  ///< scenario with the look, look of a checkpoint, or measures; empty: the job makes it
  RunOrigin origin;  ///< origin that a checkpoint has
};
/// A copy of the flock for other threads.
struct CopyFlock {
  enum class For : uint8_t { kMetrics, kComparison } purpose = For::kMetrics;
};
/// Writes the hash of the present position into the log.
struct NoteHash {};
/// Shows the user the hash of the present position.
struct ShowHash {};
/// A copy of the flock, B, goes on beside it, or tracks are shown there: see SecondRun.
struct BeginSecond {
  BackendOptions options;
  std::shared_ptr<const AnimalTracks> tracks = nullptr;  ///< null: none
};
struct EndSecond {};
/// Sets values of A and of B; `to_start`: after both have returned to the moment when B was begun.
struct SetBoth {
  bool to_start = false;
  std::vector<PostedEvent> first, second;
};
/// Goes on with another backend: that of the run has failed.
struct Recover {
  RunPosition target;
  BackendOptions options;
  std::string cause;
};
/// A step made numbers that are not finite: the flock is as before it.
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
  double seconds = 0.0;  ///< time that copying took
  bool second = false;   ///< the copy is of B
};

struct JobResult {
  Job job;  ///< job, with the events that it could not apply
  bool stepped = false;
  bool cancelled = false;
  double ms = 0.0;     ///< time of the step
  PhaseTimes phases;   ///< phases of the step
  std::string notice;  ///< sentence for the user; empty: none
  std::vector<FlockCopy> copies;
  std::optional<uint64_t> hash, second_hash;  ///< hashes of A and B if they were asked for
  std::string report;                         ///< line that is printed when the program ends; empty: none
  std::vector<std::string> refused;           ///< sentences: changes that did not fit B
  std::exception_ptr error;
};

/// Does the job on the thread of the run. `second`: flock B, which a job may begin or end; null: there is none.
JobResult perform(Job job, RecordedRun& run, std::unique_ptr<SecondRun>& second,
                  const std::atomic<bool>& cancel);
/// "flock B at step 20: 100 boids, hash=...", "tracks at ...".
std::string report_of(const SecondRun& second);

}  // namespace murmur
