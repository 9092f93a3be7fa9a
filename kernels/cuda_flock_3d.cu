#include "kernels/cuda_flock.cuh"

namespace murmur {

CudaFlock make_cuda_flock_3d(const std::shared_ptr<CudaDevice>& device, std::optional<UpdateKernel> kernel) {
  return make_cuda_flock<3>(device, kernel);
}

std::unique_ptr<DeviceSlab<3>> make_slab_3d_on(const std::shared_ptr<CudaDevice>& device,
                                               std::optional<UpdateKernel> kernel) {
  return std::make_unique<SlabOnDevice<3, CudaDevice>>(device, kernel);
}

}  // namespace murmur
