// The interface of the outputs of a run: their command-line options, the steps at which they write, and the calls
// that RunOutputs makes. Each kind of output is one class in a header of this folder; kinds.cpp lists them.
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
  kGoesOn,    ///< a resumed run cuts the file at the checkpoint and appends to it
  kBegins,    ///< a resumed run begins a new file, and refuses to replace one
  kReplaced,  ///< a resumed run replaces a file of the same kind (OutputOption::file_begin)
};

/// Command-line options of a kind of output. An option whose help is empty does not exist.
struct OutputOption {
  std::string name;   ///< "metrics" for the option --metrics FILE
  std::string alias;  ///< second name of the option; empty: none
  std::string type;   ///< word that the help page shows for the file: "CSV"
  std::string help;
  OnResume on_resume = OnResume::kBegins;
  std::string file_begin;            ///< first bytes of every file of this kind
  std::string companion;             ///< suffix of a second file that the output keeps beside FILE
  bool replaces_checkpoint = false;  ///< FILE may be the checkpoint of --resume
  int64_t every = 0;                 ///< default of the option --NAME-every
  std::string every_help;            ///< help of the option --NAME-every K
  std::string steps_help;            ///< help of the option --NAME-steps N,N,...
};

/// The user's request for one output.
struct OutputRequest {
  std::string path;            ///< path of the file; empty: no output of this kind
  int64_t every = 0;           ///< number of steps between two writes
  bool every_named = true;     ///< the user gave `every`; a continued file must agree
  std::vector<int64_t> steps;  ///< steps to write; empty: by `every`
  bool at_end = false;         ///< the last step is written in addition
};

/// First state and length of a run.
template <class T>
struct RunStart {
  RunOrigin origin;
  uint64_t seed = 0;
  std::shared_ptr<const std::string> initial;  ///< text of the file of --initial; null: none
  std::string resume;                          ///< path of the checkpoint of --resume; empty: none
  std::vector<ScenarioFile> files{};           ///< files that the scenario names
  int64_t step = 0, last_step = 0;             ///< first and last step
  int threads = 0;                             ///< value of --threads
  bool resumed = false;                        ///< the run begins at a checkpoint and continues its files
  const State<T>* state = nullptr;             ///< state of the checkpoint; null: the run is not resumed
  const RunState* run_state = nullptr;         ///< run state of the checkpoint; null: the run is not resumed

  /// Beginning of a file that grows by one entry every request.every steps.
  FileStart file_start(const OutputRequest& request) const {
    return {origin.run, resumed ? step : -1, request.every, request.every_named};
  }
};

/// A run at its current step, as outputs see it.
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
  /// Forgets the state of this step. To be called before every step.
  void leave_step() {
    state_.reset();
    stepped_ = true;
  }

 private:
  Simulation<T>& simulation_;
  std::shared_ptr<const State<T>> state_;
  bool stepped_ = false;
};

/// One output of a run. The constructor opens the file, so that a fault is found before the first step. Every call may throw RunError.
template <class T>
class Output {
 public:
  Output() = default;
  virtual ~Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Whether the output writes at this step.
  virtual bool due(int64_t step) const = 0;
  /// Called once, at the first step, before any write().
  virtual void begin(RunView<T>&) {}
  /// Called before each step after which write() is due, for outputs that compare two states.
  virtual void before(RunView<T>&) {}
  /// Writes the present step. Called at the first step and after every step, where due() is true.
  virtual void write(RunView<T>& run) = 0;
  /// Brings everything written so far to the disk.
  virtual void flush() {}
  /// Called once, at the last step, even if the run was interrupted: writes the remaining data.
  virtual void finish(RunView<T>&) { flush(); }
  /// Whether the output is written only after all others are flushed.
  virtual bool needs_flushed_outputs() const { return false; }
  virtual double waited() const { return 0.0; }  ///< time for which the run waited for this output [s]
};

}  // namespace murmur
