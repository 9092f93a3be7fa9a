// The clock that measures frames, steps and notices. Used by the window and by the thread of the steps.
#pragma once

#include <chrono>

namespace murmur {

/// Seconds since an unspecified moment; never goes back.
inline double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline double ms_since(double start) { return (seconds() - start) * 1000.0; }

}  // namespace murmur
