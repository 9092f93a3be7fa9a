// A device for sim/backends/device/flock.h without a device: plain loops, and memory from malloc, where the
// sanitizers see every step over an edge. Loops run backwards, so that boids arrive in their cells in the
// wrong order; recorded steps run their stages again.
#pragma once

#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/device/stages.h"
#include "sim/backends/backend.h"
#include "sim/backends/device/update_kernel.h"
#include "sim/backends/faults.h"

namespace murmur {

class SerialDevice {
 public:
  struct Atomic {
    template <class T>
    static T add(T* at, T value) {
      const T before = *at;
      *at += value;
      return before;
    }
    static void min(uint32_t* at, uint32_t value) { *at = value < *at ? value : *at; }
    template <class T>
    static void max(T* at, T value) {
      *at = value > *at ? value : *at;
    }
    template <class T>
    static T load(T* at) {
      return *at;
    }
  };

  std::string name() const { return "serial"; }
  std::string description() const { return "plain loops"; }

  void* allocate(size_t bytes) {
    if (bytes > most_bytes) throw DeviceMemoryFull(most_bytes);
    void* memory = std::malloc(bytes);
    std::memset(memory, 0xa5, bytes);  // unwritten memory must have no effect
    return memory;
  }
  void release(void* memory) noexcept { std::free(memory); }
  void upload(void* to, const void* from, size_t bytes) {
    wait_for_downloads();
    std::memcpy(to, from, bytes);
  }
  void download(void* to, const void* from, size_t bytes) const {
    wait_for_downloads();
    std::memcpy(to, from, bytes);
  }
  void copy(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }
  void zero(void* to, size_t bytes) { std::memset(to, 0, bytes); }

  void* allocate_pinned(size_t bytes) { return allocate(bytes); }
  void release_pinned(void* memory) noexcept { std::free(memory); }
  void begin_upload(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }
  /// As late as a device may: when it is waited for.
  void begin_download(void* to, const void* from, size_t bytes) {
    const auto* const read = static_cast<const char*>(from);
    pending_.push_back({static_cast<char*>(to), std::vector<char>(read, read + bytes)});
  }
  void end_downloads() {}
  void wait_for_step() { wait_for_downloads(); }
  void wait_for_downloads() const {
    for (const PendingCopy& copy : pending_) std::memcpy(copy.to, copy.bytes.data(), copy.bytes.size());
    pending_.clear();
  }

  size_t free_memory() const { return size_t{1} << 30; }
  /// Arrives when it is asked for the second time.
  void begin_background_download(void* to, const void* from, size_t bytes) {
    const auto* const read = static_cast<const char*>(from);
    background_ = PendingCopy{static_cast<char*>(to), std::vector<char>(read, read + bytes)};
    background_asked_ = 0;
  }
  bool background_download_done() {
    if (!background_) return true;
    if (++background_asked_ < 2) return false;
    std::memcpy(background_->to, background_->bytes.data(), background_->bytes.size());
    background_.reset();
    return true;
  }

  template <class Functor>
  void for_each(const char* name, int64_t n, const Functor& functor) {
    ++calls[name];
    for (int64_t i = n - 1; i >= 0; --i) functor(i);
  }
  template <class Functor>
  void for_each_with_memory(const char* name, int64_t n, const Functor& functor) {
    for_each(name, n, [&](int64_t i) {
      typename Functor::Memory memory;
      functor(i, memory);
    });
  }
  void sums_before(uint32_t* counts, uint32_t* starts, int64_t n) {
    uint32_t sum = 0;
    for (int64_t i = 0; i < n; ++i) {
      starts[i] = sum;
      sum += std::exchange(counts[i], 0u);
    }
  }
  /// In two halves, each backwards, as a device would merge partial results.
  template <class Item, class T, class Merge>
  void reduce(const char*, int64_t n, const Item& item, T none, const Merge& merge, T* out) {
    T low = none, high = none;
    for (int64_t i = n - 1; i >= n / 2; --i) high = merge(high, item(i));
    for (int64_t i = n / 2 - 1; i >= 0; --i) low = merge(low, item(i));
    *out = merge(high, low);
  }
  template <int D>
  void steer(const SteerArguments<D>& arguments, SumKind kind, UpdateKernel kernel);
  void take_rules(const CustomRules<float>&) {}
  template <int D>
  bool run_compiled_rules(const SteerArguments<D>&, SumKind) {
    return false;
  }

  void run(int slot, const std::function<void()>& stages) {
    recorded.insert(slot);
    stages();
  }
  bool is_recorded(int slot) const { return recorded.count(slot) > 0; }
  void renew_recordings() {
    ++calls["renew_recordings"];
    recorded.clear();
  }
  void drop_recordings() { recorded.clear(); }

  uint32_t* fault_flag() { return &fault_flag_; }
  bool fault_flagged() const { return fault_flag_ != 0; }
  void clear_fault_flag() { fault_flag_ = 0; }

  struct Timing {
    int tag;
    double milliseconds;
  };
  bool can_time() const { return has_clock && under_way.size() < 9; }
  void begin_timing(int tag) { under_way.push_back({tag, played_time ? played_time(tag) : 1.0}); }
  void end_timing() {}
  /// PendingCopy, as a device's.
  std::optional<Timing> timing() {
    if (under_way.size() < 4 && ++asked % 3 != 0) return {};
    if (under_way.empty()) return {};
    const Timing oldest = under_way.front();
    under_way.pop_front();
    return oldest;
  }

  void begin_sort() {}
  void end_sort() {}
  void begin_step(bool) {}
  void time_phases(bool) {}
  bool works_in_parts() const { return in_parts; }
  void begin_rules() {}
  void end_step() {}
  PhaseTimes times() const { return {}; }

  size_t most_bytes = std::numeric_limits<size_t>::max();
  std::map<std::string, int64_t> calls;           ///< stages by name
  std::function<double(int kernel)> played_time;  ///< [ms] of a timed step
  bool has_clock = true;
  bool in_parts = false;
  std::set<int> recorded;  ///< slots

 private:
  struct PendingCopy {
    char* to;
    std::vector<char> bytes;
  };
  mutable std::vector<PendingCopy> pending_;
  std::optional<PendingCopy> background_;
  int background_asked_ = 0;
  uint32_t fault_flag_ = 0;
  std::deque<Timing> under_way;
  int asked = 0;
};

}  // namespace murmur
