// The runtime's functions about OpenGL's buffers. The simulated device has memory of its own, so a buffer
// that is mapped is a piece of that, and unmapping copies it to OpenGL: all that was queued before has run
// then, as OpenGL's next command may rely on.
#include <glad/gl.h>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>

#include <cuda_gl_interop.h>

#include "device/device.h"

using murmur::simulated::Device;
using murmur::simulated::keep;

namespace {

struct Buffer {
  GLuint name = 0;
  size_t bytes = 0;
  void* memory = nullptr;
  bool mapped = false;
};
Buffer& buffer_of(cudaGraphicsResource_t handle) { return *reinterpret_cast<Buffer*>(handle); }

}  // namespace

extern "C" {

cudaError_t cudaGLGetDevices(unsigned* count, int* devices, unsigned most, cudaGLDeviceList) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaGLGetDevices"); error != cudaSuccess) return keep(error);
  *count = 0;
  if (!glad_glGetString || !glGetString(GL_VERSION)) return keep(cudaErrorInvalidGraphicsContext);
  // Where all are alike, each draws.
  *count = static_cast<unsigned>(device.machine().devices);
  for (unsigned k = 0; k < std::min(*count, most); ++k) devices[k] = static_cast<int>(k);
  return cudaSuccess;
}

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, GLuint name, unsigned) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaGraphicsGLRegisterBuffer"); error != cudaSuccess)
    return keep(error);
  GLint64 bytes = 0;
  if (!glIsBuffer(name)) return keep(cudaErrorInvalidValue);
  glGetNamedBufferParameteri64v(name, GL_BUFFER_SIZE, &bytes);
  if (bytes <= 0) return keep(cudaErrorInvalidValue);
  void* const memory =
      device.memory().allocate(static_cast<size_t>(bytes), murmur::simulated::present_device());
  if (!memory) return keep(cudaErrorMemoryAllocation);
  *resource = reinterpret_cast<cudaGraphicsResource_t>(new Buffer{name, static_cast<size_t>(bytes), memory});
  return cudaSuccess;
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaGraphicsUnregisterResource");
      error != cudaSuccess)
    return keep(error);
  if (!resource || buffer_of(resource).mapped) return keep(cudaErrorInvalidResourceHandle);
  const cudaError_t error = device.finish_all();
  device.memory().release(buffer_of(resource).memory);
  delete &buffer_of(resource);
  return keep(error);
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t stream) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaGraphicsMapResources"); error != cudaSuccess)
    return keep(error);
  if (!device.stream(stream)) return keep(cudaErrorInvalidResourceHandle);
  for (int k = 0; k < count; ++k) {
    if (!resources[k]) return keep(cudaErrorInvalidResourceHandle);
    if (buffer_of(resources[k]).mapped) return keep(cudaErrorAlreadyMapped);
    buffer_of(resources[k]).mapped = true;
  }
  return cudaSuccess;
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void** memory, size_t* bytes,
                                                 cudaGraphicsResource_t resource) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaGraphicsResourceGetMappedPointer"); error != cudaSuccess)
    return keep(error);
  if (!resource || !buffer_of(resource).mapped) return keep(cudaErrorNotMapped);
  *memory = buffer_of(resource).memory;
  *bytes = buffer_of(resource).bytes;
  return cudaSuccess;
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t handle) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaGraphicsUnmapResources"); error != cudaSuccess)
    return keep(error);
  murmur::simulated::Stream* const stream = device.stream(handle);
  if (!stream) return keep(cudaErrorInvalidResourceHandle);
  const cudaError_t error = device.finish(*stream);
  for (int k = 0; k < count; ++k) {
    if (!resources[k] || !buffer_of(resources[k]).mapped) return keep(cudaErrorNotMapped);
    Buffer& buffer = buffer_of(resources[k]);
    buffer.mapped = false;
    void* const memory = glMapNamedBuffer(buffer.name, GL_WRITE_ONLY);  // storage may refuse glBufferSubData
    if (!memory) return keep(cudaErrorMapBufferObjectFailed);
    std::memcpy(memory, buffer.memory, buffer.bytes);
    if (glUnmapNamedBuffer(buffer.name) != GL_TRUE) return keep(cudaErrorUnmapBufferObjectFailed);
  }
  return keep(error);
}

}  // extern "C"
