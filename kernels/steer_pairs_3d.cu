#include "kernels/steer_pairs.cuh"

template void murmur::CudaDevice::steer_pairs<3>(const SteerArguments<3>&, SumKind);
