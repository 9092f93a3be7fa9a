// The CUDA backend inside kernels/: a Backend that can also write its boids to OpenGL's memory.
#pragma once

#include "kernels/cuda_flock.h"
#include "sim/backends/by_dimension.h"

namespace murmur {

class CudaBackend final : public ByDimension<float>, public DeviceInstances {
 public:
  CudaBackend(const std::shared_ptr<CudaDevice>& device, std::optional<UpdateKernel> kernel,
              std::string remark)
      : CudaBackend(device, kernel, std::make_shared<Current>()) {
    remark_ = std::move(remark);
  }

  void sort_for_picture() override { (*current_)->sort_for_picture(); }
  void write_instances_on_device(float* out, float* numbers, bool by_id, DrawnColumn column) override {
    (*current_)->write_instances_on_device(out, numbers, by_id, column);
  }
  CudaDevice& device() override { return *device_; }
  int device_index() const override { return device_->index(); }
  std::string remark() const override { return remark_; }

 private:
  using Current = DeviceInstances*;  // the current flock of ByDimension

  CudaBackend(const std::shared_ptr<CudaDevice>& device, std::optional<UpdateKernel> kernel,
              const std::shared_ptr<Current>& current)
      : ByDimension<float>([device, kernel, current](int dimensions) {
          CudaFlock flock =
              dimensions == 3 ? make_cuda_flock_3d(device, kernel) : make_cuda_flock_2d(device, kernel);
          *current = flock.instances;
          return std::move(flock.backend);
        }),
        device_(device),
        current_(current) {}

  std::shared_ptr<CudaDevice> device_;
  std::shared_ptr<Current> current_;
  std::string remark_;
};

}  // namespace murmur
