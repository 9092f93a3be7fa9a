#include "kernels/steer_runs.cuh"

template <int D>
void murmur::CudaDevice::steer_dense(const SteerArguments<D>& arguments, SumKind kind) {
  launch_runs<D, MaskedSums, 1, 32>(arguments, kind, stream_, false);
}
template void murmur::CudaDevice::steer_dense<3>(const SteerArguments<3>&, SumKind);
