// The runtime's functions about OpenGL's buffers. The simulated device has memory of its own, so a buffer
// that is mapped is a piece of that, and unmapping copies it to OpenGL: all that was queued before has run
// then, as OpenGL's next command may rely on.
#include <glad/gl.h>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <utility>

#include <cuda_gl_interop.h>

#include "device/device.h"

using murmur::simulated::Device;
using murmur::simulated::record_error;

namespace {

struct Buffer {
  GLuint name = 0;
  size_t bytes = 0;
  int device = 0;
  std::thread::id thread;  // that of the OpenGL context, whose calls alone may map it
  void* memory = nullptr;  // while it is mapped: at another address each time, as a driver may have it
};
Buffer& buffer_of(cudaGraphicsResource_t handle) { return *reinterpret_cast<Buffer*>(handle); }
/// Of a resource in a call of this thread.
cudaError_t usable(cudaGraphicsResource_t resource) {
  if (!resource) return cudaErrorInvalidResourceHandle;
  return buffer_of(resource).thread == std::this_thread::get_id() ? cudaSuccess
                                                                  : cudaErrorInvalidGraphicsContext;
}

}  // namespace

extern "C" {

cudaError_t cudaGLGetDevices(unsigned* count, int* devices, unsigned most, cudaGLDeviceList) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaGLGetDevices"); error != cudaSuccess)
    return record_error(error);
  *count = 0;
  if (!glad_glGetString || !glGetString(GL_VERSION)) return record_error(cudaErrorInvalidGraphicsContext);
  // A laptop's NVIDIA GPU draws where its OpenGL is asked for: MURMUR_SIM_GL_DEVICE=offload; or never: none.
  const char* const where = std::getenv("MURMUR_SIM_GL_DEVICE");
  const char* const vendor = std::getenv("__GLX_VENDOR_LIBRARY_NAME");
  const std::string_view gl = where ? where : "";
  if (gl == "none" || (gl == "offload" && !(vendor && std::string_view(vendor) == "nvidia")))
    return record_error(cudaErrorNoDevice);
  // Where all are alike, each draws.
  const int only = device.machine().gl_device;
  *count = only < 0 ? static_cast<unsigned>(device.machine().devices) : 1;
  for (unsigned k = 0; k < std::min(*count, most); ++k) devices[k] = only < 0 ? static_cast<int>(k) : only;
  return cudaSuccess;
}

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, GLuint name, unsigned) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaGraphicsGLRegisterBuffer"); error != cudaSuccess)
    return record_error(error);
  GLint64 bytes = 0;
  if (!glIsBuffer(name)) return record_error(cudaErrorInvalidValue);
  glGetNamedBufferParameteri64v(name, GL_BUFFER_SIZE, &bytes);
  if (bytes <= 0) return record_error(cudaErrorInvalidValue);
  *resource = reinterpret_cast<cudaGraphicsResource_t>(new Buffer{
      name, static_cast<size_t>(bytes), murmur::simulated::present_device(), std::this_thread::get_id()});
  return cudaSuccess;
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaGraphicsUnregisterResource");
      error != cudaSuccess)
    return record_error(error);
  if (const cudaError_t error = usable(resource); error != cudaSuccess) return record_error(error);
  if (buffer_of(resource).memory) return record_error(cudaErrorInvalidResourceHandle);
  const cudaError_t error = device.finish_all();
  delete &buffer_of(resource);
  return record_error(error);
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t stream) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaGraphicsMapResources"); error != cudaSuccess)
    return record_error(error);
  if (!device.stream(stream)) return record_error(cudaErrorInvalidResourceHandle);
  for (int k = 0; k < count; ++k) {
    if (const cudaError_t error = usable(resources[k]); error != cudaSuccess) return record_error(error);
    Buffer& buffer = buffer_of(resources[k]);
    if (buffer.memory) return record_error(cudaErrorAlreadyMapped);
    buffer.memory = device.memory().allocate(buffer.bytes, buffer.device);
    if (!buffer.memory) return record_error(cudaErrorMemoryAllocation);
  }
  device.traffic().end_picture();
  return cudaSuccess;
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void** memory, size_t* bytes,
                                                 cudaGraphicsResource_t resource) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaGraphicsResourceGetMappedPointer"); error != cudaSuccess)
    return record_error(error);
  if (!resource || !buffer_of(resource).memory) return record_error(cudaErrorNotMapped);
  *memory = buffer_of(resource).memory;
  *bytes = buffer_of(resource).bytes;
  return cudaSuccess;
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t handle) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter_unrecorded("cudaGraphicsUnmapResources"); error != cudaSuccess)
    return record_error(error);
  murmur::simulated::Stream* const stream = device.stream(handle);
  if (!stream) return record_error(cudaErrorInvalidResourceHandle);
  for (int k = 0; k < count; ++k) {
    if (const cudaError_t error = usable(resources[k]); error != cudaSuccess) return record_error(error);
  }
  const cudaError_t error = device.finish(*stream);
  for (int k = 0; k < count; ++k) {
    if (!buffer_of(resources[k]).memory) return record_error(cudaErrorNotMapped);
    Buffer& buffer = buffer_of(resources[k]);
    void* const written = std::exchange(buffer.memory, nullptr);  // what still uses it is found
    GLuint copy = 0;                                              // storage may refuse the host
    glCreateBuffers(1, &copy);
    glNamedBufferStorage(copy, static_cast<GLsizeiptr>(buffer.bytes), written, 0);
    glCopyNamedBufferSubData(copy, buffer.name, 0, 0, static_cast<GLsizeiptr>(buffer.bytes));
    glDeleteBuffers(1, &copy);
    device.memory().release(written);
  }
  return record_error(error);
}

}  // extern "C"
