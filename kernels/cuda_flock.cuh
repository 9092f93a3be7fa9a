// Instantiates sim/backends/device/flock.h and slab.h for CUDA. Include only from .cu files.
#pragma once

#include "kernels/cuda_flock.h"
#include "kernels/launch.cuh"
#include "sim/backends/device/flock.h"
#include "sim/backends/device/slab.h"

namespace murmur {

template <int D>
class FlockOnCuda final : public DeviceFlock<D, CudaDevice>, public DeviceInstances {
 public:
  FlockOnCuda(const std::shared_ptr<CudaDevice>& device, UsableKernels kernels, const std::string& remark)
      : DeviceFlock<D, CudaDevice>(device, kernels), device_(device), kernels_(kernels), remark_(remark) {
    device->drop_recordings();  // an earlier flock's recordings are invalid
  }
  int device_index() const override { return device_->index(); }
  std::string remark() const override { return remark_; }
  std::unique_ptr<Backend<float>> for_dimensions(int dimensions) const override {
    if (dimensions == D) return nullptr;
    return (D == 2 ? make_cuda_flock_3d : make_cuda_flock_2d)(device_, kernels_, remark_);
  }
  void sort_for_picture() override { DeviceFlock<D, CudaDevice>::sort_for_picture(); }
  void write_instances_on_device(float* out, float* numbers, bool by_id, DrawnColumn column) override {
    DeviceFlock<D, CudaDevice>::write_instances_on_device(out, numbers, by_id, column);
  }
  CudaDevice& device() override { return *device_; }

 private:
  std::shared_ptr<CudaDevice> device_;
  UsableKernels kernels_;
  std::string remark_;
};

}  // namespace murmur
