// The table of trajectory formats: the extensions of each, and how it is opened. Each format is a source file
// of its own (trajectory_xyz, trajectory_h5md). Used by run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/formats/trajectory.h"

namespace murmur {

/// One format of trajectories; trajectory_formats.cpp has the table of all.
template <class T>
struct TrajectoryFormat {
  using Open = std::unique_ptr<Trajectory<T>> (*)(const std::string& path, const std::string& scenario,
                                                  int64_t resumed_at);
  std::vector<std::string> extensions;  ///< ".h5"; the first is the usual one
  std::string description;              ///< "H5MD"
  std::string reader;                   ///< a program that reads it: "h5py"
  Open open;                            ///< see open_trajectory
};

/// ".xyz for OVITO, .h5 for h5py".
std::string trajectory_format_list();

/// The extension of the file selects the format. Creates or replaces the file, or, for a run resumed
/// at step `resumed_at`, keeps its frames up to that step. `scenario`: TOML, stored in the file if the
/// format supports it.
/// @throws UserError for another extension or an existing file of another format; RunError.
template <class T>
std::unique_ptr<Trajectory<T>> open_trajectory(const std::string& path, const std::string& scenario,
                                               int64_t resumed_at = -1);

}  // namespace murmur
