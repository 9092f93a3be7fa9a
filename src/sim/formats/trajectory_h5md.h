// Trajectories as HDF5 in H5MD layout, which h5py and MDAnalysis read. Used by trajectory_formats.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/formats/run_id.h"
#include "sim/formats/trajectory.h"

namespace murmur {

/// Opens an H5MD trajectory; parameters as open_trajectory() (trajectory_formats.h).
template <class T>
std::unique_ptr<Trajectory<T>> open_h5md(const std::string& path, const std::string& scenario,
                                         const FileStart& start);

}  // namespace murmur
