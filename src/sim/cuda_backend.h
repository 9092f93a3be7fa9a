// The door to the CUDA backend. kernels/ implements it; cuda_backend_absent.cpp does where CUDA is not built.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/backend.h"

namespace murmur {

struct CudaDevice {
  int index = 0;
  std::string name;
  double memory_gib = 0.0;
  std::string compute_capability;
};

/// Devices that can be used. When there are none, `why` says it in one sentence.
std::vector<CudaDevice> cuda_devices(std::string* why);

/// @throws RunError with one sentence when no device can be used.
std::unique_ptr<Backend<float>> make_cuda(const BackendOptions& options);

}  // namespace murmur
