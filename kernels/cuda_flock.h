// A flock on a CUDA device, made in files of their own for 2-D and 3-D; kernels/cuda_backend.cpp puts them
// together.
#pragma once

#include <memory>

#include "kernels/cuda_device.h"
#include "sim/backends/backend.h"

namespace murmur {

/// What kernels/interop/interop.cpp needs from the CUDA backend.
class DeviceInstances {
 public:
  virtual ~DeviceInstances() = default;
  /// Queues the writing of instances (sim/backends/backend.h) to device memory; no waiting.
  virtual void write_instances_on_device(float* out) = 0;
  virtual CudaDevice& device() = 0;
};

struct CudaFlock {
  std::unique_ptr<Backend<float>> backend;
  DeviceInstances* instances;  ///< the same object
};

CudaFlock make_cuda_flock_2d(const std::shared_ptr<CudaDevice>& device);
CudaFlock make_cuda_flock_3d(const std::shared_ptr<CudaDevice>& device);

}  // namespace murmur
