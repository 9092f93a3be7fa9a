#include "kernels/steer_even.cuh"

template void murmur::CudaDevice::steer_even<2>(const SteerArguments<2>&, SumKind);
