#include "kernels/cuda_device.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "kernels/check.h"
#include "kernels/compiled_rules.h"
#include "sim/backends/faults.h"

namespace murmur {
namespace {

constexpr size_t kTimings = 24;
constexpr double kLongStep = 500.0;  // [ms]; a driver that also draws ends a kernel after some seconds

struct OtherTiles {};

/// Time between two events; 0 if one was never recorded: a flock without boids skips this phase.
double milliseconds(cudaEvent_t from, cudaEvent_t to) {
  float time = 0.0f;
  if (cudaEventElapsedTime(&time, from, to) == cudaSuccess) return static_cast<double>(time);
  (void)cudaGetLastError();
  return 0.0;
}

}  // namespace

CudaDevice::CudaDevice(int index, std::nullptr_t) : index_(index) {}

CudaDevice::CudaDevice(int index) : CudaDevice(index, nullptr) {
  check(cudaSetDevice(index), "taking the device");
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, index), "asking for the device's properties");
  description_ =
      fmt::format("{}, compute capability {}.{}", properties.name, properties.major, properties.minor);
  bool compiled = false;
  const cudaError_t fit = kernels_fit(&compiled);
  if (fit != cudaSuccess) (void)cudaGetLastError();
  const std::string option =
      fmt::format("-DMURMUR_CUDA_ARCHITECTURES={}{}", properties.major, properties.minor);
  const std::string advice = "configure with " + option + ", or use --backend cpu";
  if (fit == cudaErrorNoKernelImageForDevice || fit == cudaErrorInvalidDeviceFunction)
    throw DeviceFailure("this build has no kernels for " + description_, advice);
  if (fit == cudaErrorUnsupportedPtxVersion || fit == cudaErrorInvalidPtx)
    throw DeviceFailure("the NVIDIA driver is too old for this build's kernels on " + description_,
                        "update the driver, " + advice);
  check(fit, "loading the kernels");
  if (compiled)
    remark_ = fmt::format(
        "the driver compiles the kernels of this build for {} at their first use, once; {} makes a "
        "build that need not wait",
        properties.name, option);
  compiled_ = std::make_unique<CompiledRules>(index, 10 * properties.major + properties.minor);
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
  check(cudaStreamCreateWithFlags(&background_, cudaStreamNonBlocking), "making a stream");
  for (CudaEvent* event : {&begin_, &rules_, &end_, &downloaded_, &queued_, &arrived_}) event->make();
  for (CudaEvent& event : step_ends_) event.make(cudaEventBlockingSync);
  for (EarlySort& sort : early_sorts_) {
    sort.begin.make();
    sort.end.make();
  }
  timings_.emplace(kTimings);
  void* word = nullptr;
  check(cudaHostAlloc(&word, kFlags * sizeof(uint32_t), cudaHostAllocMapped), "allocating the fault flag");
  fault_flag_ = static_cast<uint32_t*>(word);
  check(cudaHostGetDevicePointer(&word, fault_flag_, 0), "mapping the fault flag");
  fault_flag_on_device_ = static_cast<uint32_t*>(word);
  std::fill_n(fault_flag_, kFlags, 0u);
}

CudaDevice::~CudaDevice() {
  ignore(cudaSetDevice(index_));
  for (cudaStream_t stream : {stream_, background_}) {
    if (stream) ignore(cudaStreamSynchronize(stream));
  }
  for (Recording& recording : recordings_) {
    if (recording.graph) ignore(cudaGraphExecDestroy(recording.graph));
  }
  compiled_.reset();
  ignore(cudaFree(scratch_.data));
  ignore(cudaFree(tickets_.data));
  ignore(cudaFreeHost(fault_flag_));
  for (cudaStream_t stream : {stream_, background_}) {
    if (stream) ignore(cudaStreamDestroy(stream));
  }
}

/// Makes this device current for the calling thread; a comparison may run on several threads.
void CudaDevice::use() const { check(cudaSetDevice(index_), "taking the device"); }

void* CudaDevice::allocate(size_t bytes) {
  use();
  void* memory = nullptr;
  check_memory(cudaMalloc(&memory, bytes), "allocating memory");
  return memory;
}

void CudaDevice::release(void* memory) noexcept {
  if (!memory) return;
  ignore(cudaSetDevice(index_));
  ignore(cudaFree(memory));  // waits for kernels that still use it
}

void CudaDevice::upload(void* to, const void* from, size_t bytes) {
  use();
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "copying to the device");
  // Waits, because CUDA does not promise to read pageable memory before the call returns, and callers may free it.
  check(cudaStreamSynchronize(stream_), "waiting for the device");
}

void CudaDevice::download(void* to, const void* from, size_t bytes) const {
  use();
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_), "copying from the device");
  check(cudaStreamSynchronize(stream_), "waiting for the device");
  steps_done_ = steps_queued_;
  report_wrong_sums();
}

void CudaDevice::copy(void* to, const void* from, size_t bytes) {
  use();
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_), "copying on the device");
}

void CudaDevice::zero(void* to, size_t bytes) {
  use();
  check(cudaMemsetAsync(to, 0, bytes, stream_), "clearing memory");
}

void* CudaDevice::allocate_pinned(size_t bytes) {
  use();
  void* memory = nullptr;
  check(cudaHostAlloc(&memory, bytes, cudaHostAllocMapped), "allocating pinned memory of the host");
  return memory;
}

void CudaDevice::release_pinned(void* memory) noexcept {
  if (!memory) return;
  ignore(cudaSetDevice(index_));
  for (cudaStream_t stream : {stream_, background_})
    ignore(cudaStreamSynchronize(stream));  // transfers may still use the memory
  ignore(cudaFreeHost(memory));
}

void CudaDevice::begin_upload(void* to, const void* from_pinned, size_t bytes) {
  use();
  check(cudaMemcpyAsync(to, from_pinned, bytes, cudaMemcpyHostToDevice, stream_), "copying to the device");
}

void CudaDevice::begin_download(void* to_pinned, const void* from, size_t bytes) {
  use();
  check(cudaMemcpyAsync(to_pinned, from, bytes, cudaMemcpyDeviceToHost, stream_), "copying from the device");
}

void CudaDevice::end_downloads() {
  use();
  check(cudaEventRecord(downloaded_, stream_), "marking the end of copies");
}

void CudaDevice::wait_for_downloads() {
  use();
  check(cudaEventSynchronize(downloaded_), "waiting for copies from the device");
}

void CudaDevice::begin_background_download(void* to_pinned, const void* from, size_t bytes) {
  use();
  check(cudaEventRecord(queued_, stream_), "copying beside the steps");
  check(cudaStreamWaitEvent(background_, queued_, 0), "copying beside the steps");
  check(cudaMemcpyAsync(to_pinned, from, bytes, cudaMemcpyDeviceToHost, background_),
        "copying beside the steps");
  check(cudaEventRecord(arrived_, background_), "copying beside the steps");
}

bool CudaDevice::background_download_done() const {
  use();
  const cudaError_t result = cudaEventQuery(arrived_);
  if (result == cudaErrorNotReady) {
    (void)cudaGetLastError();  // clears the error, which the next launch would report
    return false;
  }
  check(result, "copying beside the steps");
  report_wrong_sums();
  return true;
}

void CudaDevice::report_wrong_sums() const {
  if (static_cast<const volatile uint32_t*>(fault_flag_)[kSumsGaveUp] == 0) return;
  throw DeviceFailure("the GPU failed at 'summing up the cells': its blocks waited for each other in vain",
                      "try --backend cpu");
}

size_t CudaDevice::free_memory() const {
  use();
  size_t available = 0, total = 0;
  check(cudaMemGetInfo(&available, &total), "asking for free memory");
  return available;
}

void* CudaDevice::scratch(size_t bytes) {
  if (bytes <= scratch_.bytes) return scratch_.data;
  release(std::exchange(scratch_, {}).data);
  scratch_.data = allocate(bytes + bytes / 4);
  scratch_.bytes = bytes + bytes / 4;
  return scratch_.data;
}

uint64_t* CudaDevice::tickets_for(int64_t tiles) {
  if (tiles != tiles_) {
    if (recording_) throw OtherTiles{};
    tiles_ = 0;  // until new memory is allocated and cleared
    const size_t bytes = (static_cast<size_t>(tiles) + 1) * sizeof(uint64_t);
    if (bytes > tickets_.bytes) {
      drop_recordings();
      release(std::exchange(tickets_, {}).data);
      tickets_.data = allocate(bytes + bytes / 4);
      tickets_.bytes = bytes + bytes / 4;
    }
    zero(tickets_.data, bytes);
    tiles_ = tiles;
  }
  return static_cast<uint64_t*>(tickets_.data);
}

void CudaDevice::run(int slot, const std::function<void()>& stages) {
  use();
  Recording& recording = recordings_.at(static_cast<size_t>(slot));
  if (prepare_graph(recording, stages))
    return check_memory(cudaGraphLaunch(recording.graph, stream_), "playing a recorded step");
  stages();
  recording.seen = true;  // set after the stages, because stages that grow the scratch memory reset all slots
}

/// Whether the recording has a graph of these stages, which is made when it is due. A failed recording has queued nothing.
bool CudaDevice::prepare_graph(Recording& recording, const std::function<void()>& stages) {
  if (recording.refusals == kMostRefusals || (!recording.graph && !recording.seen)) return false;
  try {
    if (!recording.graph || recording.outdated) record(recording, stages);
    recording.refusals = 0;
    return true;
  } catch (const OtherTiles&) {  // tickets cannot be cleared during a recording
  } catch (const DeviceFailure& failure) {
    if (++recording.refusals == kMostRefusals) unrecorded_ = failure.cause();
  }
  return false;
}

cudaGraph_t CudaDevice::recorded(const std::function<void()>& stages) {
  check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "recording a step");
  recording_ = true;
  cudaGraph_t graph = nullptr;
  try {
    stages();
  } catch (...) {
    recording_ = false;
    ignore(cudaStreamEndCapture(stream_, &graph));
    if (graph) ignore(cudaGraphDestroy(graph));
    throw;
  }
  recording_ = false;
  check(cudaStreamEndCapture(stream_, &graph), "recording a step");
  return graph;
}

/// Records the stages as a graph. If only arguments differ, the executable graph is updated, even while it runs;
/// other stages need a new one.
void CudaDevice::record(Recording& recording, const std::function<void()>& stages) {
  cudaGraph_t const graph = recorded(stages);
  cudaError_t result = cudaErrorGraphExecUpdateFailure;
  if (recording.graph) {
    cudaGraphExecUpdateResultInfo why;
    result = cudaGraphExecUpdate(recording.graph, graph, &why);
  }
  if (result == cudaErrorGraphExecUpdateFailure) {
    (void)cudaGetLastError();  // clears the error, which the next launch would report
    if (recording.graph)
      ignore(cudaGraphExecDestroy(std::exchange(recording.graph, nullptr)));  // destroyed after its last run
    result = cudaGraphInstantiate(&recording.graph, graph, 0);
  }
  ignore(cudaGraphDestroy(graph));
  check(result, "preparing a recorded step");
  recording.outdated = false;
}

void CudaDevice::renew_recordings() {
  for (Recording& recording : recordings_) recording.outdated = true;
}

void CudaDevice::drop_recordings() {
  const auto recorded = [](const Recording& recording) { return recording.graph != nullptr; };
  if (std::any_of(recordings_.begin(), recordings_.end(), recorded)) {
    use();
    check(cudaStreamSynchronize(stream_), "waiting for recorded steps");  // one may still be running
  }
  for (Recording& recording : recordings_) {
    if (recording.graph) check(cudaGraphExecDestroy(recording.graph), "dropping a recorded step");
    recording = {};
  }
}

void CudaDevice::begin_sort() {
  use();
  check(cudaEventRecord(early_sorts_[steps_queued_ % 2].begin, stream_), "starting the clock");
}
void CudaDevice::end_sort() {
  check(cudaEventRecord(early_sorts_[steps_queued_ % 2].end, stream_), "stopping the clock");
}

void CudaDevice::begin_step(bool sorted) {
  use();
  report_wrong_sums();
  if (compiled_->has_new_kernel()) renew_recordings();
  early_sorts_[steps_queued_ % 2].counts = sorted;
  if (steps_queued_ >= steps_done_ + kStepsAhead) {
    steps_done_ = steps_queued_ - kStepsAhead + 1;
    check(cudaEventSynchronize(end_of(steps_done_ - 1)), "waiting for a step");
  }
  const bool was_long =
      steps_done_ > 1 && milliseconds(end_of(steps_done_ - 2), end_of(steps_done_ - 1)) > kLongStep;
  if (std::exchange(in_parts_, was_long) != was_long) renew_recordings();
  check(cudaEventRecord(begin_, stream_), "starting the clock");
}
void CudaDevice::time_phases(bool on) {
  if (std::exchange(times_phases_, on) != on) renew_recordings();
}
void CudaDevice::begin_rules() {
  if (!times_phases_) return;
  // An event recorded within a graph and read outside must be marked as external.
  check(recording_ ? cudaEventRecordWithFlags(rules_, stream_, cudaEventRecordExternal)
                   : cudaEventRecord(rules_, stream_),
        "reading the clock");
}
void CudaDevice::end_step() {
  check(cudaEventRecord(end_, stream_), "stopping the clock");
  check(cudaEventRecord(end_of(steps_queued_), stream_), "marking the end of a step");
  ++steps_queued_;
}

void CudaDevice::begin_timing(int tag) {
  use();
  timings_->begin(stream_, tag);
}

std::optional<SpanTimes::Span> CudaDevice::timing() {
  if (timings_->empty()) return {};  // nothing is pending, as in most steps
  use();
  return timings_->take();
}

void CudaDevice::wait_for_step() const {
  use();
  // Waits instead of polling: polling would leave "not ready" as the last error, and the next launch would report it.
  if (steps_done_ < steps_queued_) check(cudaEventSynchronize(end_), "waiting for a step");
  steps_done_ = steps_queued_;
}

PhaseTimes CudaDevice::times() const {
  PhaseTimes times;
  wait_for_step();
  const EarlySort& early = early_sorts_[(steps_queued_ - 1) % 2];
  const double before = steps_queued_ > 0 && early.counts ? milliseconds(early.begin, early.end) : 0.0;
  times.total = before + milliseconds(begin_, end_);
  if (!times_phases_) return times;
  times.sort = before + milliseconds(begin_, rules_);
  times.rules = milliseconds(rules_, end_);
  return times;
}

}  // namespace murmur
