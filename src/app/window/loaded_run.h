// Opens every kind of file that holds a flock, recognised by its first bytes. Used by view.
#pragma once

#include <string>

#include "app/batch/open_run.h"

namespace murmur {

/// Opens a scenario (TOML), an event log, a state (CSV, with the scenario `present`) or a checkpoint. `options`:
/// options of the backend. @throws UserError, RunError when the file is of no such kind, or faulty.
LoadedRun open_file(const std::string& path, const CommonOptions& options, const ScenarioSource& present);
/// Opens a flock that begins at the positions of the tracked animals, and the tracks. @throws UserError, RunError.
LoadedRun open_beside_tracks(const std::string& tracks, CommonOptions options);

}  // namespace murmur
