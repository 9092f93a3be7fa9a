// The host's interface to the slab of a rank on a CUDA device. Implemented in kernels/, and in kernels/absent/cuda_backend.cpp for
// builds without CUDA. Used by mpi/main.cpp.
#pragma once

#include <memory>

#include "sim/backends/device_slab.h"

namespace murmur {

/// Makes a slab on options.device, with the update kernel of the options. @throws as make_cuda() (cuda.h).
std::unique_ptr<DeviceSlab<2>> make_cuda_slab_2d(const BackendOptions& options);
std::unique_ptr<DeviceSlab<3>> make_cuda_slab_3d(const BackendOptions& options);

}  // namespace murmur
