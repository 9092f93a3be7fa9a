#include "kernels/steer_even.cuh"

template void murmur::CudaDevice::steer_even<3>(const SteerArguments<3>&, SumKind);
