// The backend and options of a flock that runs in another program's process, and the language of the calling program.
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
  std::string language;  ///< language of the calling program, for event logs: "Python"
  std::function<void(const std::string&)> remark =
      {};  ///< receives messages for people about the backend; may throw

  /// Makes a backend by its name. @throws UserError, RunError.
  std::unique_ptr<Backend<float>> make(const std::string& name) const;
  /// Makes the backend, after checking that there is memory for so many boids. @throws RunError, UserError.
  std::unique_ptr<Backend<float>> make_for(int64_t boids, int dimensions) const;
};

}  // namespace murmur::embedded
