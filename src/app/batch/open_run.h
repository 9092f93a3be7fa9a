// Opens a run for view, render and replay on the backend of the command line, from its beginning or from an event log.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/options/beginning.h"
#include "sim/formats/animal_tracks.h"
#include "sim/formats/log_player.h"

namespace murmur {

struct LoadedRun {
  std::string name;  ///< file that was opened; empty: none
  RunOrigin origin;
  std::string initial;                  ///< text of the state CSV that the run begins with; empty: none
  bool resumed = false;                 ///< the run begins at a checkpoint
  std::shared_ptr<const EventLog> log;  ///< event log to replay; null: none
  std::unique_ptr<LogPlayer> player;    ///< gives the events of `log`; null: no log
  std::unique_ptr<Simulation<float>> simulation;
  std::shared_ptr<const AnimalTracks> tracks;  ///< recorded animals that play beside the run; null: none

  LogHeader header() const;  ///< header of an event log that begins now, at the first step
};

/// Opens a run at its beginning, after a check that the memory suffices. @throws UserError, RunError.
LoadedRun open_run(const Beginning<float>& beginning, const CommonOptions& options, std::string name = {});
/// Opens a run at the start of an event log. Sets `boids` to N as soon as the log has given it. @throws UserError, RunError.
LoadedRun open_run(std::shared_ptr<const EventLog> log, const CommonOptions& options, const std::string& name,
                   int64_t& boids);
std::unique_ptr<Simulation<float>> simulation_of_log(const CommonOptions& options, const std::string& name,
                                                     const EventLog& log, int64_t& boids);

}  // namespace murmur
