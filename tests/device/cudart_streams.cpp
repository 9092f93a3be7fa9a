// The runtime's functions about streams, events and graphs. A graph is what was recorded: copies of launches
// and their arguments, not of what the host did.
#include <cuda_runtime_api.h>

#include <memory>
#include <vector>

#include "device/device.h"

using murmur::simulated::Device;
using murmur::simulated::Event;
using murmur::simulated::record_error;
using murmur::simulated::Recording;
using murmur::simulated::Stream;

namespace {

/// Handles are addresses of what they stand for.
using Held = std::shared_ptr<Recording>;
const Held& recording_of(const void* handle) { return *static_cast<const Held*>(handle); }
Event& event_of(cudaEvent_t handle) { return *reinterpret_cast<Event*>(handle); }

cudaError_t record(cudaEvent_t handle, cudaStream_t on, bool external) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaEventRecord"); error != cudaSuccess)
    return record_error(error);
  Stream* const stream = device.present_stream(on);
  if (!stream || !handle || (on && event_of(handle).device != stream->device))
    return record_error(cudaErrorInvalidResourceHandle);
  if (external && !stream->recording) return record_error(cudaErrorIllegalState);
  Event& event = event_of(handle);
  event.in_recording = stream->recording && !external;
  if (event.in_recording) return cudaSuccess;  // says what waits for what, and is nothing by itself
  if (!stream->recording) ++event.queued;
  device.queue(*stream, [&event, &device, counts = !stream->recording] {
    event.time = device.milliseconds();
    event.done += counts ? 1 : 0;
    if (!counts && event.queued == 0) event.queued = event.done = 1;
  });
  event.over = device.order().end_of(stream);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaStreamCreateWithFlags"); error != cudaSuccess)
    return record_error(error);
  *stream = device.add_stream();
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaStreamSynchronize", handle, false);
      error != cudaSuccess)
    return record_error(error);
  Stream* const stream = device.stream(handle);
  device.traffic().waited();
  if (stream) device.order().host_waits(device.order().end_of(stream));
  return record_error(stream ? device.finish(*stream) : cudaErrorInvalidResourceHandle);
}

/// What is queued in `handle` later runs once the event has.
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaStreamWaitEvent"); error != cudaSuccess)
    return record_error(error);
  Stream* const stream = device.present_stream(handle);
  if (!stream || !event) return record_error(cudaErrorInvalidResourceHandle);
  if (stream->recording || event_of(event).in_recording) return record_error(cudaErrorNotSupported);
  device.queue(*stream, [&device, stream, &waited = event_of(event), until = event_of(event).queued] {
    device.run_others_until(*stream, [&] { return waited.done >= until; });
  });
  device.order().stream_waits(stream, event_of(event).over);
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaStreamDestroy"); error != cudaSuccess)
    return record_error(error);
  Stream* const stream = handle ? device.stream(handle) : nullptr;
  if (!stream) return record_error(cudaErrorInvalidResourceHandle);
  const cudaError_t error = device.finish(*stream);
  device.remove_stream(handle);
  return record_error(error);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaStreamBeginCapture"); error != cudaSuccess)
    return record_error(error);
  Stream* const stream = handle ? device.present_stream(handle) : nullptr;  // the default stream cannot
  if (!stream) return record_error(cudaErrorStreamCaptureUnsupported);
  if (stream->recording) return record_error(cudaErrorIllegalState);
  stream->recording = std::make_shared<Recording>();
  stream->recording->mode = mode;
  stream->recording_is_spoilt = false;
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  *graph = nullptr;
  Stream* const stream = device.stream(handle);
  if (const cudaError_t error = device.enter("cudaStreamEndCapture"); error != cudaSuccess) {
    if (stream) stream->recording = nullptr;
    return record_error(error);
  }
  if (!stream || !stream->recording) return record_error(cudaErrorIllegalState);
  if (stream->recording->mode != cudaStreamCaptureModeRelaxed &&
      stream->recording->thread != std::this_thread::get_id())
    return record_error(cudaErrorStreamCaptureWrongThread);
  const Held recording = std::move(stream->recording);
  stream->recording = nullptr;
  if (stream->recording_is_spoilt) return record_error(cudaErrorStreamCaptureInvalidated);
  *graph = reinterpret_cast<cudaGraph_t>(new Held(recording));
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* playable, cudaGraph_t graph, unsigned long long) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaGraphInstantiate"); error != cudaSuccess)
    return record_error(error);
  if (!graph) return record_error(cudaErrorInvalidValue);
  *playable = reinterpret_cast<cudaGraphExec_t>(new Held(recording_of(graph)));
  return cudaSuccess;
}

/// Arguments of nodes may change, not the nodes.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t playable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* why) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaGraphExecUpdate"); error != cudaSuccess)
    return record_error(error);
  if (!playable || !graph || !why) return record_error(cudaErrorInvalidValue);
  *why = {};
  const bool same = recording_of(playable)->nodes == recording_of(graph)->nodes;
  why->result = same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged;
  if (!same) return record_error(cudaErrorGraphExecUpdateFailure);
  *reinterpret_cast<Held*>(playable) = recording_of(graph);
  return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t playable, cudaStream_t handle) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaGraphLaunch"); error != cudaSuccess)
    return record_error(error);
  Stream* const stream = device.present_stream(handle);
  if (!stream || !playable) return record_error(cudaErrorInvalidResourceHandle);
  device.traffic().launched_graph(recording_of(playable)->work.size());
  const Recording& graph = *recording_of(playable);
  for (size_t k = 0; k < graph.work.size(); ++k)
    device.queue(*stream, graph.work[k], murmur::simulated::Node::kOther,
                 graph.uses[k]);  // copies: the graph may change
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaGraphDestroy"); error != cudaSuccess)
    return record_error(error);
  if (!graph) return record_error(cudaErrorInvalidValue);
  delete &recording_of(graph);
  return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t playable) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaGraphExecDestroy"); error != cudaSuccess)
    return record_error(error);
  if (!playable) return record_error(cudaErrorInvalidValue);
  delete &recording_of(playable);
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaEventCreate"); error != cudaSuccess)
    return record_error(error);
  *event = reinterpret_cast<cudaEvent_t>(new Event{.device = murmur::simulated::present_device()});
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return cudaEventCreate(event); }

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaEventDestroy"); error != cudaSuccess)
    return record_error(error);
  if (!event) return record_error(cudaErrorInvalidResourceHandle);
  device.finish_all();  // a recording of it may be queued
  delete &event_of(event);
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return record(event, stream, false); }

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return record(event, stream, (flags & cudaEventRecordExternal) != 0);
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaEventSynchronize"); error != cudaSuccess)
    return record_error(error);
  if (!handle) return record_error(cudaErrorInvalidResourceHandle);
  const Event& event = event_of(handle);
  if (event.in_recording) return record_error(cudaErrorCapturedEvent);
  device.traffic().waited();
  device.order().host_waits(event.over);
  return record_error(event.done < event.queued ? device.finish_all() : cudaSuccess);
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaEventQuery"); error != cudaSuccess)
    return record_error(error);
  if (!handle) return record_error(cudaErrorInvalidResourceHandle);
  const Event& event = event_of(handle);
  if (event.in_recording) return record_error(cudaErrorCapturedEvent);
  if (event.done < event.queued) return record_error(cudaErrorNotReady);
  device.order().host_waits(event.over);
  return record_error(device.broken());
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaEventElapsedTime"); error != cudaSuccess)
    return record_error(error);
  if (!from || !to || event_of(from).device != event_of(to).device)
    return record_error(cudaErrorInvalidResourceHandle);
  for (const Event* event : {&event_of(from), &event_of(to)}) {
    if (event->queued == 0) return record_error(cudaErrorInvalidResourceHandle);
    if (event->done < event->queued) return record_error(cudaErrorNotReady);
  }
  *milliseconds = static_cast<float>(event_of(to).time - event_of(from).time);
  return cudaSuccess;
}

}  // extern "C"
