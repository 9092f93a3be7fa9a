#include "kernels/cuda_flock.cuh"

namespace murmur {

CudaFlock make_cuda_flock_2d(const std::shared_ptr<CudaDevice>& device, std::optional<UpdateKernel> kernel) {
  return make_cuda_flock<2>(device, kernel);
}

}  // namespace murmur
