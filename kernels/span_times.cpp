#include "kernels/span_times.h"

#include "kernels/check.h"

namespace murmur {

SpanTimes::SpanTimes(size_t most) : spans_(most) {
  for (Events& span : spans_) {
    span.begin.make();
    span.end.make();
  }
}

void SpanTimes::begin(cudaStream_t stream, int64_t tag) {
  Events& span = spans_.at(begun_ % spans_.size());
  span.tag = tag;
  check(cudaEventRecord(span.begin, stream), "starting the clock");
}

void SpanTimes::end(cudaStream_t stream) {
  check(cudaEventRecord(spans_.at(begun_ % spans_.size()).end, stream), "stopping the clock");
  ++begun_;
}

std::optional<SpanTimes::Span> SpanTimes::take(bool wait) {
  if (empty()) return {};
  const Events& span = spans_.at(read_ % spans_.size());
  const cudaError_t result = wait ? cudaEventSynchronize(span.end) : cudaEventQuery(span.end);
  if (result == cudaErrorNotReady) {
    (void)cudaGetLastError();  // clears the error, which the next launch would report
    return {};
  }
  check(result, "reading the clock");
  float milliseconds = 0.0f;
  check(cudaEventElapsedTime(&milliseconds, span.begin, span.end), "reading the clock");
  ++read_;
  return Span{span.tag, static_cast<double>(milliseconds)};
}

}  // namespace murmur
