// An event log as a run: the simulation it begins with, and its events and hashes in their turn.
// Used by replay, which counts hashes, and by render, which wants one step after the other.
#pragma once

#include <memory>
#include <string>

#include "app/common_options.h"
#include "sim/event_log.h"
#include "sim/simulation.h"

namespace murmur {

using LogRecord = std::variant<Event, HashRecord>;

int64_t step_of(const LogRecord& record);

/// What the log began with, on the backend of the options. `boids` gets N as soon as it is known.
/// @throws UserError, RunError.
std::unique_ptr<Simulation<float>> simulation_of_log(const CommonOptions& options, const std::string& name,
                                                     const EventLog& log, int64_t& boids);

class LogPlayer {
 public:
  /// The log must outlive the player.
  LogPlayer(const std::string& name, const EventLog& log) : name_(name), log_(log) {}

  int64_t last_step(const Simulation<float>& simulation) const;
  /// Does what the log has for the simulation's present step: before each step, and after the last.
  /// @throws MismatchError when a hash differs.
  void do_present(Simulation<float>& simulation);

 private:
  std::string name_;
  const EventLog& log_;
  size_t next_ = 0;
};

}  // namespace murmur
