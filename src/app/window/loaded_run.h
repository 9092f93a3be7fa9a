// What the window shows: a flock at the start of a scenario or from a saved state, or a log that is replayed. Reads
// files of any of these kinds, recognised by their first bytes. Used by view and replay.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/batch/log_simulation.h"
#include "app/options/common_options.h"
#include "sim/formats/event_log.h"
#include "sim/run/simulation.h"

namespace murmur {

struct LoadedRun {
  std::string name;                   ///< of the file; empty: none
  std::string scenario;               ///< TOML, at the start of the run
  std::string initial;                ///< state CSV, if the run does not begin with the scenario's own start
  std::optional<LogResume> resume;    ///< of a checkpoint
  std::string image_hash, run;        ///< of the terrain image; the id of the run
  std::unique_ptr<EventLog> log;      ///< that is replayed; null: none
  std::unique_ptr<LogPlayer> player;  ///< likewise
  std::unique_ptr<Simulation<float>> simulation;

  LogHeader header() const;  ///< of an event log of it
};

/// The start of a scenario.
LoadedRun open_scenario(const ScenarioSource& source, std::unique_ptr<Backend<float>> backend,
                        std::string name = {});
/// A scenario (TOML), an event log, a state (CSV, of the scenario `present`) or a checkpoint. `options`: the backend.
/// @throws UserError, RunError when it is none of them, or is faulty.
LoadedRun open_file(const std::string& path, const CommonOptions& options, const ScenarioSource& present);

}  // namespace murmur
