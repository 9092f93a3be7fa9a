#include "kernels/steer_tile.cuh"

template void murmur::CudaDevice::steer_tile<3>(const SteerArguments<3>&, SumKind);
