// One flock in the process of another program, as the Python package and the C library hold it: a Simulation with its log, a lock,
// and the count of arrays that look into its memory. Calls from several threads take turns; none may come from a
// process that was forked from the owner, since a fork does not copy threads. The caller sets ExactArithmetic.
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

/// Called every few milliseconds of a long call; may throw, to stop it.
using Between = std::function<void()>;

/// Checks an array of the caller. @throws UserError for a number that is not finite.
void check_numbers(const char* what, const float* numbers, int64_t rows, int64_t columns);

/// States whose arrays nobody holds any more, to be filled again: new memory of the system costs several times what
/// filling it costs.
class StatePool {
 public:
  std::unique_ptr<State<float>> take();
  void give_back(std::unique_ptr<State<float>> state) noexcept;

 private:
  std::mutex mutex_;
  std::unique_ptr<State<float>> states_[2];  // a loop holds the last state until it has the next one
};

class Run {
 public:
  /// `start`: boids in the place of the scenario's own start, without predators, and with the columns that do not begin as in the
  /// scenario; or null. `log`: an event log to write, or empty.
  Run(const ScenarioSource& source, const Machine& machine, const std::string& log, State<float>* start);
  /// Goes on with a checkpoint.
  Run(const std::string& checkpoint, const Machine& machine);
  /// Plays an event log up to `step`, none: its end. @throws MismatchError when a hash differs.
  static std::shared_ptr<Run> replay(const std::string& log, const Machine& machine,
                                     std::optional<int64_t> step, const Between& between);
  /// A copy of the flock at this moment, without the log; each goes on by itself.
  std::shared_ptr<Run> copy() const;
  /// Leaves the simulation alone in a forked process: its threads are not there to be ended.
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// read(simulation): looks at the flock.
  template <class Read>
  auto look(const Read& read) const {
    check_process();
    const std::lock_guard lock(mutex_);
    return read(*simulation_);
  }
  void step(int64_t steps, const Between& between);
  /// Queues an event and applies it. @throws UserError: also to remove more boids than there are.
  void post(Event event);
  /// The whole state, in one that is to be given back to state_pool() at last, and Simulation::departures().
  std::pair<std::unique_ptr<State<float>>, size_t> state() const;
  const std::shared_ptr<StatePool>& state_pool() const { return state_pool_; }
  /// draw(simulation): a picture, which changes how the boids lie in memory and nothing else.
  template <class Draw>
  auto draw(const Draw& draw) {
    check_process();
    const std::lock_guard lock(mutex_);
    return draw(*simulation_);
  }
  /// What back() returns to.
  struct Moment {
    RunState run;
    State<float> state;
    std::string id;
    int64_t log_size = 0, logged_step = -1;
  };
  std::shared_ptr<Moment> moment() const;
  /// Returns to a moment of this flock; its log loses what came later. @throws RunError.
  void back(const Moment& moment);
  /// Adds (count, D) to the velocities, in id order.
  void push(const float* dv, int64_t rows, int64_t columns);
  void save(const std::string& path) const;
  /// Writes the last hash of the log and ends it.
  void close_log();

  /// Changes whenever the flock may have changed.
  uint64_t version() const { return version_; }
  /// The boids in place, until the flock changes. @throws RunError when the backend has no such arrays.
  BoidView<float> view(int64_t& count, int& dimensions);
  /// The boids in place, counted as exported until give_back(). @throws RunError when the flock has changed since `version`
  /// or the backend has no such array.
  BoidView<float> export_view(uint64_t version, int64_t& count, int& dimensions);
  void give_back() { --exported_; }
  /// Index of the device that a view is on; -1: the host.
  int device() const { return simulation_->backend().device_index(); }

 private:
  Run(Machine machine, std::string scenario, std::string id, std::unique_ptr<Simulation<float>> simulation);
  void check_process() const;
  /// Is called before any change. @throws RunError while arrays are exported.
  void begin_change(const char* what);
  /// Changes the id: this is no longer the run that its scenario alone makes. `by`: what has changed it.
  void change_id(const std::string& by);
  void log_hash();
  BoidView<float> present_view(int64_t& count, int& dimensions);

  std::unique_ptr<Simulation<float>> simulation_;
  Machine machine_;
  std::string scenario_;  // TOML of the scenario that the run began with
  std::string id_;        // sim/formats/run_id.h
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
