#include "kernels/steer_pairs.cuh"

template void murmur::CudaDevice::steer_pairs<2>(const SteerArguments<2>&, SumKind);
