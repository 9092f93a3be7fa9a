// The interface of the outputs of a run: the options on the command line, the steps at which an output is
// due, and the calls. Each kind of output is one class in a header of this folder; kinds.cpp lists them.
// RunOutputs calls them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/formats/run_id.h"
#include "sim/formats/scenario_files.h"
#include "sim/run/simulation.h"

namespace murmur {

/// Treatment of the file of an output when a run is resumed.
enum class OnResume {
  kGoesOn,    ///< it is cut at the checkpoint and continued
  kBegins,    ///< it begins anew, and a file that is there already is kept
  kReplaced,  ///< it begins anew in place of a file of its kind (OutputOption::file_begin)
};

/// Options of a kind of output. An option with an empty help does not exist.
struct OutputOption {
  std::string name;   ///< "metrics": --metrics FILE
  std::string alias;  ///< a second name, or empty
  std::string type;   ///< word that the help page shows for the file: "CSV"
  std::string help;
  OnResume on_resume = OnResume::kBegins;
  std::string file_begin;            ///< what every file of this kind begins with
  std::string companion;             ///< suffix of a second file that it keeps beside FILE
  bool replaces_checkpoint = false;  ///< may take the place of the file of --resume
  int64_t every = 0;                 ///< default of --NAME-every
  std::string every_help;            ///< help of --NAME-every K
  std::string steps_help;            ///< help of --NAME-steps N,N,...
};

/// The user's request for one output.
struct OutputRequest {
  std::string path;            ///< empty: no output of this kind
  int64_t every = 0;           ///< steps from one write to the next
  bool every_named = true;     ///< the user gave `every`, so a file that goes on must agree
  std::vector<int64_t> steps;  ///< if not empty, only these steps are written
  bool at_end = false;         ///< the last step is written too
};

/// First state and length of a run.
template <class T>
struct RunStart {
  RunOrigin origin;
  uint64_t seed = 0;
  std::shared_ptr<const std::string> initial;  ///< text of the file of --initial, or null
  std::string resume;                          ///< --resume, or empty
  std::vector<ScenarioFile> files{};           ///< files that the scenario names
  int64_t step = 0, last_step = 0;             ///< first and last step
  int threads = 0;                             ///< value of --threads
  bool resumed = false;                        ///< the run begins at a checkpoint: files are continued
  const State<T>* state = nullptr;             ///< state of the checkpoint; null: the run is not resumed
  const RunState* run_state = nullptr;         ///< run state of the checkpoint; null: the run is not resumed

  /// How a file begins that grows by one entry every request.every steps.
  FileStart file_start(const OutputRequest& request) const {
    return {origin.run, resumed ? step : -1, request.every, request.every_named};
  }
};

/// A run at its current step, for outputs.
template <class T>
class RunView {
 public:
  explicit RunView(Simulation<T>& simulation) : simulation_(simulation) {}
  Simulation<T>& simulation() { return simulation_; }
  int64_t step() const { return simulation_.step_number(); }
  bool stepped() const { return stepped_; }  ///< false until the run has taken its first step
  /// The current state, copied from the backend at most once per step.
  const std::shared_ptr<const State<T>>& state() {
    if (!state_) state_ = std::make_shared<const State<T>>(simulation_.state());
    return state_;
  }
  /// Forgets the state of this step. Call it before every step.
  void leave_step() {
    state_.reset();
    stepped_ = true;
  }

 private:
  Simulation<T>& simulation_;
  std::shared_ptr<const State<T>> state_;
  bool stepped_ = false;
};

/// One output. Its constructor opens the file, so that a fault is found before the first step. Every call may
/// throw RunError.
template <class T>
class Output {
 public:
  Output() = default;
  virtual ~Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Whether write() is wanted at this step.
  virtual bool due(int64_t step) const = 0;
  /// Once, at the first step, before any write().
  virtual void begin(RunView<T>&) {}
  /// Called before each step whose successor is due: for outputs that compare two states.
  virtual void before(RunView<T>&) {}
  /// Writes this step. Called at the first step and after every step, where due.
  virtual void write(RunView<T>& run) = 0;
  /// Brings everything written so far to the disk.
  virtual void flush() {}
  /// Once, at the last step, also of an interrupted run: writes the remaining data.
  virtual void finish(RunView<T>&) { flush(); }
  /// True for outputs that must be written after all others are flushed.
  virtual bool needs_flushed_outputs() const { return false; }
  virtual double waited() const { return 0.0; }  ///< time for which the run waited for this output [s]
};

}  // namespace murmur
