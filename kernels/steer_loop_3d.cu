#include "kernels/steer_loop.cuh"

template void murmur::CudaDevice::steer_loop<3>(const SteerArguments<3>&, SumKind);
