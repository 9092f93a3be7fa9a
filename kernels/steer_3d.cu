#include "kernels/steer.cuh"

template void murmur::CudaDevice::steer<3>(const SteerArguments<3>&, SumKind);
