// Each call with which CUDA and OpenGL share a buffer fails once: the boids are copied through the host from
// then on, which is said once, and the picture is the same.
#include <glad/gl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include <cuda_gl_interop.h>

#include "device/device.h"
#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/scene/best_writer.h"
#include "render/scene/scene.h"
#include "sim/backends/cuda.h"
#include "sim/run/simulation.h"
#include "sim/scenario/source.h"
#include "sim/util/errors.h"
#include "support/by_opengl.h"

namespace murmur {
namespace {

using simulated::Device;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class InteropFaults : public testing::Test {
 protected:
  const ByOpenGl by_opengl_;
  InteropFaults() {
    begin();
    copied_.boids().set_writer(std::make_unique<HostCopyWriter>());
  }
  ~InteropFaults() override { Device::instance().repair(); }

  void begin() {
    ScenarioOverrides overrides;
    overrides.boids = 300;
    simulation_ = std::make_unique<Simulation<float>>(ScenarioSource::from_preset("murmuration", overrides),
                                                      make_cuda({}));
  }

  std::vector<uint8_t> picture(Scene& scene) {
    const RenderTarget target(320, 240, 1);
    Camera camera(simulation_->scenario().world.size);
    camera.resize(target.width(), target.height());
    camera.fit();
    scene.boids().update(simulation_->backend(), simulation_->scenario().dimensions());
    target.bind();
    scene.draw(camera, simulation_->scenario());
    return target.read().rgb;
  }

  /// The messages while some frames are drawn, each equal to the host copy's.
  std::vector<std::string> messages(bool first_at_start = false) {
    std::vector<std::string> sentences;
    Scene scene;
    scene.boids().set_writer(
        std::make_unique<BestWriter>([&](const std::string& sentence) { sentences.push_back(sentence); }));
    for (int frame = 0; frame < 4; ++frame) {
      if (frame > 0 || !first_at_start) simulation_->advance();
      EXPECT_EQ(picture(scene), picture(copied_)) << "frame " << frame;
    }
    return sentences;
  }

  Offscreen context_{0};
  std::unique_ptr<Simulation<float>> simulation_;
  Scene copied_;
};

TEST_F(InteropFaults, NothingIsSaidWithoutOne) { EXPECT_THAT(messages(), IsEmpty()); }

TEST_F(InteropFaults, OpenGlOnAnotherDevice) {
  Device::instance().fail("cudaGLGetDevices", 1, cudaErrorNoDevice);
  EXPECT_THAT(messages(), ElementsAre(AllOf(HasSubstr("boids are copied through the host"),
                                            HasSubstr("OpenGL does not draw on CUDA device 0"))));
}

TEST_F(InteropFaults, TheFlocksDeviceIsAskedNotTheFirst) {
  Device::instance().set_machine(
      {.devices = 2, .faults = {{0, "cudaGLGetDevices", cudaErrorDevicesUnavailable}}});
  const auto second = make_cuda({.device = 1});
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);  // as on a thread that has not used CUDA yet
  std::string why;
  EXPECT_NE(make_interop_writer(*second, &why), nullptr) << why;
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
}

TEST_F(InteropFaults, ABufferIsMappedInTheThreadOfItsContextAlone) {
  GLuint name = 0;
  glCreateBuffers(1, &name);
  glNamedBufferStorage(name, 64, nullptr, 0);
  cudaGraphicsResource_t buffer = nullptr;
  ASSERT_EQ(cudaGraphicsGLRegisterBuffer(&buffer, name, cudaGraphicsRegisterFlagsWriteDiscard), cudaSuccess);
  const auto elsewhere = [&](const std::function<cudaError_t()>& call) {
    cudaError_t error = cudaSuccess;
    std::thread([&] { error = call(); }).join();
    return error;
  };
  const auto map = [&] { return cudaGraphicsMapResources(1, &buffer, nullptr); };
  const auto unmap = [&] { return cudaGraphicsUnmapResources(1, &buffer, nullptr); };
  const auto forget = [&] { return cudaGraphicsUnregisterResource(buffer); };
  EXPECT_EQ(elsewhere(map), cudaErrorInvalidGraphicsContext);
  EXPECT_EQ(map(), cudaSuccess);
  EXPECT_EQ(elsewhere(unmap), cudaErrorInvalidGraphicsContext);
  EXPECT_EQ(unmap(), cudaSuccess);
  EXPECT_EQ(elsewhere(forget), cudaErrorInvalidGraphicsContext);
  EXPECT_EQ(forget(), cudaSuccess);
  glDeleteBuffers(1, &name);
}

TEST_F(InteropFaults, SharingFailsAtFirstOrLater) {
  const std::pair<const char*, const char*> calls[] = {
      {"cudaGraphicsGLRegisterBuffer", "registering OpenGL's buffer"},
      {"cudaGraphicsMapResources", "mapping OpenGL's buffer"},
      {"cudaGraphicsResourceGetMappedPointer", "finding OpenGL's buffer"},
      {"cudaGraphicsUnmapResources", "giving OpenGL's buffer back"}};
  for (const auto& [call, sentence] : calls) {
    for (const int64_t time : {1, 3}) {
      if (time > 1 && sentence == calls[0].second) continue;  // registered once
      Device::instance().fail(call, time, cudaErrorUnknown);
      EXPECT_THAT(messages(),
                  ElementsAre(AllOf(HasSubstr("boids are copied through the host"), HasSubstr(sentence))))
          << call << " at call " << time;
    }
  }
}

/// The flock is sorted for the first time. What a sort leaves that does not end is no harm to the next one.
TEST_F(InteropFaults, TheMemoryIsFullInTheFirstPicture) {
  for (const char* call : {"cudaMalloc", "cudaMemsetAsync"}) {
    for (int64_t time = 1; time <= 6; ++time) {
      begin();
      Device::instance().fail(call, time, cudaErrorMemoryAllocation);
      try {
        messages(true);
      } catch (const RunError&) {  // the copy has no memory either
      }
      Device::instance().fail("nothing", 1, cudaSuccess);
      picture(copied_);
      EXPECT_EQ(Device::instance().finding(), "") << call << " at call " << time;
    }
  }
}

}  // namespace
}  // namespace murmur
