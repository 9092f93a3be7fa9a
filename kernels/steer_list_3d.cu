#include "kernels/steer_list.cuh"

template void murmur::CudaDevice::steer_list<3>(const SteerArguments<3>&, SumKind);
