#include "render/scene/host_copy_writer.h"

#include <algorithm>
#include <string>
#include <utility>

#include <glad/gl.h>

#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int kTries = 2;

struct Mapped {
  uint32_t buffer;
  bool mapped = true;
  ~Mapped() { unmap(); }  // unmaps also when the backend fails
  bool unmapped() const {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    return glUnmapBuffer(GL_ARRAY_BUFFER) == GL_TRUE;
  }
  /// Unmaps the buffer. @returns false when OpenGL has lost its contents, for example when the display changes.
  bool unmap() { return !std::exchange(mapped, false) || unmapped(); }
};

}  // namespace

void HostCopyWriter::attach(uint32_t gl_buffer, size_t bytes) {
  buffer_ = gl_buffer;
  bytes_ = bytes;
}

void HostCopyWriter::detach() noexcept { buffer_ = 0; }

void HostCopyWriter::write(Backend<float>& backend, const InstanceLayout& layout, int64_t /*frame*/) {
  for (int attempt = 0; attempt < kTries; ++attempt) {
    // Invalidating gives the last frame's memory to draws that still use it, so that mapping does not wait.
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    void* const memory = glMapBufferRange(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes_),
                                          GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (!memory) {
      throw RunError("OpenGL cannot map " + std::to_string(bytes_) +
                     " bytes of boids for drawing: use fewer boids.");
    }
    Mapped mapped{buffer_};
    write_into(static_cast<float*>(memory), backend, layout);
    if (mapped.unmap()) return;
  }
  throw RunError("OpenGL lost the boids that were written for drawing, twice: draw with another driver");
}

void HostCopyWriter::write_into(float* memory, Backend<float>& backend, const InstanceLayout& layout) {
  float* const numbers = layout.numbers ? memory + *layout.numbers : nullptr;
  if (!layout.by_id) {
    backend.write_instances(memory);
    if (numbers) backend.write_column(layout.column, numbers);
    return;
  }
  backend.save(state_);
  if (numbers) {
    std::fill_n(numbers, state_.count(), 0.0f);
    if (layout.column == DrawnColumn::kCustomState)
      std::ranges::copy(state_.columns.custom_states[0], numbers);
    else
      std::ranges::copy(state_.columns.species, numbers);
  }
  const auto row = static_cast<size_t>(state_.dimensions);
  for (size_t at = 0; at < state_.position.size(); at += row) {
    memory = std::copy_n(&state_.position[at], row, memory);
    memory = std::copy_n(&state_.velocity[at], row, memory);
  }
}

}  // namespace murmur
