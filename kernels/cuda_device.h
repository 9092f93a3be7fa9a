// One CUDA device, as the Device of sim/backends/device/flock.h: its stream, memory, recorded steps, timer
// and fault flag. All work is queued in one stream and runs in order; only transfers to and from the host wait.
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
  struct Atomic;  // kernels/atomic.cuh

  /// @throws DeviceFailure when the device cannot be used or has no kernels in this build.
  explicit CudaDevice(int index);
  ~CudaDevice();
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  std::string name() const { return kCudaName; }
  std::string description() const;
  /// Kernels that the driver must compile first, rules that cannot be compiled; empty: neither.
  std::string remark() const;
  int index() const { return index_; }
  cudaStream_t stream() const { return stream_; }

  /// @throws DeviceMemoryFull.
  void* allocate(size_t bytes);
  void release(void* memory) noexcept;
  void upload(void* to, const void* from, size_t bytes);
  void download(void* to, const void* from, size_t bytes) const;
  void copy(void* to, const void* from, size_t bytes);
  void zero(void* to, size_t bytes);

  size_t free_memory() const;

  /// Memory of the host that the device reads and writes without a copy in between, for transfers that go on beside other work.
  void* allocate_pinned(size_t bytes);
  void release_pinned(void* memory) noexcept;
  void begin_upload(void* to, const void* from_pinned, size_t bytes);
  void begin_download(void* to_pinned, const void* from, size_t bytes);
  /// After the downloads that wait_for_downloads() waits for; what is queued later is not waited for.
  void end_downloads();
  void wait_for_downloads();

  /// Of what was queued so far, beside what is queued later: in a stream of its own.
  void begin_background_download(void* to_pinned, const void* from, size_t bytes);
  bool background_download_done() const;

  template <class Functor>
  void for_each(const char* name, int64_t n, const Functor& functor);
  /// functor(i, memory), the memory a Functor::Memory that is fast and not set.
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

  /// Custom rules by NVRTC (kernels/compiled_rules.h), for sim/backends/device/executor.h.
  void take_rules(const CustomRules<float>& custom);
  template <int D>
  bool run_compiled_rules(const SteerArguments<D>& arguments, SumKind kind);

  /// Slots are those of sim/backends/device/flock.h.
  bool is_recorded(int slot) const {
    const Recording& recording = recordings_.at(static_cast<size_t>(slot));
    return recording.refusals == kMostRefusals || (recording.graph && !recording.outdated);
  }
  /// Runs the stages of a slot: queued one by one the first time, recorded as a CUDA graph the second time,
  /// and launched as a graph afterwards. Stages that cannot be recorded are queued one by one each time.
  void run(int slot, const std::function<void()>& stages);
  /// Arguments or memory have changed: each slot is recorded again when it is next run, and its graph updated, without a wait.
  void renew_recordings();
  void drop_recordings();

  uint32_t* fault_flag() const { return fault_flag_on_device_; }
  bool fault_flagged() const { return *static_cast<volatile const uint32_t*>(fault_flag_) != 0; }
  void clear_fault_flag() { *static_cast<volatile uint32_t*>(fault_flag_) = 0; }

  /// Around a sort between two steps, for a picture: it is a part of the next step, which need not sort.
  void begin_sort();
  void end_sort();
  /// Waits, without load on a processor, while kStepsAhead steps are queued: progress, Ctrl-C and a budget of time then speak of
  /// steps that were taken. `sorted`: between begin_sort() and end_sort(), since the last step.
  void begin_step(bool sorted);
  /// Whether times() has the phases of the steps from now on: a recorded step is shorter without.
  void time_phases(bool on);
  /// Whether steps are so long that a driver might take a kernel for a hang: known in begin_step().
  bool works_in_parts() const { return in_parts_; }
  void begin_rules();
  void end_step();
  void wait_for_step() const;
  /// Times of the last step, measured on the device; waits for the step. sort includes gather, and that of a picture before the step.
  /// Phases that were not timed are 0.
  PhaseTimes times() const;

  bool can_time() const { return timings_->can_begin(); }
  void begin_timing(int tag);
  void end_timing() { timings_->end(stream_); }
  /// The oldest one that was begun, once the device has passed its end.
  std::optional<SpanTimes::Span> timing();

 private:
  /// A driver that cannot load a kernel while a step is recorded refuses once: the kernel is then loaded by the step.
  static constexpr int kMostRefusals = 2;
  struct Recording {
    bool seen = false, outdated = false;
    int refusals = 0;  ///< attempts to record it that have failed, one after the other
    cudaGraphExec_t graph = nullptr;
  };

  /// Holds nothing yet. The public one goes on from here, so that the destructor frees what it had when it failed.
  CudaDevice(int index, std::nullptr_t);

  // One file per kernel: steer_loop.cu ...
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
  /// Memory for CUB's reductions, which no recording has.
  void* scratch(size_t bytes);
  /// For sums over so many tiles (sums.cu): 0 where their number is not the last one. It must not change while a recording uses it.
  uint64_t* tickets_for(int64_t tiles);
  /// @throws DeviceFailure when a kernel has given up.
  void report_wrong_sums() const;
  cudaGraph_t recorded(const std::function<void()>& stages);
  void record(Recording& recording, const std::function<void()>& stages);
  bool plays(Recording& recording, const std::function<void()>& stages);

  int index_;
  std::string description_;
  std::string remark_;      // about the kernels of this build
  std::string unrecorded_;  // why some steps are not recorded; empty: all are
  cudaStream_t stream_ = nullptr, background_ = nullptr;
  CudaEvent begin_, rules_, end_, downloaded_;
  struct EarlySort {
    CudaEvent begin, end;
    bool counts = false;  // in times()
  };
  std::array<EarlySort, 2> early_sorts_;  // of steps with an even and an odd number
  CudaEvent queued_, arrived_;            // around a download in the background
  static constexpr uint64_t kStepsAhead = 4;
  std::array<CudaEvent, kStepsAhead + 1> step_ends_;  // and of the step before, so that each has a begin
  uint64_t steps_queued_ = 0;
  mutable uint64_t steps_done_ = 0;  // as far as the host knows
  bool recording_ = false, times_phases_ = false, in_parts_ = false;
  std::array<Recording, 4 * kUpdateKernels + 2> recordings_{};
  std::optional<SpanTimes> timings_;  // of steps
  struct Scratch {
    void* data = nullptr;
    size_t bytes = 0;
  };
  Scratch scratch_, tickets_;
  int64_t tiles_ = 0;  // tiles of the last sums
  std::unique_ptr<CompiledRules> compiled_;
  static constexpr size_t kSumsGaveUp = 1, kFlags = 2;  // the flag of sums.cu is behind that of faults
  uint32_t *fault_flag_ = nullptr, *fault_flag_on_device_ = nullptr;
};

/// cudaSuccess if the kernels of this build run on the current device. `compiled`: whether its driver compiles them.
cudaError_t kernels_fit(bool* compiled);

}  // namespace murmur
