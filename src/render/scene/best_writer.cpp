#include "render/scene/best_writer.h"

#include "sim/backends/cuda.h"
#include "sim/util/errors.h"

namespace murmur {

void BestWriter::attach(uint32_t gl_buffer, size_t bytes) {
  buffer_ = gl_buffer;
  bytes_ = bytes;
  copy_.attach(gl_buffer, bytes);
  attach_interop();
}

void BestWriter::detach() noexcept {
  if (interop_) interop_->detach();
  copy_.detach();
  buffer_ = 0;
}

bool BestWriter::needs_host_mapping(Backend<float>& backend) {
  if (&backend != chosen_for_ || backend.name() != chosen_for_name_) choose(backend);
  return !interop_;
}

void BestWriter::write(Backend<float>& backend, const InstanceLayout& layout, int64_t frame) {
  if (needs_host_mapping(backend)) {
    copy_.write(backend, layout, frame);
    return;
  }
  try {
    interop_->write(backend, layout, frame);
  } catch (const RunError& error) {
    interop_.reset();
    fall_back(error.what());  // the copy repeats faults of the backend
  }
}

std::optional<FrameTime> BestWriter::take_time(bool wait) {
  try {
    return interop_ ? interop_->take_time(wait) : std::nullopt;
  } catch (const RunError&) {
    return {};  // the next write() reports the fault
  }
}

void BestWriter::choose(Backend<float>& backend) {
  chosen_for_ = &backend;
  chosen_for_name_ = backend.name();
  std::string why;
  interop_ = make_interop_writer(backend, &why);
  if (!interop_ && !why.empty()) fall_back(why);
  if (buffer_) attach_interop();
}

/// Connects the buffer with CUDA. Some drivers (WSL, remote displays) claim support and then fail at the first buffer.
void BestWriter::attach_interop() {
  if (!interop_) return;
  try {
    interop_->attach(buffer_, bytes_);
  } catch (const RunError& error) {
    interop_.reset();
    fall_back(error.what());
  }
}

void BestWriter::fall_back(const std::string& why) {
  if (report_) report_("boids are copied through the host: " + why);
  report_ = {};  // reported only once
}

}  // namespace murmur
