// How long spans of a stream take on the device: pairs of events, used in turns and read later, so that the host does not wait.
// Used by CudaDevice and by kernels/interop.
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

  /// At most so many spans are waited for. The device that is current is theirs. @throws DeviceFailure.
  explicit SpanTimes(size_t most);

  bool empty() const { return read_ == begun_; }  ///< no span is waited for
  bool can_begin() const { return begun_ - read_ < spans_.size(); }
  void begin(cudaStream_t stream, int64_t tag);
  void end(cudaStream_t stream);
  /// The oldest one, once the device has passed its end. `wait`: until then.
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
