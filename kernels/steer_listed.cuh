// The update kernel `listed` (model/device/steer_runs.h).
#pragma once

#include "kernels/steer_runs.cuh"

namespace murmur {

template <int D>
void CudaDevice::steer_listed(const SteerArguments<D>& arguments, SumKind kind) {
  launch_runs<D, ListedSums, 2, 64>(arguments, kind, stream_);
}

}  // namespace murmur
