// A flock on a CUDA device. 2D and 3D flocks are made in separate files, which compile in parallel.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kernels/cuda_device.h"
#include "sim/backends/backend.h"
#include "sim/backends/device_slab.h"

namespace murmur {

/// Interface of the CUDA backend for kernels/interop/interop.cpp, which draws its boids.
class DeviceInstances {
 public:
  virtual ~DeviceInstances() = default;
  /// Queues a sort into contract order for instances, if the flock is not sorted.
  virtual void sort_for_picture() = 0;
  /// Queues the writing of instances (sim/backends/backend.h) to device memory, and of a column unless `numbers` is
  /// null, without waiting; `by_id`: in the order of ids.
  virtual void write_instances_on_device(float* out, float* numbers, bool by_id, DrawnColumn column) = 0;
  virtual CudaDevice& device() = 0;
};

/// Makes an empty flock on the device, which also implements DeviceInstances. `kernels`: as in DeviceFlock; `remark`:
/// of the backend.
std::unique_ptr<Backend<float>> make_cuda_flock_2d(const std::shared_ptr<CudaDevice>& device,
                                                   UsableKernels kernels, const std::string& remark);
std::unique_ptr<Backend<float>> make_cuda_flock_3d(const std::shared_ptr<CudaDevice>& device,
                                                   UsableKernels kernels, const std::string& remark);

/// Makes the slab of a rank on the device.
std::unique_ptr<DeviceSlab<2>> make_slab_2d_on(const std::shared_ptr<CudaDevice>& device,
                                               std::optional<UpdateKernel> kernel);
std::unique_ptr<DeviceSlab<3>> make_slab_3d_on(const std::shared_ptr<CudaDevice>& device,
                                               std::optional<UpdateKernel> kernel);

}  // namespace murmur
