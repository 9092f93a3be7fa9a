// What the window opens: files of any kind that has a flock, recognised by their first bytes. Used by view.
#pragma once

#include <string>

#include "app/batch/open_run.h"

namespace murmur {

/// A scenario (TOML), an event log, a state (CSV, of the scenario `present`) or a checkpoint. `options`: the backend.
/// @throws UserError, RunError when it is none of them, or is faulty.
LoadedRun open_file(const std::string& path, const CommonOptions& options, const ScenarioSource& present);
/// A flock that begins where the animals of these tracks do, and the tracks. @throws UserError, RunError.
LoadedRun open_beside_tracks(const std::string& tracks, CommonOptions options);

}  // namespace murmur
