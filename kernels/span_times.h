// Measures the time of spans of a stream on the device, by pairs of events that are reused and read later, so that
// the host does not wait. Used by CudaDevice and by kernels/interop.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/cuda_event.h"

namespace murmur {

class SpanTimes {
 public:
  struct Span {
    int64_t tag;
    double milliseconds;
  };

  /// `most`: largest number of pending spans, on the current device. @throws DeviceFailure.
  explicit SpanTimes(size_t most);

  bool empty() const { return read_ == begun_; }  ///< whether no span is pending
  bool can_begin() const { return begun_ - read_ < spans_.size(); }
  void begin(cudaStream_t stream, int64_t tag);
  void end(cudaStream_t stream);
  /// The oldest pending span, once the device has completed it. `wait`: waits for it.
  std::optional<Span> take(bool wait = false);

 private:
  struct Events {
    int64_t tag = 0;
    CudaEvent begin, end;
  };

  std::vector<Events> spans_;
  uint64_t begun_ = 0, read_ = 0;
};

}  // namespace murmur
