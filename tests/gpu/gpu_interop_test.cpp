// Boids that a kernel writes into OpenGL's memory look like those copied through the host, to the last pixel;
// drawn without a display. On a GPU, or, smaller, on the simulated device. Skipped, with the reason, where
// OpenGL and CUDA are not on the same device.
#include <vector>

#include <gtest/gtest.h>

#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/scene/host_copy_writer.h"
#include "render/scene/scene.h"
#include "sim/backends/cuda.h"
#include "sim/run/simulation.h"
#include "sim/util/errors.h"
#include "sim/util/statistics.h"
#include "support/by_opengl.h"
#include "support/device_share.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

Image picture(Scene& scene, Simulation<float>& simulation, Surroundings surroundings, int64_t frame = 0) {
  const RenderTarget target(640, 480, 1);
  Camera camera(simulation.scenario().world.size);
  camera.resize(target.width(), target.height());
  camera.fit();
  scene.update(simulation.backend(), simulation.scenario(), {.scene = surroundings}, frame);
  target.bind();
  scene.draw(camera, simulation.scenario(),
             {.look = {.scene = surroundings}, .step = static_cast<double>(simulation.step_number())});
  return target.read();
}

TEST(Interop, DrawsWhatTheHostCopyDraws) {
  const ByOpenGl by_opengl;
  std::string why;
  if (cuda_devices(&why).empty()) GTEST_SKIP() << why;
  std::unique_ptr<Offscreen> context;
  try {
    context = std::make_unique<Offscreen>(0);
  } catch (const RunError& error) {
    GTEST_SKIP() << error.what();
  }
  for (const char* scenario : {"preset = \"murmuration\"\n", "preset = \"cis565\"\n",
                               "preset = \"murmuration\"\n[[species]]\n[[species]]\n",
                               "preset = \"cis565\"\n[[species]]\n[[species]]\n[[species]]\n"}) {
    ScenarioOverrides overrides;
    overrides.boids = on_device(20000, 500);
    Simulation<float> simulation(scenario_of(scenario, overrides), make_cuda({}));
    auto writer = make_interop_writer(simulation.backend(), &why);
    if (!writer) GTEST_SKIP() << why << "; OpenGL is " << context->description();
    Scene mapped, copied;
    mapped.boids().set_writer(std::move(writer));
    copied.boids().set_writer(std::make_unique<HostCopyWriter>());
    std::vector<double> sorted, by_id, steps;  // [ms]
    for (int64_t frame = 0; frame < on_device(20, 12); ++frame) {
      if (frame == 10) {  // the buffer has to grow
        Event event;
        event.kind = EventKind::kAdd;
        event.at = std::vector<double>(simulation.scenario().world.size.size(), 20.0);
        event.count = on_device(20000, 500);
        simulation.post(event);
      }
      simulation.advance();
      // Birds come by id, others in contract order.
      const Surroundings scene = frame % 2 == 0 ? Surroundings::kPlain : Surroundings::kDay;
      const Image a = picture(mapped, simulation, scene, frame), b = picture(copied, simulation, scene);
      ASSERT_EQ(a.rgb, b.rgb) << scenario << ", frame " << frame << ", OpenGL is " << context->description();
      const auto written = mapped.boids().writer().take_time(true);
      EXPECT_GT(mapped.boids().writer().map_ms(), 0.0);
      ASSERT_TRUE(written);
      EXPECT_EQ(written->frame, frame);
      EXPECT_GT(written->ms, 0.0);
      (scene == Surroundings::kPlain ? sorted : by_id).push_back(written->ms);
      simulation.advance();
      steps.push_back(simulation.backend().last_step_times().total);
    }
    // The time of a write does not have the sort before it, which is longer. One that waited for the host may be longer, too.
    EXPECT_LT(summarise(sorted).median, 3.0 * summarise(by_id).median);
    EXPECT_LT(summarise(sorted).median, summarise(steps).median);
    EXPECT_FALSE(mapped.boids().writer().take_time(false)) << "each time comes once";
  }
}

}  // namespace
}  // namespace murmur
