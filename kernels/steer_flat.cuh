// The update kernel `flat` (model/device/steer_runs.h).
#pragma once

#include "kernels/steer_runs.cuh"

namespace murmur {

template <int D>
void CudaDevice::steer_flat(const SteerArguments<D>& arguments, SumKind kind) {
  launch_runs<D, FlatSums, 16>(arguments, kind, stream_);
}

}  // namespace murmur
