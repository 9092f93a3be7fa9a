// The table of trajectory formats: the extensions of each, and how it is opened. Each format is a source file
// of its own (trajectory_xyz, trajectory_h5md). Used by run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/formats/run_id.h"
#include "sim/formats/trajectory.h"

namespace murmur {

/// One format of trajectories; trajectory_formats.cpp has the table of all.
template <class T>
struct TrajectoryFormat {
  using Open = std::unique_ptr<Trajectory<T>> (*)(const std::string& path, const std::string& scenario,
                                                  const FileStart& start);
  std::vector<std::string> extensions;  ///< ".h5"; the first is the usual one
  std::string description;              ///< "H5MD"
  std::string reader;                   ///< a program that reads it: "h5py"
  Open open;                            ///< see open_trajectory
};

/// ".xyz for OVITO, .h5 for h5py".
std::string trajectory_format_list();

/// Opens a file in the format of its extension. Creates or replaces the file, or, for a run that goes on, keeps
/// its frames up to that step: what follows them is cut at the first write() or flush(). The file carries the id of
/// the run. `scenario`: TOML, kept in the file where it has room.
/// @throws UserError for another extension, or a file to go on with that is of another run, has a gap or is none of
/// these; RunError.
template <class T>
std::unique_ptr<Trajectory<T>> open_trajectory(const std::string& path, const std::string& scenario,
                                               const FileStart& start = {});

}  // namespace murmur
