#include "kernels/cuda_flock.cuh"

namespace murmur {

std::unique_ptr<Backend<float>> make_cuda_flock_3d(const std::shared_ptr<CudaDevice>& device,
                                                   UsableKernels kernels, const std::string& remark) {
  return std::make_unique<FlockOnCuda<3>>(device, kernels, remark);
}

std::unique_ptr<DeviceSlab<3>> make_slab_3d_on(const std::shared_ptr<CudaDevice>& device,
                                               std::optional<UpdateKernel> kernel) {
  return std::make_unique<SlabOnDevice<3, CudaDevice>>(device, kernel);
}

}  // namespace murmur
