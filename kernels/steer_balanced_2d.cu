#include "kernels/steer_balanced.cuh"

template void murmur::CudaDevice::steer_balanced<2>(const SteerArguments<2>&, SumKind);
