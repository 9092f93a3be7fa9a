// The writer for drawing boids: the CUDA writer if the backend is cuda and OpenGL runs on the same device, otherwise
// the copy through the host. Follows a change of backend, and reports once why boids are copied through the host.
#pragma once

#include <functional>
#include <memory>

#include "render/scene/host_copy_writer.h"

namespace murmur {

class BestWriter final : public InstanceWriter {
 public:
  /// `report`: called with one sentence if a cuda backend cannot write into OpenGL's memory; may be empty.
  explicit BestWriter(std::function<void(const std::string&)> report = {}) : report_(std::move(report)) {}

  std::string name() const override { return interop_ ? interop_->name() : copy_.name(); }
  bool needs_host_mapping(Backend<float>& backend) override;
  void attach(uint32_t gl_buffer, size_t bytes) override;
  void detach() noexcept override;
  void write(Backend<float>& backend, const InstanceLayout& layout, int64_t frame) override;
  bool queues() const override { return interop_ && interop_->queues(); }
  double map_ms() const override { return interop_ ? interop_->map_ms() : 0.0; }
  std::optional<FrameTime> take_time(bool wait) override;

 private:
  void choose(Backend<float>& backend);
  void attach_interop();
  void fall_back(const std::string& why);

  std::function<void(const std::string&)> report_;
  std::unique_ptr<InstanceWriter> interop_;
  HostCopyWriter copy_;
  const Backend<float>* chosen_for_ = nullptr;
  std::string chosen_for_name_;
  uint32_t buffer_ = 0;
  size_t bytes_ = 0;
};

}  // namespace murmur
