#include "kernels/steer_loop.cuh"

template void murmur::CudaDevice::steer_loop<2>(const SteerArguments<2>&, SumKind);
