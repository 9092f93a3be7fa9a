// The update kernel `balanced` (model/device/steer_runs.h).
#pragma once

#include "kernels/steer_runs.cuh"

namespace murmur {

template <int D>
void CudaDevice::steer_balanced(const SteerArguments<D>& arguments, SumKind kind) {
  launch_runs<D, BalancedSums, 24>(arguments, kind, stream_);
}

}  // namespace murmur
