// Everything a run leaves behind: states, event log, step times, metrics, trajectory, checkpoints. All are
// opened and locked before the work starts, so that a missing folder costs no work. Used by run_once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/batch/run_options.h"
#include "sim/formats/event_log.h"
#include "sim/formats/metrics_csv.h"
#include "sim/formats/state_csv.h"
#include "sim/formats/trajectory_thread.h"
#include "sim/run/simulation.h"
#include "sim/util/files.h"
#include "sim/util/output_lock.h"

namespace murmur {

/// Where a run begins.
template <class T>
struct RunStart {
  std::string scenario;  ///< TOML, before any event
  uint64_t seed = 0;
  int64_t step = 0;
  bool resumed = false;             ///< from a checkpoint: files go on rather than begin
  const State<T>* state = nullptr;  ///< then: its state
};

template <class T>
class RunOutputs {
 public:
  RunOutputs(const RunOptions& options, const RunStart<T>& start);

  void listen(Simulation<T>& simulation);
  /// To be called before every step: what a metric of change needs of the state before.
  void before_step(Simulation<T>& simulation);
  /// To be called at the first step and after every step.
  void after_step(Simulation<T>& simulation, bool stepped);
  /// Writes what is still owed; a run cut short leaves its last state and a checkpoint.
  void finish(Simulation<T>& simulation);
  double waited_for_trajectory() const { return trajectory_ ? trajectory_->waited() : 0.0; }  ///< [s]

 private:
  using Snapshot = std::shared_ptr<const State<T>>;

  void check_steps(const RunStart<T>& start) const;
  void lock_all();
  void open(const RunStart<T>& start);
  void open_log(const RunStart<T>& start);
  bool metrics_due(int64_t step) const;
  bool due(const void* output, int64_t every, int64_t step) const { return output && step % every == 0; }
  const Snapshot& snapshot(Simulation<T>& simulation);
  void frame_line(const std::string& text);
  void write_hash(Simulation<T>& simulation);
  void write_state(Simulation<T>& simulation);
  void write_checkpoint_of(Simulation<T>& simulation);

  const RunOptions& options_;
  std::string scenario_;
  std::set<int64_t> states_due_;
  std::vector<std::unique_ptr<OutputLock>> locks_;  // before the files: they go last
  std::unique_ptr<StateCsvWriter<T>> states_;
  std::unique_ptr<EventLogWriter> log_;
  std::unique_ptr<MetricsCsv> metrics_;
  std::unique_ptr<ThreadPool> metrics_pool_;
  std::unique_ptr<TrajectoryThread<T>> trajectory_;
  File frame_log_;
  std::vector<T> velocity_before_;
  Snapshot snapshot_;  // of the present step, if it was wanted
  int64_t hashed_ = -1, written_ = -1, checkpointed_ = -1;
};

}  // namespace murmur
