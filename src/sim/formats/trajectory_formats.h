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

/// One format of trajectories, a row of the table in trajectory_formats.cpp.
template <class T>
struct TrajectoryFormat {
  using Open = std::unique_ptr<Trajectory<T>> (*)(const std::string& path, const std::string& scenario,
                                                  const FileStart& start);
  std::vector<std::string> extensions;  ///< e.g. ".h5"; the first is the usual one
  std::string description;              ///< name of the format: "H5MD"
  std::string reader;                   ///< a program that reads the format: "h5py"
  Open open;                            ///< opens a file: open_trajectory()
};

/// List for messages: ".xyz for OVITO, .h5 for h5py".
std::string trajectory_format_list();

/// Opens a trajectory in the format of its extension. Creates or replaces the file. For a run that continues, keeps
/// the frames up to its step: later frames are removed at the first write() or flush(). The file carries the id of
/// the run, and `scenario` (TOML) if the format has room. @throws UserError for another extension, or for an existing
/// file that is of another run, has a gap or is no trajectory; RunError.
template <class T>
std::unique_ptr<Trajectory<T>> open_trajectory(const std::string& path, const std::string& scenario,
                                               const FileStart& start = {});

}  // namespace murmur
