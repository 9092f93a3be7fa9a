#include "render/scene/host_copy_writer.h"

#include <glad/gl.h>

#include "sim/util/errors.h"

namespace murmur {
namespace {

struct Unmapped {
  uint32_t buffer;
  ~Unmapped() { glUnmapNamedBuffer(buffer); }
};

}  // namespace

void HostCopyWriter::attach(uint32_t gl_buffer, size_t bytes) {
  buffer_ = gl_buffer;
  bytes_ = bytes;
}

void HostCopyWriter::detach() noexcept { buffer_ = 0; }

void HostCopyWriter::write(Backend<float>& backend) {
  // Invalidating leaves the last frame's memory to draws that still use it, so that mapping does not wait.
  void* mapped = glMapNamedBufferRange(buffer_, 0, static_cast<GLsizeiptr>(bytes_),
                                       GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
  if (!mapped) {
    throw RunError("OpenGL cannot map " + std::to_string(bytes_) +
                   " bytes of boids for drawing: use fewer boids.");
  }
  const Unmapped at_end{buffer_};  // also when the backend fails
  backend.write_instances(static_cast<float*>(mapped));
}

void HostCopyWriter::wait() { glFinish(); }

}  // namespace murmur
