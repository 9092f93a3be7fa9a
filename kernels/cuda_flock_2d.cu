#include "kernels/cuda_flock.cuh"

namespace murmur {

CudaFlock make_cuda_flock_2d(const std::shared_ptr<CudaDevice>& device) { return make_cuda_flock<2>(device); }

}  // namespace murmur
