// What is certain to be over when something else begins, of all that is queued in several streams: what a stream did before, what an event
// was waited for, and what the host has waited for. Two uses of an allocation by two streams, one of which writes, need such an order.
// Decided when work is queued, so that it does not depend on what happens to run first. Owned by the device (device.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

namespace murmur::simulated {

class StreamOrder {
 public:
  /// By stream, how many of its works are over.
  using Clock = std::map<const void*, int64_t>;

  /// Another work of this stream; of all later calls use() is about it.
  void queue(const void* stream) {
    merge(clocks_[stream], host_);
    ++clocks_[stream][stream];
  }
  /// @returns whether no work of another stream that may still run uses the allocation, too; or both only read.
  bool use(const void* stream, uint64_t allocation, bool writes) {
    Uses& uses = uses_[allocation];
    Clock& clock = clocks_[stream];
    bool ordered = true;
    const auto expect_over = [&](const Clock& others) {
      for (const auto& [other, work] : others) ordered = ordered && (other == stream || clock[other] >= work);
    };
    expect_over(uses.writes);
    if (writes) expect_over(uses.reads);
    (writes ? uses.writes : uses.reads)[stream] = clock[stream];
    return ordered;
  }
  /// All that is over once the works of this stream are.
  Clock end_of(const void* stream) { return clocks_[stream]; }
  void stream_waits(const void* stream, const Clock& clock) { merge(clocks_[stream], clock); }
  void host_waits(const Clock& clock) { merge(host_, clock); }
  void host_waits_for_all() {
    for (const auto& [stream, clock] : clocks_) merge(host_, clock);
  }

 private:
  struct Uses {
    Clock writes, reads;  ///< the last of each stream
  };
  static void merge(Clock& into, const Clock& other) {
    for (const auto& [stream, works] : other) into[stream] = std::max(into[stream], works);
  }

  std::map<const void*, Clock> clocks_;  // by stream: what is over once its last work is
  Clock host_;
  std::map<uint64_t, Uses> uses_;  // by allocation
};

}  // namespace murmur::simulated
