#include "kernels/steer.cuh"

template void murmur::CudaMachine::steer<2>(const SteerArguments<2>&, SumKind);
