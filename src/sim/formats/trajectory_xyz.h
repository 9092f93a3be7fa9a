// Trajectories as extended XYZ: text that OVITO and ASE read. Used by trajectory_formats.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/formats/run_id.h"
#include "sim/formats/trajectory.h"

namespace murmur {

/// Opens an XYZ trajectory; parameters as open_trajectory() (trajectory_formats.h). This format does not store `scenario`.
template <class T>
std::unique_ptr<Trajectory<T>> open_xyz(const std::string& path, const std::string& scenario,
                                        const FileStart& start);

}  // namespace murmur
