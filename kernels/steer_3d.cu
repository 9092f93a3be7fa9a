#include "kernels/steer.cuh"

template void murmur::CudaMachine::steer<3>(const SteerArguments<3>&, SumKind);
