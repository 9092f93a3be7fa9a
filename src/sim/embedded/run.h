// One flock in the process of another program, as the Python package and the C library use it: a Simulation with its
// log, a lock, and the number of arrays that refer to its memory. Calls from several threads take turns. A process
// forked from the owner must not call, since a fork does not copy threads. The caller sets ExactArithmetic.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "sim/backends/boid_view.h"
#include "sim/embedded/machine.h"
#include "sim/formats/event_log.h"
#include "sim/run/simulation.h"
#include "sim/util/fair_mutex.h"
#include "sim/util/output_lock.h"

namespace murmur::embedded {

/// Called every few milliseconds of a long call; may throw to end the call.
using Between = std::function<void()>;

/// Checks an array that the caller has passed. @throws UserError for a number that is not finite.
void check_numbers(const char* what, const float* numbers, int64_t rows, int64_t columns);

/// States that are no longer in use, kept for reuse: new memory from the system costs several times as much as filling it.
class StatePool {
 public:
  std::unique_ptr<State<float>> take();
  void give_back(std::unique_ptr<State<float>> state) noexcept;

 private:
  std::mutex mutex_;
  std::unique_ptr<State<float>> states_[2];  // two: a loop holds one state until it has the next
};

class Run {
 public:
  /// `start`: boids that replace the scenario's own start, without predators, and with those columns that differ from
  /// the scenario's start values; null: the scenario's own start. `log`: path of an event log to write; empty: none.
  Run(const ScenarioSource& source, const Machine& machine, const std::string& log, State<float>* start);
  /// Continues from a checkpoint.
  Run(const std::string& checkpoint, const Machine& machine);
  /// Plays an event log up to `step`; none: to the end of the log. @throws MismatchError when a hash differs.
  static std::shared_ptr<Run> replay(const std::string& log, const Machine& machine,
                                     std::optional<int64_t> step, const Between& between);
  /// Copies the flock as it is now, without the log; original and copy then run independently.
  std::shared_ptr<Run> copy() const;
  /// Does not end the simulation in a forked process, where its threads do not exist.
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Calls read(simulation), which must not change the flock.
  template <class Read>
  auto look(const Read& read) const {
    check_process();
    const std::lock_guard lock(mutex_);
    return read(*simulation_);
  }
  void step(int64_t steps, const Between& between);
  /// Queues an event and applies it. @throws UserError, e.g. for removing more boids than there are.
  void post(Event event);
  /// Copies the whole state, to be returned to state_pool() after use. @returns the state and Simulation::departures().
  std::pair<std::unique_ptr<State<float>>, size_t> state() const;
  const std::shared_ptr<StatePool>& state_pool() const { return state_pool_; }
  /// Calls draw(simulation), which draws a picture and may change only the order of the boids in memory.
  template <class Draw>
  auto draw(const Draw& draw) {
    check_process();
    const std::lock_guard lock(mutex_);
    return draw(*simulation_);
  }
  /// A saved moment of the flock, to which back() returns.
  struct Moment {
    RunState run;
    State<float> state;
    std::string id;
    int64_t log_size = 0, logged_step = -1;
  };
  std::shared_ptr<Moment> moment() const;
  /// Returns to a moment of this flock; later entries of the log are removed. @throws RunError.
  void back(const Moment& moment);
  /// Adds `dv` (count, D) to the velocities, in id order.
  void push(const float* dv, int64_t rows, int64_t columns);
  void save(const std::string& path) const;
  /// Writes the last hash of the log and closes the log.
  void close_log();

  /// A number that changes whenever the flock may have changed.
  uint64_t version() const { return version_; }
  /// Pointers to the boids in the backend's memory, valid until the flock changes. @throws RunError when the backend
  /// has no such arrays.
  BoidView<float> view(int64_t& count, int& dimensions);
  /// Pointers to the boids in the backend's memory, counted as exported until give_back(). @throws RunError when the
  /// flock has changed since `version` or the backend has no such array.
  BoidView<float> export_view(uint64_t version, int64_t& count, int& dimensions);
  void give_back() { --exported_; }
  /// Index of the device whose memory a view refers to; -1: the host.
  int device() const { return simulation_->backend().device_index(); }

 private:
  Run(Machine machine, std::string scenario, std::string id, std::unique_ptr<Simulation<float>> simulation);
  void check_process() const;
  /// Must be called before any change. @throws RunError while arrays are exported.
  void begin_change(const char* what);
  /// Changes the run's id, because the scenario alone no longer determines the run. `by`: what has changed it, e.g. "a replay".
  void change_id(const std::string& by);
  void log_hash();
  BoidView<float> present_view(int64_t& count, int& dimensions);

  std::unique_ptr<Simulation<float>> simulation_;
  Machine machine_;
  std::string scenario_;  // TOML of the scenario that the run began with
  std::string id_;        // id of the run (sim/formats/run_id.h)
  bool pushed_ = false;
  std::unique_ptr<OutputLock> log_lock_;
  std::unique_ptr<EventLogWriter> log_;
  int64_t logged_step_ = -1;
  mutable FairMutex mutex_;
  std::shared_ptr<StatePool> state_pool_ = std::make_shared<StatePool>();
  std::atomic<uint64_t> version_{0};
  std::atomic<int64_t> exported_{0};
  const pid_t process_ = getpid();
};

}  // namespace murmur::embedded
