#include "kernels/steer_balanced.cuh"

template void murmur::CudaDevice::steer_balanced<3>(const SteerArguments<3>&, SumKind);
