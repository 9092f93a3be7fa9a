#include "kernels/cuda_flock.cuh"

namespace murmur {

CudaFlock make_cuda_flock_3d(const std::shared_ptr<CudaMachine>& machine) {
  return make_cuda_flock<3>(machine);
}

}  // namespace murmur
