// sim/backends/device/flock.h and slab.h on CUDA. Include only from .cu files.
#pragma once

#include "kernels/cuda_flock.h"
#include "kernels/launch.cuh"
#include "sim/backends/device/flock.h"
#include "sim/backends/device/slab.h"

namespace murmur {

extern template void CudaDevice::steer_loop<2>(const SteerArguments<2>&, SumKind);
extern template void CudaDevice::steer_loop<3>(const SteerArguments<3>&, SumKind);
extern template void CudaDevice::steer_flat<2>(const SteerArguments<2>&, SumKind);
extern template void CudaDevice::steer_flat<3>(const SteerArguments<3>&, SumKind);
extern template void CudaDevice::steer_pairs<2>(const SteerArguments<2>&, SumKind);
extern template void CudaDevice::steer_pairs<3>(const SteerArguments<3>&, SumKind);

template <int D>
class FlockOnCuda final : public DeviceFlock<D, CudaDevice>, public DeviceInstances {
 public:
  FlockOnCuda(const std::shared_ptr<CudaDevice>& device, std::optional<UpdateKernel> kernel)
      : DeviceFlock<D, CudaDevice>(device, kernel), device_(*device) {
    device->drop_recordings();  // recordings of an earlier flock
  }
  void sort_for_picture() override { DeviceFlock<D, CudaDevice>::sort_for_picture(); }
  void write_instances_on_device(float* out, float* numbers, bool by_id, DrawnColumn column) override {
    DeviceFlock<D, CudaDevice>::write_instances_on_device(out, numbers, by_id, column);
  }
  CudaDevice& device() override { return device_; }

 private:
  CudaDevice& device_;
};

template <int D>
CudaFlock make_cuda_flock(const std::shared_ptr<CudaDevice>& device, std::optional<UpdateKernel> kernel) {
  auto flock = std::make_unique<FlockOnCuda<D>>(device, kernel);
  DeviceInstances* const instances = flock.get();
  return {std::move(flock), instances};
}

}  // namespace murmur
