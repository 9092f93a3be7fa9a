// One CUDA device, as the Device of sim/backends/device/flock.h: stream, memory, recorded steps, timer and fault
// flag. All work is queued in one stream and runs in order; only transfers to and from the host wait.
// kernels/launch.cuh and kernel_table.cuh launch the kernels and are compiled by nvcc; this header is plain C++.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "kernels/cuda_event.h"
#include "kernels/span_times.h"
#include "model/device/stages.h"
#include "sim/backends/backend.h"
#include "sim/backends/cuda.h"
#include "sim/backends/device/update_kernel.h"

namespace murmur {

class CompiledRules;

class CudaDevice {
 public:
  struct Atomic;  // defined in kernels/atomic.cuh

  /// Opens the device with this index. @throws DeviceFailure when the device cannot be used or has no kernels in this build.
  explicit CudaDevice(int index);
  ~CudaDevice();
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  std::string name() const { return kCudaName; }
  std::string description() const;
  /// Text on kernels that the driver must compile first, or on rules that cannot be compiled; empty: neither.
  std::string remark() const;
  int index() const { return index_; }
  cudaStream_t stream() const { return stream_; }

  /// Allocates device memory. @throws DeviceMemoryFull.
  void* allocate(size_t bytes);
  void release(void* memory) noexcept;
  void upload(void* to, const void* from, size_t bytes);
  void download(void* to, const void* from, size_t bytes) const;
  void copy(void* to, const void* from, size_t bytes);
  void zero(void* to, size_t bytes);

  size_t free_memory() const;

  /// Allocates pinned host memory, which the device reads and writes without an intermediate copy, for transfers during other work.
  void* allocate_pinned(size_t bytes);
  void release_pinned(void* memory) noexcept;
  void begin_upload(void* to, const void* from_pinned, size_t bytes);
  void begin_download(void* to_pinned, const void* from, size_t bytes);
  /// Marks the end of the downloads that wait_for_downloads() waits for; it does not wait for later work.
  void end_downloads();
  void wait_for_downloads();

  /// Copies data of the work queued so far, in a separate stream, while later work runs.
  void begin_background_download(void* to_pinned, const void* from, size_t bytes);
  bool background_download_done() const;

  template <class Functor>
  void for_each(const char* name, int64_t n, const Functor& functor);
  /// Calls functor(i, memory), where memory is a fast, uninitialised Functor::Memory.
  template <class Functor>
  void for_each_with_memory(const char* name, int64_t n, const Functor& functor);
  template <class Item, class T, class Merge>
  void reduce(const char* name, int64_t n, const Item& item, T none, const Merge& merge, T* out);
  void sums_before(uint32_t* counts, uint32_t* starts, int64_t n);
  template <int D>
  void steer(const SteerArguments<D>& arguments, SumKind kind, UpdateKernel kernel) {
    switch (kernel) {
      case UpdateKernel::kLoop:
        return steer_loop(arguments, kind);
      case UpdateKernel::kFlat:
        return steer_flat(arguments, kind);
      case UpdateKernel::kPairs:
        return steer_pairs(arguments, kind);
      case UpdateKernel::kLists:
        if constexpr (D == 3) return steer_lists(arguments, kind);
    }
  }

  /// Sets custom rules to compile by NVRTC (kernels/compiled_rules.h); called by sim/backends/device/executor.h.
  void take_rules(const CustomRules<float>& custom);
  template <int D>
  bool run_compiled_rules(const SteerArguments<D>& arguments, SumKind kind);

  /// Whether the slot has a recording. sim/backends/device/flock.h numbers the slots.
  bool is_recorded(int slot) const {
    const Recording& recording = recordings_.at(static_cast<size_t>(slot));
    return recording.refusals == kMostRefusals || (recording.graph && !recording.outdated);
  }
  /// Runs the stages of a slot: queued one by one the first time, recorded as a CUDA graph the second time, and
  /// launched as a graph later. Stages that cannot be recorded are queued one by one each time.
  void run(int slot, const std::function<void()>& stages);
  /// Must be called after a change of arguments or memory: each slot is recorded again on its next run, and its graph
  /// is updated, without waiting.
  void renew_recordings();
  void drop_recordings();

  uint32_t* fault_flag() const { return fault_flag_on_device_; }
  bool fault_flagged() const { return *static_cast<volatile const uint32_t*>(fault_flag_) != 0; }
  void clear_fault_flag() { *static_cast<volatile uint32_t*>(fault_flag_) = 0; }

  /// Begins a sort between two steps, for a picture. Its time is part of the next step, which need not sort.
  void begin_sort();
  void end_sort();
  /// Begins a step. Waits without busy polling while kStepsAhead steps are queued, so that progress, Ctrl-C and time
  /// limits refer to steps that were taken. `sorted`: begin_sort() and end_sort() were called since the last step.
  void begin_step(bool sorted);
  /// Sets whether times() measures the phases of later steps; recorded steps are faster without.
  void time_phases(bool on);
  /// Whether steps are so long that a driver might consider a kernel hung; updated by begin_step().
  bool works_in_parts() const { return in_parts_; }
  void begin_rules();
  void end_step();
  void wait_for_step() const;
  /// Times of the last step, measured on the device; waits for the step. The sort includes the gather, and an earlier
  /// sort for a picture. Phases that were not timed are 0.
  PhaseTimes times() const;

  bool can_time() const { return timings_->can_begin(); }
  void begin_timing(int tag);
  void end_timing() { timings_->end(stream_); }
  /// Time of the oldest timed span that the device has completed; none: not yet.
  std::optional<SpanTimes::Span> timing();

 private:
  /// Number of refused recordings after which a step is no longer recorded. A driver that cannot load a kernel during
  /// recording refuses once: the unrecorded step then loads the kernel.
  static constexpr int kMostRefusals = 2;
  struct Recording {
    bool seen = false, outdated = false;
    int refusals = 0;  ///< number of consecutive failed attempts to record
    cudaGraphExec_t graph = nullptr;
  };

  /// Makes an empty device; the public constructor delegates to it, so that the destructor runs if that constructor fails.
  CudaDevice(int index, std::nullptr_t);

  // Each kernel is in its own file: steer_loop.cu ...
  template <int D>
  void steer_loop(const SteerArguments<D>& arguments, SumKind kind);
  template <int D>
  void steer_flat(const SteerArguments<D>& arguments, SumKind kind);
  template <int D>
  void steer_pairs(const SteerArguments<D>& arguments, SumKind kind);
  void steer_lists(const SteerArguments<3>& arguments, SumKind kind);

  template <class... Parameters, class... Arguments>
  void launch(const char* name, void (*kernel)(Parameters...), int64_t n, int threads,
              const Arguments&... arguments);
  cudaEvent_t end_of(uint64_t step) const { return step_ends_[step % step_ends_.size()]; }
  void use() const;
  /// Memory for CUB's reductions, which are never part of a recording.
  void* scratch(size_t bytes);
  /// Tickets for sums over `tiles` tiles (sums.cu), cleared when the number changes. The number must not change while
  /// a recording uses them.
  uint64_t* tickets_for(int64_t tiles);
  /// Checks the flag of sums.cu. @throws DeviceFailure when a kernel has given up.
  void report_wrong_sums() const;
  cudaGraph_t recorded(const std::function<void()>& stages);
  void record(Recording& recording, const std::function<void()>& stages);
  bool prepare_graph(Recording& recording, const std::function<void()>& stages);

  int index_;
  std::string description_;
  std::string remark_;      // text for people about the kernels of this build
  std::string unrecorded_;  // why some steps are not recorded; empty: all are
  cudaStream_t stream_ = nullptr, background_ = nullptr;
  CudaEvent begin_, rules_, end_, downloaded_;
  struct EarlySort {
    CudaEvent begin, end;
    bool counts = false;  // whether the sort counts in times()
  };
  std::array<EarlySort, 2> early_sorts_;  // sorts before steps of even and of odd number
  CudaEvent queued_, arrived_;            // events around a background download
  static constexpr uint64_t kStepsAhead = 4;
  std::array<CudaEvent, kStepsAhead + 1> step_ends_;  // ends of the last steps, and of the one before them
  uint64_t steps_queued_ = 0;
  mutable uint64_t steps_done_ = 0;  // number of steps known to be complete
  bool recording_ = false, times_phases_ = false, in_parts_ = false;
  std::array<Recording, 4 * kUpdateKernels + 2> recordings_{};
  std::optional<SpanTimes> timings_;  // times of recent steps
  struct Scratch {
    void* data = nullptr;
    size_t bytes = 0;
  };
  Scratch scratch_, tickets_;
  int64_t tiles_ = 0;  // number of tiles in the last sums
  std::unique_ptr<CompiledRules> compiled_;
  static constexpr size_t kSumsGaveUp = 1, kFlags = 2;  // index of the flag of sums.cu, after the fault flag
  uint32_t *fault_flag_ = nullptr, *fault_flag_on_device_ = nullptr;
};

/// Checks whether the kernels of this build run on the current device. `compiled`: whether its driver must compile them.
cudaError_t kernels_fit(bool* compiled);

}  // namespace murmur
