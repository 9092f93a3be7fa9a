#include "kernels/steer_listed.cuh"

template void murmur::CudaDevice::steer_listed<3>(const SteerArguments<3>&, SumKind);
