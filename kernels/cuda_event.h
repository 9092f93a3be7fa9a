// A CUDA event that its owner destroys. Used by CudaDevice and SpanTimes.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/check.h"

namespace murmur {

class CudaEvent {
 public:
  CudaEvent() = default;
  ~CudaEvent() {
    if (event_) ignore(cudaEventDestroy(event_));
  }
  CudaEvent(const CudaEvent&) = delete;
  CudaEvent& operator=(const CudaEvent&) = delete;

  /// Creates the event on the current device. Call once, before any other function. @throws DeviceFailure.
  void make(unsigned flags = cudaEventDefault) {
    check(cudaEventCreateWithFlags(&event_, flags), "making an event");
  }
  operator cudaEvent_t() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace murmur
