// The instance writer for every backend: maps the OpenGL buffer, and lets the backend write into it.
#pragma once

#include "sim/backends/instance_writer.h"

namespace murmur {

class HostCopyWriter final : public InstanceWriter {
 public:
  std::string name() const override { return "host copy"; }
  bool needs_host_mapping(Backend<float>&) override { return true; }
  void attach(uint32_t gl_buffer, size_t bytes) override;
  void detach() noexcept override;
  void write(Backend<float>& backend, const InstanceLayout& layout, int64_t frame) override;

 private:
  void write_into(float* memory, Backend<float>& backend, const InstanceLayout& layout);

  State<float> state_;  // last state, for boids in the order of ids
  uint32_t buffer_ = 0;
  size_t bytes_ = 0;
};

}  // namespace murmur
