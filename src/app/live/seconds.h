// The time that frames, steps and notices are measured with. Used by the window and the thread of its steps.
#pragma once

#include <chrono>

namespace murmur {

/// [s] since an unspecified moment; never goes back.
inline double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline double ms_since(double start) { return (seconds() - start) * 1000.0; }

}  // namespace murmur
