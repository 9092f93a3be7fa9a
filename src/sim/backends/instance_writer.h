// Writes a backend's boids to the OpenGL buffer for drawing: the only interface between kernels/ and render/. The
// buffer is passed by name, so that neither side needs the other's headers. The host-copy writer (render/) serves
// every backend; a CUDA writer (kernels/) fills the buffer on the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "sim/backends/backend.h"
#include "sim/util/frame_time.h"

namespace murmur {

/// Which numbers are written to the buffer, and in which order.
struct InstanceLayout {
  bool by_id = false;  ///< true: order of ids; false: contract order
  /// Offset [floats] of one column's numbers, one for each boid in the same order; none: no column is written.
  std::optional<int64_t> numbers = {};
  DrawnColumn column = DrawnColumn::kSpecies;
};

/// Fills the buffer of instances. Call all functions in the thread whose OpenGL context is current.
class InstanceWriter {
 public:
  virtual ~InstanceWriter() = default;

  /// Name for people: "host copy" or "CUDA interop".
  virtual std::string name() const = 0;
  /// Whether the host writes this backend's boids, into a mapping of the buffer. When the answer changes, the buffer
  /// needs other flags (attach). If it changes during write(), nothing was written.
  virtual bool needs_host_mapping(Backend<float>&) { return false; }
  /// Selects the buffer of this name, with `bytes` bytes, for the following calls. @throws RunError.
  virtual void attach(uint32_t gl_buffer, size_t bytes) = 0;
  /// Forgets the buffer, which is about to be deleted or to get another size.
  virtual void detach() noexcept = 0;
  /// Fills the buffer with backend.count() instances (instance_floats in sim/backends/backend.h) and the column; the
  /// buffer must be large enough. `frame`: number that take_time() returns. @throws RunError.
  virtual void write(Backend<float>& backend, const InstanceLayout& layout, int64_t frame) = 0;
  /// Whether write() returns before the boids are in the buffer; take_time() then measures the write.
  virtual bool queues() const { return false; }
  /// Time by the host's clock to hand the buffer to the device and back, in the last write() [ms]; 0: not done.
  virtual double map_ms() const { return 0.0; }
  /// Device time of the oldest write() that is complete; each is returned once. `wait`: waits for a write to
  /// complete. @throws RunError.
  virtual std::optional<FrameTime> take_time(bool /*wait*/) { return {}; }
};

}  // namespace murmur
