#include "kernels/steer_loop.cuh"

template <int D>
void murmur::CudaDevice::steer_registers(const SteerArguments<D>& arguments, SumKind kind) {
  launch_loop<D, 6>(arguments, kind, stream_);
}
template void murmur::CudaDevice::steer_registers<3>(const SteerArguments<3>&, SumKind);
