// Pixels and places: the camera's fit, pan, zoom and orbit, and that the matrix the boids are drawn with
// agrees.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "render/scene/camera.h"

namespace murmur {
namespace {

Camera camera_of(std::vector<double> world, int width, int height) {
  Camera camera(std::move(world));
  camera.resize(width, height);
  camera.fit();
  return camera;
}

void expect_same(const std::vector<double>& a, const std::vector<double>& b, double within) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], within) << "axis " << k;
}

TEST(Camera, FitShowsTheWholeWorldInTheMiddleWithYUp) {
  const Camera camera = camera_of({640, 480}, 1280, 800);
  // Height decides: 800 pixels less 3 % twice for 480 units.
  EXPECT_DOUBLE_EQ(camera.pixels_per_unit(), 752.0 / 480.0);
  expect_same(camera.place_at(640, 400), {320, 240}, 1e-9);
  expect_same(camera.place_at(640, 24), {320, 480}, 1e-9);
  expect_same(camera.place_at(640, 776), {320, 0}, 1e-9);
}

TEST(Camera, FitShowsTheWholeBox) {
  for (const auto& world : std::vector<std::vector<double>>{{100, 100, 100}, {300, 20, 50}, {10, 20, 400}}) {
    for (const auto& [width, height] : {std::pair{1280, 800}, {500, 900}}) {
      const Camera camera = camera_of(world, width, height);
      double free = 1e9;  // between the outermost corner and the picture's edge
      for (unsigned corner = 0; corner < 8; ++corner) {
        std::vector<double> place = world;
        for (unsigned k = 0; k < 3; ++k) place[k] *= corner >> k & 1u;
        const auto pixel = camera.pixel_of(place).value();
        free = std::min({free, pixel[0], pixel[1], width - pixel[0], height - pixel[1]});
      }
      EXPECT_NEAR(free, 0.03 * std::min(width, height), 1e-6);
    }
  }
}

/// Bars of tools and text along the sides cover no part of a fitted world.
TEST(Camera, FitAvoidsTheMargins) {
  const Margins margins{.left = 90, .top = 44, .right = 0, .bottom = 50};
  for (const auto& world :
       std::vector<std::vector<double>>{{640, 480}, {100, 100}, {30, 400}, {100, 80, 60}}) {
    for (const auto& [width, height] : {std::pair{940, 800}, {700, 500}, {500, 900}}) {
      SCOPED_TRACE(testing::Message() << world[0] << " x " << world[1] << " in " << width << " x " << height);
      Camera camera = camera_of(world, width, height);
      camera.set_margins(margins);
      double left = 1e9, top = 1e9, right = 1e9, bottom = 1e9;  // free sides
      for (unsigned corner = 0; corner < 8; ++corner) {
        std::vector<double> place = world;
        for (unsigned k = 0; k < place.size(); ++k) place[k] *= corner >> k & 1u;
        const auto pixel = camera.pixel_of(place).value();
        left = std::min(left, pixel[0]), right = std::min(right, width - pixel[0]);
        top = std::min(top, pixel[1]), bottom = std::min(bottom, height - pixel[1]);
      }
      const double least = 0.03 * std::min(width, height) - 1e-6;
      EXPECT_GE(left, 90 - 1e-6);
      EXPECT_GE(right, least);
      EXPECT_GE(top, 44 - 1e-6);
      EXPECT_GE(bottom, 50 - 1e-6);
      EXPECT_TRUE(left < 91 || right < least + 1 || top < 51 || bottom < 51) << "no larger than needed";
      if (world.size() == 2 && left > 91) {
        EXPECT_NEAR(left, right, 1e-6) << "in the middle where there is room";
      }
    }
  }
}

TEST(Camera, AFittedWorldStaysFittedUntilTheUserMovesIt) {
  Camera camera = camera_of({640, 480}, 800, 600);
  camera.resize(500, 700);
  camera.set_margins({.bottom = 60});
  Camera other = camera_of({640, 480}, 500, 700);
  other.set_margins({.bottom = 60});
  EXPECT_EQ(camera.world_to_clip(), other.world_to_clip());
  camera.zoom(2.0, 250, 350);
  const auto moved = camera.world_to_clip();
  camera.set_margins({});
  EXPECT_EQ(camera.world_to_clip(), moved);
  camera.fit();
  camera.set_margins({.bottom = 60});
  EXPECT_EQ(camera.world_to_clip(), other.world_to_clip());
}

TEST(Camera, WhatIsSeenStaysWhileItIsHeldAndTheMoveComesBack) {
  for (const auto& world : std::vector<std::vector<double>>{{640, 480}, {100, 200, 300}}) {
    for (const bool seat : {false, true}) {
      Camera camera = camera_of(world, 900, 600);
      const auto fitted = camera.world_to_clip();
      const Camera::Move move{.turn = 0.4, .at = {{30.0, 40.0, 20.0}}, .nearer = 0.3, .seat = seat};
      camera.set_move(move);
      const auto moved = camera.world_to_clip();
      camera.hold(true);
      camera.set_move({});
      for (size_t k = 0; k < moved.size(); ++k) EXPECT_NEAR(camera.world_to_clip()[k], moved[k], 1e-4);
      camera.look_at({50.0, 60.0, 70.0});
      camera.hold(true);
      EXPECT_NE(camera.world_to_clip(), moved);
      camera.hold(false);
      EXPECT_EQ(camera.world_to_clip(), fitted);
      camera.set_move(move);
      EXPECT_EQ(camera.world_to_clip(), moved);
    }
  }
}

TEST(Camera, ApproachesAMoveByItsShare) {
  const Camera::Move first{.at = {{30.0, 40.0, 20.0}}, .nearer = 0.3},
      second{.at = {{50.0, 80.0, 40.0}}, .nearer = 0.5}, middle{.at = {{40.0, 60.0, 30.0}}, .nearer = 0.4};
  Camera camera = camera_of({100, 200, 300}, 900, 600), other = camera;
  camera.approach(first, 0.5);
  other.set_move(first);
  EXPECT_EQ(camera.world_to_clip(), other.world_to_clip()) << "there was no move to come from";
  camera.approach(second, 0.5);
  other.set_move(middle);
  for (size_t k = 0; k < 16; ++k) EXPECT_NEAR(camera.world_to_clip()[k], other.world_to_clip()[k], 1e-5);
  camera.approach(second, 1.0);
  other.set_move(second);
  EXPECT_EQ(camera.world_to_clip(), other.world_to_clip());
}

/// In 2D a panel over the picture covers no part of a fitted world, however wide it is beside the picture.
TEST(Camera, FitAvoidsAWidePanel) {
  Camera camera = camera_of({640, 480}, 700, 500);
  camera.set_margins({.left = 60, .right = 300});
  EXPECT_GE(camera.pixel_of({0.0, 0.0}).value()[0], 60 - 1e-6);
  EXPECT_LE(camera.pixel_of({640.0, 480.0}).value()[0], 400 + 1e-6);
}

TEST(Camera, ZoomKeepsThePlaceUnderThePointer) {
  for (const auto& world : std::vector<std::vector<double>>{{640, 480}, {100, 200, 300}}) {
    Camera camera = camera_of(world, 900, 600);
    const auto held = camera.place_at(123, 456);
    const double before = camera.pixels_per_unit();
    camera.zoom(2.5, 123, 456);
    EXPECT_NEAR(camera.pixels_per_unit(), 2.5 * before, 1e-9);
    expect_same(camera.place_at(123, 456), held, 1e-9);
  }
}

TEST(Camera, ZoomStopsBeforeTheUserIsLost) {
  Camera camera = camera_of({640, 480}, 900, 600);
  for (int k = 0; k < 500; ++k) camera.zoom(0.8, 450, 300);
  EXPECT_GE(camera.pixels_per_unit() * 800, 20 * 0.8);
  for (int k = 0; k < 500; ++k) camera.zoom(1.25, 450, 300);
  EXPECT_LE(camera.pixels_per_unit() * 800, 1.1e7);
}

TEST(Camera, PanMovesThePictureWithThePointer) {
  for (const auto& world : std::vector<std::vector<double>>{{640, 480}, {100, 200, 300}}) {
    Camera camera = camera_of(world, 900, 600);
    const auto held = camera.place_at(300, 300);
    camera.pan(40, -25);
    expect_same(camera.place_at(340, 275), held, 1e-9);
  }
}

TEST(Camera, ResizeKeepsTheMiddleAndTheShareSeen) {
  Camera camera = camera_of({640, 480}, 800, 600);
  camera.pan(10, 20);
  const auto middle = camera.place_at(400, 300);
  camera.resize(1600, 1200);
  expect_same(camera.place_at(800, 600), middle, 1e-9);
  EXPECT_NEAR(camera.pixels_per_unit(), 2 * 0.94 * 600 / 480, 1e-9);
}

TEST(Camera, OrbitTurnsAboutTheTargetAndOnlyIn3D) {
  Camera camera = camera_of({100, 100, 100}, 800, 600);
  const auto before = camera.eye();
  camera.orbit(100, 50);
  const auto after = camera.eye();
  const auto distance = [](const std::array<float, 4>& e) {
    return std::hypot(e[0] - 50, e[1] - 50, e[2] - 50);
  };
  EXPECT_GT(std::hypot(after[0] - before[0], after[1] - before[1]), 10);
  EXPECT_NEAR(distance(after), distance(before), 1e-3);
  expect_same(camera.place_at(400, 300), {50, 50, 50}, 1e-9);
  camera.orbit(0, 1e6);  // stops short of the pole
  EXPECT_LT(camera.eye()[2], 50 + distance(before));

  Camera flat = camera_of({100, 100}, 800, 600);
  flat.orbit(100, 50);
  expect_same(flat.place_at(400, 300), {50, 50}, 1e-9);
}

TEST(Camera, PlacesInThePlaneThroughTheTargetComeBackAsPixels) {
  for (const auto& world : std::vector<std::vector<double>>{{640, 480}, {100, 200, 300}}) {
    Camera camera = camera_of(world, 900, 600);
    camera.orbit(33, -12);
    camera.zoom(1.7, 100, 100);
    const auto pixel = camera.pixel_of(camera.place_at(700, 50)).value();
    EXPECT_NEAR(pixel[0], 700, 1e-6);
    EXPECT_NEAR(pixel[1], 50, 1e-6);
  }
  Camera camera = camera_of({100, 100, 100}, 900, 600);
  const auto eye = camera.eye();
  EXPECT_FALSE(camera.pixel_of({2 * double{eye[0]}, 2 * double{eye[1]}, 2 * double{eye[2]}}).has_value());
}

TEST(Camera, MatrixAgreesWithPixels) {
  for (const auto& world : std::vector<std::vector<double>>{{640, 480}, {100, 200, 300}}) {
    Camera camera = camera_of(world, 900, 600);
    camera.orbit(50, 10);
    camera.pan(30, 5);
    const auto m = camera.world_to_clip();
    std::vector<double> place{70, 90};
    if (world.size() == 3) place.push_back(250);
    std::array<double, 4> clip{};
    for (size_t row = 0; row < 4; ++row) {
      clip[row] = double{m[12 + row]};
      for (size_t k = 0; k < place.size(); ++k) clip[row] += double{m[4 * k + row]} * place[k];
    }
    const auto pixel = camera.pixel_of(place).value();
    EXPECT_NEAR((clip[0] / clip[3] + 1) * 450, pixel[0], 1e-2);
    EXPECT_NEAR((1 - clip[1] / clip[3]) * 300, pixel[1], 1e-2);
    EXPECT_LT(std::abs(clip[2]), clip[3]);  // between near and far
  }
}

}  // namespace
}  // namespace murmur
