// What a flock of the package runs on: the backend and its options as Python names them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/backends/backend.h"

namespace murmur::python {

struct Machine {
  std::string backend = "auto", simd = "auto";
  int threads = 0, device = -1;

  /// @throws UserError, RunError.
  std::unique_ptr<Backend<float>> make(const std::string& name) const;
  /// The backend, once there is memory for so many boids. @throws RunError, UserError.
  std::unique_ptr<Backend<float>> make_for(int64_t boids, int dimensions) const;
};

}  // namespace murmur::python
