#include "kernels/cuda_flock.cuh"

namespace murmur {

CudaFlock make_cuda_flock_2d(const std::shared_ptr<CudaDevice>& device, std::optional<UpdateKernel> kernel) {
  return make_cuda_flock<2>(device, kernel);
}

std::unique_ptr<DeviceSlab<2>> make_slab_2d_on(const std::shared_ptr<CudaDevice>& device,
                                               std::optional<UpdateKernel> kernel) {
  return std::make_unique<SlabOnDevice<2, CudaDevice>>(device, kernel);
}

}  // namespace murmur
