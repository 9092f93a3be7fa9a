// The update kernel `list` (model/device/steer_runs.h).
#pragma once

#include "kernels/steer_runs.cuh"

namespace murmur {

template <int D>
void CudaDevice::steer_list(const SteerArguments<D>& arguments, SumKind kind) {
  launch_runs<D, ListSums, 2, 64>(arguments, kind, stream_);
}

}  // namespace murmur
