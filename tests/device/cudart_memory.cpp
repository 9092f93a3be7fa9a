// The runtime's functions about memory. Copies run late, as work of their stream: host memory that is freed
// before it was read, or read before it was filled, shows.
#include <cuda_runtime_api.h>

#include <cstring>
#include <string>

#include "device/device.h"

using murmur::simulated::Device;
using murmur::simulated::DeviceFault;
using murmur::simulated::Memory;
using murmur::simulated::record_error;
using murmur::simulated::Stream;

namespace {

uint64_t address_of(const void* memory) { return reinterpret_cast<uint64_t>(memory); }

/// @throws DeviceFault, naming the call.
void expect_usable(const char* call, const void* memory, size_t bytes, bool reads) {
  const Memory& all = Device::instance().memory();
  const uint64_t address = address_of(memory);
  if (all.contains(address) && all.usable(address, bytes, reads)) return;
  uint64_t first = address;  // that is wrong
  while (all.contains(first) && first < address + bytes && all.usable(first, 1, reads)) ++first;
  throw DeviceFault(DeviceFault::Kind::kAddress, std::string(call) + (reads ? " reads " : " writes ") +
                                                     std::to_string(bytes) + " bytes, one of them " +
                                                     all.trouble(first, 1));
}

void copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  Memory& memory = Device::instance().memory();
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice)
    expect_usable("cudaMemcpyAsync", from, bytes, true);
  // Memory may be moved with parts that are not written yet.
  if (kind == cudaMemcpyDeviceToDevice) expect_usable("cudaMemcpyAsync", from, bytes, false);
  if (kind != cudaMemcpyDeviceToHost) expect_usable("cudaMemcpyAsync", to, bytes, false);
  std::memcpy(to, from, bytes);
  if (kind == cudaMemcpyHostToDevice) memory.set_written(address_of(to), bytes);
  if (kind == cudaMemcpyDeviceToDevice) memory.copy_written(address_of(to), address_of(from), bytes);
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** memory, size_t bytes) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaMalloc"); error != cudaSuccess)
    return record_error(error);
  device.traffic().allocated();
  *memory = bytes == 0 ? nullptr : device.memory().allocate(bytes, murmur::simulated::present_device());
  return record_error(*memory || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaFree(void* memory) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaFree"); error != cudaSuccess)
    return record_error(error);
  if (!memory) return cudaSuccess;
  device.traffic().waited();
  device.order().host_waits_for_all();
  if (const cudaError_t error = device.finish_all(); error != cudaSuccess) return record_error(error);
  return record_error(device.memory().release(memory) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaHostAlloc(void** memory, size_t bytes, unsigned flags) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaHostAlloc"); error != cudaSuccess)
    return record_error(error);
  if ((flags & cudaHostAllocMapped) == 0) return record_error(cudaErrorNotSupported);
  device.traffic().allocated();
  *memory = device.memory().allocate_mapped(bytes).host;
  return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void** on_device, void* host, unsigned) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaHostGetDevicePointer"); error != cudaSuccess)
    return record_error(error);
  *on_device = device.memory().mapped_on_device(host);
  return record_error(*on_device ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaFreeHost(void* memory) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaFreeHost"); error != cudaSuccess)
    return record_error(error);
  if (!memory) return cudaSuccess;
  device.traffic().waited();
  device.order().host_waits_for_all();
  if (const cudaError_t error = device.finish_all(); error != cudaSuccess) return record_error(error);
  return record_error(device.memory().release_mapped(memory) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemGetInfo(size_t* available, size_t* total) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaMemGetInfo"); error != cudaSuccess)
    return record_error(error);
  *available = device.memory().available();
  *total = device.memory().capacity();
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t handle) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaMemcpyAsync"); error != cudaSuccess)
    return record_error(error);
  Stream* const stream = device.stream(handle);
  if (!stream) return record_error(cudaErrorInvalidResourceHandle);
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice)
    return record_error(cudaErrorInvalidMemcpyDirection);
  if (kind == cudaMemcpyDeviceToHost) device.traffic().copied_down(bytes, !stream->has_kernels);
  if (kind == cudaMemcpyHostToDevice) device.traffic().copied_up(bytes);
  device.queue(*stream, [=] { copy(to, from, bytes, kind); }, murmur::simulated::Node::kCopy,
               {{address_of(from), false}, {address_of(to), true}});
  return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void* memory, int value, size_t bytes, cudaStream_t handle) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaMemsetAsync"); error != cudaSuccess)
    return record_error(error);
  Stream* const stream = device.stream(handle);
  if (!stream) return record_error(cudaErrorInvalidResourceHandle);
  device.queue(*stream,
               [=] {
                 expect_usable("cudaMemsetAsync", memory, bytes, false);
                 std::memset(memory, value, bytes);
                 Device::instance().memory().set_written(address_of(memory), bytes);
               },
               murmur::simulated::Node::kSet, {{address_of(memory), true}});
  return cudaSuccess;
}

}  // extern "C"
