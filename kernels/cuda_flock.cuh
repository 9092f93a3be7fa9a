// sim/backends/device/flock.h on CUDA, for nvcc's eyes.
#pragma once

#include "kernels/cuda_flock.h"
#include "kernels/launch.cuh"
#include "sim/backends/device/flock.h"

namespace murmur {

extern template void CudaMachine::steer<2>(const SteerArguments<2>&, SumKind);  // steer_2d.cu
extern template void CudaMachine::steer<3>(const SteerArguments<3>&, SumKind);  // steer_3d.cu

template <int D>
class FlockOnCuda final : public DeviceFlock<D, CudaMachine>, public DeviceInstances {
 public:
  explicit FlockOnCuda(const std::shared_ptr<CudaMachine>& machine)
      : DeviceFlock<D, CudaMachine>(machine), machine_(*machine) {
    machine->forget();  // recordings of a flock that was here before
  }
  void write_instances_on_device(float* out) override {
    DeviceFlock<D, CudaMachine>::write_instances_on_device(out);
  }
  CudaMachine& machine() override { return machine_; }

 private:
  CudaMachine& machine_;
};

template <int D>
CudaFlock make_cuda_flock(const std::shared_ptr<CudaMachine>& machine) {
  auto flock = std::make_unique<FlockOnCuda<D>>(machine);
  DeviceInstances* const instances = flock.get();
  return {std::move(flock), instances};
}

}  // namespace murmur
