// What a flock in another program's process runs on, and who asks: the backend and its options as a caller names them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "sim/backends/backend.h"

namespace murmur::embedded {

struct Machine {
  std::string backend = "auto", simd = "auto";
  int threads = 0, device = -1;
  std::string language;  ///< language of the caller, for event logs: "Python"
  std::function<void(const std::string&)> remark =
      {};  ///< gets what people should know of the backend; may throw

  /// @throws UserError, RunError.
  std::unique_ptr<Backend<float>> make(const std::string& name) const;
  /// The backend, once there is memory for so many boids. @throws RunError, UserError.
  std::unique_ptr<Backend<float>> make_for(int64_t boids, int dimensions) const;
};

}  // namespace murmur::embedded
