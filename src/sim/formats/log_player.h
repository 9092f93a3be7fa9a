// Plays an event log: creates the simulation, applies events and compares hashes. Shows nothing, and the caller takes
// the steps. Used by replay, with and without a window, by render and by the Python package.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "sim/formats/event_log.h"
#include "sim/run/simulation.h"

namespace murmur {

using LogRecord = std::variant<Event, HashRecord>;

int64_t step_of(const LogRecord& record);

/// Makes a backend for so many boids, before memory for them is allocated.
using BackendMaker = std::function<std::unique_ptr<Backend<float>>(int64_t boids, int dimensions)>;

/// Makes the part of a log's header that describes where a saved run continues.
LogResume log_resume(const RunState& run, int64_t step);

/// Makes the simulation at the start of the log. Sets `boids` to N as soon as N is known. @throws UserError, RunError.
std::unique_ptr<Simulation<float>> simulation_of_log(const std::string& name, const EventLog& log,
                                                     const BackendMaker& make_backend, int64_t& boids);

/// A hash of the log that differs from the backend's.
struct HashDifference {
  int64_t step = 0;
  uint64_t recorded = 0, computed = 0;
  std::string backend;
};

class LogPlayer {
 public:
  /// The log must outlive the player.
  LogPlayer(const std::string& name, const EventLog& log) : name_(name), log_(log) {}

  int64_t last_step(const Simulation<float>& simulation) const;
  /// Applies the log's entries for the current step. Call before each step and after the last.
  /// @returns false once a hash differs; then no further entries are applied.
  bool play_current_step(Simulation<float>& simulation);
  /// Applies the log's entries for the current step. @throws MismatchError when a hash differs.
  void play_current_step_or_throw(Simulation<float>& simulation);

  int64_t place() const { return static_cast<int64_t>(next_); }  ///< number of records applied so far
  /// Continues after the first `place` records; the simulation must have the state of that moment.
  void go_to(int64_t place);
  bool finished() const { return next_ == log_.records.size(); }
  bool cut() const { return log_.cut; }
  int64_t hashes() const { return hashes_; }  ///< number of hashes that agreed so far
  int64_t events() const { return events_; }  ///< number of events applied so far
  const std::optional<HashDifference>& difference() const { return difference_; }
  /// A sentence on a differing hash: "differs at step 60: the log says ..., backend cpu computes ...; 2 earlier
  /// hashes agree, the last at ..."
  std::string difference_text() const;

 private:
  std::string name_;
  const EventLog& log_;
  size_t next_ = 0;
  int64_t hashes_ = 0, events_ = 0, agreed_ = 0;
  std::optional<HashDifference> difference_;
};

}  // namespace murmur
