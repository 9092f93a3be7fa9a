// Drawing without a copy through the host: OpenGL's instance buffer is mapped into CUDA's memory, and a
// kernel writes the boids to it. Works in a window and in an EGL context, if OpenGL uses the same device.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include <cuda_gl_interop.h>
#include <fmt/format.h>

#include "kernels/check.h"
#include "kernels/cuda_flock.h"
#include "kernels/span_times.h"
#include "sim/backends/cuda.h"
#include "sim/backends/instance_writer.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr size_t kTimes = 8;  // most pictures whose times are pending

class InteropWriter final : public InstanceWriter {
 public:
  explicit InteropWriter(int device) : device_(device) {}
  ~InteropWriter() override { detach(); }

  std::string name() const override { return "CUDA interop"; }

  void attach(uint32_t gl_buffer, size_t bytes) override {
    detach();
    bytes_ = bytes;
    check(cudaSetDevice(device_), "taking the device");
    if (!times_) times_.emplace(kTimes);
    check(cudaGraphicsGLRegisterBuffer(&buffer_, gl_buffer, cudaGraphicsRegisterFlagsWriteDiscard),
          "registering OpenGL's buffer");
  }

  void detach() noexcept override {
    if (buffer_) {
      ignore(cudaSetDevice(device_));
      ignore(cudaGraphicsUnregisterResource(buffer_));
    }
    buffer_ = nullptr;
  }

  bool queues() const override { return true; }
  double map_ms() const override { return map_ms_; }

  void write(Backend<float>& backend, const InstanceLayout& layout, int64_t frame) override {
    auto* const cuda = dynamic_cast<DeviceInstances*>(&backend);
    if (!cuda)
      throw RunError(fmt::format(
          "backend {} cannot write into OpenGL's memory: take the host-copy writer for it", backend.name()));
    check(cudaSetDevice(device_), "taking the device");
    const cudaStream_t stream = cuda->device().stream();
    // Sorts before mapping: the sort is part of the next step, and need not wait until OpenGL has drawn.
    if (!layout.by_id) cuda->sort_for_picture();
    // Mapping waits on the device for OpenGL's draws from the buffer, unmapping for the kernel. The host should not
    // wait; map_ms() shows whether it does.
    using Clock = std::chrono::steady_clock;
    const auto map = Clock::now();
    check(cudaGraphicsMapResources(1, &buffer_, stream), "mapping OpenGL's buffer");
    const auto mapped_at = Clock::now();
    Mapped mapped{buffer_, stream};
    void* memory = nullptr;
    size_t bytes = 0;
    check(cudaGraphicsResourceGetMappedPointer(&memory, &bytes, buffer_), "finding OpenGL's buffer");
    if (bytes < bytes_)
      throw RunError(fmt::format("OpenGL's buffer has {} bytes instead of {}", bytes, bytes_));
    const bool timed = times_->can_begin();
    if (timed) times_->begin(stream, frame);
    auto* const out = static_cast<float*>(memory);
    cuda->write_instances_on_device(out, layout.numbers ? out + *layout.numbers : nullptr, layout.by_id,
                                    layout.column);
    if (timed) times_->end(stream);
    const auto unmap = Clock::now();
    check(mapped.unmap(), "giving OpenGL's buffer back");
    map_ms_ = std::chrono::duration<double, std::milli>(mapped_at - map + (Clock::now() - unmap)).count();
  }

  std::optional<FrameTime> take_time(bool wait) override {
    if (!times_) return {};
    check(cudaSetDevice(device_), "taking the device");
    const auto span = times_->take(wait);
    if (!span) return {};
    return FrameTime{span->tag, span->milliseconds};
  }

 private:
  struct Mapped {
    cudaGraphicsResource_t buffer;
    cudaStream_t stream;
    ~Mapped() { ignore(unmap()); }  // after an earlier failure
    cudaError_t unmap() {
      cudaGraphicsResource_t mapped = std::exchange(buffer, nullptr);
      return mapped ? cudaGraphicsUnmapResources(1, &mapped, stream) : cudaSuccess;
    }
  };

  int device_;
  size_t bytes_ = 0;
  double map_ms_ = 0.0;
  cudaGraphicsResource_t buffer_ = nullptr;
  std::optional<SpanTimes> times_;  // made together with the first buffer
};

/// Indices of the CUDA devices on which the current OpenGL context draws.
std::vector<int> devices_of_opengl(cudaError_t* result) {
  std::vector<int> devices(16);
  unsigned count = 0;
  *result =
      cudaGLGetDevices(&count, devices.data(), static_cast<unsigned>(devices.size()), cudaGLDeviceListAll);
  (void)cudaGetLastError();
  devices.resize(*result == cudaSuccess ? std::min<size_t>(count, devices.size()) : 0);
  return devices;
}

}  // namespace

int cuda_device_of_opengl() {
  cudaError_t result = cudaSuccess;
  const std::vector<int> devices = devices_of_opengl(&result);
  return devices.empty() ? -1 : devices.front();
}

std::unique_ptr<InstanceWriter> make_interop_writer(Backend<float>& backend, std::string* why) {
  if (why) why->clear();
  auto* const cuda = dynamic_cast<DeviceInstances*>(&backend);
  if (!cuda) return nullptr;  // no reason is needed: the boids are in host memory
  // Makes the flock's device current: a thread that has not used CUDA would begin with device 0, which may not be allowed.
  ignore(cudaSetDevice(cuda->device().index()));
  cudaError_t result = cudaSuccess;
  const std::vector<int> devices = devices_of_opengl(&result);
  if (std::find(devices.begin(), devices.end(), cuda->device().index()) != devices.end())
    return std::make_unique<InteropWriter>(cuda->device().index());
  if (why) {
    *why = fmt::format("OpenGL does not draw on CUDA device {} ({})", cuda->device().index(),
                       result == cudaSuccess ? "it draws on another device" : cudaGetErrorString(result));
  }
  return nullptr;
}

}  // namespace murmur
