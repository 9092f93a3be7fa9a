#include "kernels/steer_flat.cuh"

template void murmur::CudaDevice::steer_flat<2>(const SteerArguments<2>&, SumKind);
