#include "kernels/steer.cuh"

template void murmur::CudaDevice::steer<2>(const SteerArguments<2>&, SumKind);
