// Writes a backend's boids to the OpenGL buffer for drawing: the only interface between kernels/ and render/.
// It uses only the name of the buffer, so that neither side needs the other's headers. The host-copy writer
// (render/) serves every backend; a CUDA writer (kernels/) fills the buffer on the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "sim/backends/backend.h"
#include "sim/util/frame_time.h"

namespace murmur {

/// What is written.
struct InstanceLayout {
  bool by_id = false;  ///< order of ids; otherwise contract order
  /// Floats before the numbers of a column, which are one float each in the same order; none: they are not written.
  std::optional<int64_t> numbers = {};
  DrawnColumn column = DrawnColumn::kSpecies;
};

/// All calls come from the thread whose OpenGL context is current.
class InstanceWriter {
 public:
  virtual ~InstanceWriter() = default;

  /// "host copy" | "CUDA interop": for people.
  virtual std::string name() const = 0;
  /// Whether the host writes this backend's boids, into a mapping of the buffer. Another answer than before needs a buffer
  /// with other flags (attach). If it changes during write(), nothing was written.
  virtual bool needs_host_mapping(Backend<float>&) { return false; }
  /// Selects the buffer of this name, with `bytes` bytes, for the following calls. @throws RunError.
  virtual void attach(uint32_t gl_buffer, size_t bytes) = 0;
  /// The buffer is about to be deleted or to get another size.
  virtual void detach() noexcept = 0;
  /// Fills the buffer with backend.count() instances (instance_floats in sim/backends/backend.h), and their species; they fit.
  /// `frame`: for take_time(). @throws RunError.
  virtual void write(Backend<float>& backend, const InstanceLayout& layout, int64_t frame) = 0;
  /// write() returns before the boids are in the buffer, and take_time() has what it took.
  virtual bool queues() const { return false; }
  /// What the host's clock says of handing the buffer to the device and back, in the last write(); 0: that is not done [ms].
  virtual double map_ms() const { return 0.0; }
  /// What the device took for the oldest write() that it has passed; of each once. `wait`: until it has. @throws RunError.
  virtual std::optional<FrameTime> take_time(bool /*wait*/) { return {}; }
};

}  // namespace murmur
