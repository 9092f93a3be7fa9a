#include "kernels/cuda_flock.cuh"

namespace murmur {

CudaFlock make_cuda_flock_3d(const std::shared_ptr<CudaDevice>& device, std::optional<UpdateKernel> kernel) {
  return make_cuda_flock<3>(device, kernel);
}

}  // namespace murmur
