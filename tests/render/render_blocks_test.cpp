// Boids far outside a picture are left out in blocks where no GPU draws, and the picture is the same.
#include <gtest/gtest.h>

#include <cmath>

#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/scene/boid_blocks.h"
#include "render/scene/host_copy_writer.h"
#include "render/scene/scene.h"
#include "support/by_opengl.h"
#include "support/still_flock.h"

namespace murmur {
namespace {

constexpr double kWorld = 100.0;

/// Sorted by cells, as backends write them: in 2D 10 rows of 80 cells with 32 boids each.
std::vector<float> in_cells(int dimensions, int64_t count) {
  std::vector<float> instances;
  uint32_t random = 1;
  const auto share = [&] {
    return static_cast<float>((random = random * 1664525u + 1013904223u) >> 8) / 16777216.0f;
  };
  for (int64_t k = 0; k < count; ++k) {
    const int64_t cell = k / 32;
    // In 3D the rows are in layers.
    const int64_t across = dimensions == 2 ? 80 : 20, up = dimensions == 2 ? 10 : 4;
    const auto place = [&](int64_t index, int64_t of) {
      return static_cast<float>(kWorld) / static_cast<float>(of) * (static_cast<float>(index) + share());
    };
    const float at[] = {place(cell % across, across), place(cell / across % up, up),
                        place(cell / (across * up), 10)};
    for (int axis = 0; axis < dimensions; ++axis) instances.push_back(at[axis]);
    for (int axis = 0; axis < dimensions; ++axis) instances.push_back(share() - 0.5f);
  }
  return instances;
}

/// As a device's writer: the host may not map the buffer, so that nothing is known of the boids.
class CopyingWriter final : public InstanceWriter {
 public:
  std::string name() const override { return "copy"; }
  void attach(uint32_t gl_buffer, size_t) override { buffer_ = gl_buffer; }
  void detach() noexcept override {}
  void write(Backend<float>& backend, const InstanceLayout&, int64_t) override {
    std::vector<float> instances(static_cast<size_t>(backend.count() * instance_floats(dimensions)));
    backend.write_instances(instances.data());
    const auto bytes = static_cast<GLsizeiptr>(instances.size() * sizeof(float));
    GLuint from = 0;
    glCreateBuffers(1, &from);
    glNamedBufferStorage(from, bytes, instances.data(), 0);
    glCopyNamedBufferSubData(from, buffer_, 0, 0, bytes);
    glDeleteBuffers(1, &from);
  }
  int dimensions = 2;

 private:
  GLuint buffer_ = 0;
};

class Blocks : public testing::Test {
 protected:
  Image picture(Scene& scene, const Camera& camera, const Scenario& scenario,
                const PictureSettings& settings) {
    RenderTarget target(camera.width(), camera.height(), 4);
    target.bind();
    scene.draw(camera, scenario, settings);
    return target.read();
  }
  /// Of a picture that begins.
  int64_t drawn(Scene& scene, const Camera& camera, const Scenario& scenario,
                const PictureSettings& settings) {
    RenderTarget target(camera.width(), camera.height(), 4);
    target.bind();
    scene.begin(camera, scenario, settings);
    int64_t sum = 0;
    for (int64_t at = 0; at < scene.boids().count();) {
      const auto [first, count] = scene.boids().next(at, 1000);
      EXPECT_LE(count, 1000);
      sum += count;
      at = first + count;
    }
    return sum;
  }
  Offscreen context_;
};

TEST_F(Blocks, LeaveThePictureAsItIs) {
  const ByOpenGl by_opengl;
  for (const int dimensions : {2, 3}) {
    StillFlock flock(dimensions, in_cells(dimensions, 25600));
    Scenario scenario;
    scenario.world.size.assign(static_cast<size_t>(dimensions), kWorld);
    scenario.world.metric = Metric::kWrapped;
    Scene by_host, by_device;
    by_host.boids().set_writer(std::make_unique<HostCopyWriter>());
    auto writer = std::make_unique<CopyingWriter>();
    writer->dimensions = dimensions;
    by_device.boids().set_writer(std::move(writer));
    by_host.boids().update(flock, dimensions);
    by_device.boids().update(flock, dimensions);
    int64_t left_out = 0;
    for (const BoidShape shape :
         {BoidShape::kTriangle, BoidShape::kArrow, BoidShape::kDisc, BoidShape::kDotAndHeading}) {
      for (const double radius : {0.2, 2.0, 40.0}) {
        for (const double zoom : {2.0, 6.0, 20.0}) {
          scenario.rules.separation_radius = radius;
          PictureSettings settings{.copies = zoom < 10.0};
          settings.look.draw = shape;
          Camera camera(scenario.world.size);
          camera.resize(120, 80);
          camera.fit();
          camera.zoom(zoom, 30.0, 25.0);
          EXPECT_EQ(picture(by_host, camera, scenario, settings).rgb,
                    picture(by_device, camera, scenario, settings).rgb)
              << dimensions << "D, shape " << static_cast<int>(shape) << ", r = " << radius << ", zoom "
              << zoom;
          EXPECT_EQ(drawn(by_device, camera, scenario, settings), flock.count());
          left_out += flock.count() - drawn(by_host, camera, scenario, settings);
        }
      }
    }
    EXPECT_GT(left_out, (dimensions == 2 ? 16 : 1) * flock.count());
  }
}

TEST_F(Blocks, AllAreDrawnWhereTheWorldIsSeen) {
  StillFlock flock(2, in_cells(2, 25600));
  Scenario scenario;
  scenario.world.size.assign(2, kWorld);
  Scene scene;
  scene.boids().set_writer(std::make_unique<HostCopyWriter>());
  scene.boids().update(flock, 2);
  Camera camera(scenario.world.size);
  camera.resize(120, 80);
  camera.fit();
  EXPECT_EQ(drawn(scene, camera, scenario, {}), flock.count());
}

TEST(BoidBlocks, GiveRangesOfWhatIsNearThePicture) {
  Camera camera({kWorld, kWorld});
  camera.resize(100, 100);
  camera.look_at({25.0, 5.0});
  camera.zoom(10.0 / camera.pixels_per_unit(), 50.0,
              50.0);  // 10 x 10 of the world, and 1.75 times as much to look at
  const std::vector<float> instances = in_cells(2, 25600);
  BoidBlocks blocks;
  blocks.measure(instances.data(), 25600, 2);
  blocks.choose(camera, {{}}, 0.1f);
  // Blocks of 256 boids are 8 cells, 10 long. Of the first row those from 10 to 40 are near, and of the second row also.
  const auto first = blocks.next(0, 100000), second = blocks.next(first.first + first.count, 100000);
  EXPECT_EQ(first.first, 256);
  EXPECT_EQ(first.count, 3 * 256);
  EXPECT_EQ(second.first, 2560 + 256);
  EXPECT_EQ(second.count, 3 * 256);
  EXPECT_EQ(blocks.next(300, 100).first, 300);
  EXPECT_EQ(blocks.next(300, 100).count, 100);
  EXPECT_EQ(blocks.next(5000, 100000).first, 25600);
  EXPECT_EQ(blocks.next(5000, 100000).count, 0);
}

}  // namespace
}  // namespace murmur
