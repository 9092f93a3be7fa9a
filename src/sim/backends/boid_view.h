// The boids where a backend keeps them, without a copy: for readers in this process, such as the Python package. A backend
// that has them in arrays, of the host or of a device, is a BoidViewer beside a Backend.
#pragma once

#include <cstdint>

namespace murmur {

/// In contract order, until the next call that is not const. Null without boids, and where a backend has no such array.
template <class T>
struct BoidView {
  const T *position = nullptr, *velocity = nullptr;  ///< D numbers of the first boid
  int64_t stride = 0;                                ///< numbers from one boid to the next
  const uint32_t* ids = nullptr;
  bool on_device = false;  ///< the pointers are of the device's memory, and what is there is complete
};

template <class T>
class BoidViewer {
 public:
  virtual ~BoidViewer() = default;
  virtual BoidView<T> view() = 0;
};

}  // namespace murmur
