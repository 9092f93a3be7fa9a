#include "kernels/steer_flat.cuh"

template void murmur::CudaDevice::steer_flat<3>(const SteerArguments<3>&, SumKind);
