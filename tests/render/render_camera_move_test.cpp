// Cameras that move by themselves: around the world, with the flock at a lag, and as from a seat; functions of step and flock.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "render/scene/camera_move.h"
#include "support/still_flock.h"

namespace murmur {
namespace {

class CameraMoves : public testing::Test {
 protected:
  CameraMoves() {
    scenario.world.size = {200, 200, 100};
    scenario.world.boundary = Boundary::kOpen;
    scenario.rules.time_step = 0.5;
  }

  /// Boids at the corners of a box of this half side around a place, which all fly alike.
  StillFlock box(const std::vector<float>& middle, float half, const std::vector<float>& velocity) const {
    std::vector<float> boids;
    const size_t axes = middle.size();
    for (unsigned corner = 0; corner < 8; ++corner) {
      for (size_t k = 0; k < axes; ++k) {
        const auto size = static_cast<float>(scenario.world.size[k]);
        const float at = middle[k] + ((corner >> k & 1u) ? half : -half);
        boids.push_back(scenario.world.repeats() ? at - size * std::floor(at / size) : at);
      }
      boids.insert(boids.end(), velocity.begin(), velocity.end());
    }
    return {static_cast<int>(axes), boids};
  }

  Camera seen(CameraMove kind, StillFlock flock, double step = 100.0) const {
    Camera camera(scenario.world.size);
    camera.resize(640, 360);
    camera.fit();
    camera.set_move(camera_move(kind, step, flock, scenario));
    return camera;
  }

  static void expect_in_the_middle(const Camera& camera, const std::vector<double>& place) {
    const auto at = camera.pixel_of(place).value();
    EXPECT_NEAR(at[0], 320.0, 0.01);
    EXPECT_NEAR(at[1], 180.0, 0.01);
  }

  static void expect_near(const std::vector<double>& a, const std::vector<double>& b) {
    for (size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-6);
  }

  Scenario scenario;
};

TEST_F(CameraMoves, AnOrbitIsATurnIn2400Steps) {
  const StillFlock flock = box({50, 50, 50}, 5, {1, 0, 0});
  const auto still = seen(CameraMove::kStill, flock).eye();
  EXPECT_EQ(seen(CameraMove::kOrbit, flock, 0).eye(), still);
  EXPECT_EQ(seen(CameraMove::kOrbit, flock, 2400).eye(), still);
  const auto quarter = seen(CameraMove::kOrbit, flock, 600).eye();
  EXPECT_NEAR(quarter[0] - 100, -(still[1] - 100), 1e-3);
  EXPECT_NEAR(quarter[1] - 100, still[0] - 100, 1e-3);
  EXPECT_EQ(quarter[2], still[2]);
}

TEST_F(CameraMoves, FollowIsTwentyStepsBehind) {
  expect_in_the_middle(seen(CameraMove::kFollow, box({60, 70, 30}, 5, {0, 0, 0})), {60, 70, 30});
  const Camera behind = seen(CameraMove::kFollow, box({60, 70, 30}, 5, {0.2f, -0.1f, 0.05f}));
  expect_in_the_middle(behind, {60 - 2, 70 + 1, 30 - 0.5});
  // Half of the step is still to be shown: so are the boids.
  const Camera half = seen(CameraMove::kFollow, box({60, 70, 30}, 5, {0.2f, -0.1f, 0.05f}), 99.5);
  expect_in_the_middle(half, {60 - 2.05, 70 + 1.025, 30 - 0.5125});
}

TEST_F(CameraMoves, FollowIsNearerToASmallFlockAndNotFartherThanTheWorldNeeds) {
  const auto high = [&](float half) {
    const Camera camera = seen(CameraMove::kFollow, box({100, 100, 50}, half, {0, 0, 0}));
    return camera.pixel_of({100, 100, 50 + double{half}}).value()[1] -
           camera.pixel_of({100, 100, 50 - double{half}}).value()[1];
  };
  EXPECT_NEAR(high(5), high(10), 1.0) << "pixels";
  const StillFlock wide = box({100, 100, 50}, 500, {0, 0, 0});
  EXPECT_EQ(seen(CameraMove::kFollow, wide).world_to_clip(), seen(CameraMove::kStill, wide).world_to_clip());
}

TEST_F(CameraMoves, AFlockOverConnectedBordersHasOneMiddle) {
  for (const bool wrapped : {false, true}) {  // the rules may see across them or not
    scenario.world.boundary = wrapped ? Boundary::kOpen : Boundary::kWrap;
    scenario.world.metric = wrapped ? Metric::kWrapped : Metric::kPlain;
    StillFlock flock = box({198, 100, 50}, 5, {0, 0, 0});
    const auto at = camera_move(CameraMove::kFollow, 0, flock, scenario).at.value();
    EXPECT_NEAR(at[0], 198, 1e-4);
    EXPECT_NEAR(at[1], 100, 1e-4);
  }
  scenario.world.size = {200, 100};  // 2D has the same
  expect_in_the_middle(seen(CameraMove::kFollow, box({60, 70}, 5, {0.2f, 0})), {58, 70});
}

/// 20 steps behind may be farther than the picture reaches.
TEST_F(CameraMoves, AFastSmallFlockStaysInThePicture) {
  for (const std::vector<double>& world :
       {std::vector<double>{1000, 600}, std::vector<double>{1000, 600, 400}}) {
    scenario.world.size = world;
    scenario.rules.time_step = 1.0;
    for (const float speed : {4.0f, 40.0f, 4000.0f}) {
      for (const float half : {0.0f, 10.0f, 100.0f}) {
        std::vector<float> middle{500, 300, 200}, velocity{0.8f * speed, -0.6f * speed, 0.0f};
        middle.resize(world.size());
        velocity.resize(world.size());
        const Camera camera = seen(CameraMove::kFollow, box(middle, half, velocity));
        for (const float side : {-1.0f, 1.0f}) {
          const auto at =
              camera.pixel_of({500 + double{side * half}, 300 + double{side * half}, 200}).value();
          EXPECT_TRUE(at[0] > 0 && at[0] < 640 && at[1] > 0 && at[1] < 360)
              << world.size() << "D, speed " << speed << ", " << half << ": " << at[0] << ", " << at[1];
        }
      }
    }
  }
}

TEST_F(CameraMoves, FollowDoesNotDependOnWhereAWorldThatRepeatsHasItsBorders) {
  scenario.world.boundary = Boundary::kWrap;
  const auto move_of = [&](const std::vector<float>& middle, float half) {
    return camera_move(CameraMove::kFollow, 0, box(middle, half, {0.5f, 0.25f, 0}), scenario);
  };
  for (const float half : {2.0f, 20.0f, 45.0f}) {
    const Camera::Move one = move_of({60, 70, 30}, half),
                       other = move_of({60 + 200.0f / 3, 70 + 200.0f / 7, 30 + 80}, half);
    EXPECT_NEAR(one.nearer, other.nearer, 1e-5);
    constexpr std::array kBy{200.0 / 3, 200.0 / 7, 80.0};
    for (size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(std::remainder((*other.at)[k] - (*one.at)[k] - kBy[k], scenario.world.size[k]), 0.0, 1e-3)
          << half;
  }
}

TEST_F(CameraMoves, ASeatStaysOnTheGroundAndLooksAtTheFlock) {
  const Camera one = seen(CameraMove::kSeat, box({60, 70, 30}, 5, {2, 0, 0})),
               other = seen(CameraMove::kSeat, box({140, 120, 80}, 20, {0, 1, 0}));
  expect_in_the_middle(one, {40, 70, 30});
  expect_in_the_middle(other, {140, 110, 80});
  for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(one.eye()[k], other.eye()[k], 1e-3);
  EXPECT_NEAR(one.eye()[2], 2.0, 1e-3);
  EXPECT_NEAR(std::hypot(one.eye()[0] - 100, one.eye()[1] - 100), 100.0, 1e-3) << "beside the world";
  EXPECT_EQ(one.usual_pixels_per_unit(), other.usual_pixels_per_unit()) << "birds that come near are larger";
}

TEST_F(CameraMoves, TheUsersMovesAreOnTop) {
  for (const CameraMove kind : {CameraMove::kOrbit, CameraMove::kFollow, CameraMove::kSeat}) {
    Camera camera = seen(kind, box({60, 70, 30}, 5, {2, 0, 0}));
    const auto held = camera.place_at(200, 100);
    camera.zoom(1.5, 200, 100);
    if (kind != CameraMove::kSeat) expect_near(camera.place_at(200, 100), held);
    const auto before = camera.place_at(320, 180);
    camera.pan(30, 20);
    if (kind != CameraMove::kSeat) expect_near(camera.place_at(350, 200), before);
    camera.reset();
    EXPECT_EQ(camera.world_to_clip(), seen(kind, box({60, 70, 30}, 5, {2, 0, 0})).world_to_clip());
  }
}

}  // namespace
}  // namespace murmur
