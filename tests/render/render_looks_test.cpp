// What the looks beside the triangle show: the book's discs, quiver's arrows, paper, and colour by density.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "render/gl/render_target.h"
#include "render/scene/complete_look.h"
#include "render/scene/scene.h"
#include "support/by_opengl.h"
#include "support/scene_test.h"
#include "support/still_flock.h"

namespace murmur {
namespace {

constexpr int kWidth = 640, kHeight = 480;

class Looks : public SceneTest<testing::Test> {
 protected:
  Looks() {
    scenario.world.size = {640, 480};
    scenario.rules.separation_radius = 25;
    scenario.rules.max_speed = 2;
  }

  Image draw(const std::vector<float>& instances, int64_t pretended_count = 0) {
    RenderTarget target(kWidth, kHeight, 4);
    camera = Camera(scenario.world.size);
    camera.resize(kWidth, kHeight);
    camera.fit();
    StillFlock flock(scenario.dimensions(), instances);
    scene.boids().update(flock, scenario.dimensions());
    target.bind();
    settings.sized_for = pretended_count;
    scene.draw(camera, scenario, settings);
    return target.read();
  }

  /// The pixel where a world place is drawn, moved by so many pixels.
  const uint8_t* pixel(const Image& image, const std::vector<double>& place, double right = 0) {
    const auto at = *camera.pixel_of(place);
    return image.at(static_cast<int>(std::floor(at[0] + right)), static_cast<int>(std::floor(at[1])));
  }
  static bool dark(const uint8_t* p) { return p[0] + p[1] + p[2] < 150; }
  static bool red(const uint8_t* p) { return p[0] > 180 && p[1] < 90 && p[2] < 90; }
  static bool paper(const uint8_t* p) { return p[0] > 240 && p[1] > 240 && p[2] > 240; }
};

int calls = 0, vertices = 0;  // of the boids' triangles

TEST_F(Looks, EveryBoidIsDrawnOnceWithOneCall) {
  const ByOpenGl by_opengl;
  static PFNGLDRAWARRAYSINSTANCEDPROC real;
  real = glad_glDrawArraysInstanced;
  glad_glDrawArraysInstanced = [](GLenum mode, GLint first, GLsizei count, GLsizei instances) {
    real(mode, first, count, instances);
    ++calls, vertices += count * instances;
  };
  for (const size_t dimensions : {size_t{2}, size_t{3}}) {
    if (dimensions == 3) scenario.world.size.push_back(480);
    std::vector<float> instances;
    for (int k = 0; k < 33; ++k) {  // clear of each other in a row
      std::vector<float> boid{20.0f + 18.0f * static_cast<float>(k), 240.0f, 1.0f, 1.0f};
      if (dimensions == 3) boid = {boid[0], boid[1], 240.0f, 1.0f, 1.0f, 0.5f};
      instances.insert(instances.end(), boid.begin(), boid.end());
    }
    struct Case {
      BoidShape shape;
      int calls, corners;  // of triangles: heads of discs are points
    };
    for (const auto& [shape, its_calls, corners] : {Case{BoidShape::kTriangle, 1, 3},
                                                    {BoidShape::kArrow, 1, 15},
                                                    {BoidShape::kDisc, 1, 3},
                                                    {BoidShape::kDotAndHeading, 2, 9}}) {
      SCOPED_TRACE(std::to_string(dimensions) + "D, shape " + std::to_string(static_cast<int>(shape)));
      settings.look = complete_look({.draw = shape, .size = 2.5});
      calls = vertices = 0;
      const Image whole = draw(instances, 10);
      EXPECT_EQ(vertices, 64 * corners);
      EXPECT_EQ(calls, its_calls);
      // The last boid is alone in its instance.
      const uint8_t *last = pixel(whole, {20.0 + 18.0 * 32, 240.0, 240.0}),
                    *none = pixel(whole, {20.0 + 18.0 * 32, 300.0, 240.0});
      EXPECT_NE(std::vector(last, last + 3), std::vector(none, none + 3));
    }
  }
  glad_glDrawArraysInstanced = real;
}

/// Where a pixel has one sample, a boid of a few pixels has as much light wherever it is between pixels, and its middle moves with it.
TEST_F(Looks, SmallBoidsHaveSoftEdgesWithOneSample) {
  scenario.rules.separation_radius = 1;
  settings.look = complete_look({.colour = {ColourBy::kOne}});
  camera = Camera(scenario.world.size);
  camera.resize(kWidth, kHeight);
  camera.fit();
  for (const int64_t pretended : {300000, 100000, 12000}) {
    SCOPED_TRACE(pretended);
    settings.sized_for = pretended;
    double least = 1e9, most = 0.0, farthest = 0.0;
    for (int k = 0; k < 16; ++k) {
      const double place = 320.0 + k / 16.0;
      StillFlock flock(2, {static_cast<float>(place), 240.3f, 0.6f, 0.8f});
      scene.boids().update(flock, 2);
      RenderTarget target(kWidth, kHeight, 1);
      target.bind();
      scene.draw(camera, scenario, settings);
      const Image image = target.read();
      const auto at = *camera.pixel_of({place, 240.3});
      double light = 0.0, moment = 0.0;
      for (int y = -12; y <= 12; ++y) {
        for (int x = -12; x <= 12; ++x) {
          const int column = static_cast<int>(at[0]) + x, row = static_cast<int>(at[1]) + y;
          const double seen = image.at(column, row)[1] - image.at(2, 2)[1];
          light += seen;
          moment += seen * (column + 0.5);
        }
      }
      least = std::min(least, light);
      most = std::max(most, light);
      farthest = std::max(farthest, std::abs(moment / light - at[0]));
    }
    EXPECT_LT(most, 1.1 * least);
    EXPECT_LT(farthest, pretended == 12000 ? 1.0 : 0.2)
        << "[pixels]; the middle of a triangle is ahead of its boid";
  }
}

TEST_F(Looks, DiscIsTheBooks) {
  settings.look.draw = BoidShape::kDisc;
  settings.look.colour.word = ColourBy::kOne;
  settings.look.background.word = Background::kLight;
  const Image image = draw({320, 240, 2, 0, 100, 100, 0, 0});  // one at full speed to the right, one at rest
  int dark_pixels = 0, red_pixels = 0;
  for (int y = 150; y < 330; ++y) {  // around the first
    for (int x = 230; x < 410; ++x) {
      dark_pixels += dark(image.at(x, y));
      red_pixels += red(image.at(x, y));
    }
  }
  EXPECT_NEAR(dark_pixels, 3.1416 * 25, 20);  // 10 pixels across
  EXPECT_NEAR(red_pixels, 3.1416 * 4, 8);     // 4 pixels across
  EXPECT_TRUE(dark(pixel(image, {320, 240})));
  EXPECT_TRUE(red(pixel(image, {330, 240})));
  EXPECT_TRUE(paper(pixel(image, {310, 240}))) << "no head behind";
  EXPECT_TRUE(paper(pixel(image, {345, 240})));
  EXPECT_TRUE(red(pixel(image, {100, 100}))) << "at rest the head is on the body";
}

TEST_F(Looks, DiscsShrinkInACrowd) {
  settings.look.draw = BoidShape::kDisc;
  settings.look.background.word = Background::kLight;
  settings.look.colour.word = ColourBy::kOne;
  const auto dark_pixels = [&](int64_t count) {
    const Image image = draw({320, 240, 2, 0}, count);
    int sum = 0;
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) sum += dark(image.at(x, y));
    }
    return sum;
  };
  EXPECT_GT(dark_pixels(100), 5 * dark_pixels(20000));
}

/// Body and head are one point, and all heads are over all bodies, whichever comes first.
TEST_F(Looks, TinyDiscsHaveTheirHeadsInFront) {
  settings.look.draw = BoidShape::kDisc;
  settings.look.background.word = Background::kLight;
  settings.look.colour.word = ColourBy::kOne;
  const auto reds = [&](const std::vector<float>& instances) {
    const Image image = draw(instances, 60000);
    double x = 0.0, y = 0.0, all = 0.0;
    for (int row = 0; row < kHeight; ++row) {
      for (int column = 0; column < kWidth; ++column) {
        const uint8_t* const p = image.at(column, row);
        const double share = std::max(0, p[0] - std::max(p[1], p[2]) - 5) / 164.0;
        x += share * column, y += share * row, all += share;
      }
    }
    return std::array{all, x / all + 0.5 - 320.0, 240.0 - 0.5 - y / all};
  };
  draw({});
  const BoidLook look = boid_look(scenario, 60000, camera, settings);
  ASSERT_TRUE(look.disc_dots);
  const double ahead = double{look.ahead_pixels};
  const auto at_rest =
      reds({320, 240, 0, 0});  // the head is in the body's middle: Mesa 22 shifts points by half a pixel
  for (const auto& [vx, vy] : {std::pair{2.0f, 0.0f}, {0.0f, 2.0f}, {-1.2f, -1.6f}}) {
    const auto [all, x, y] = reds({320, 240, vx, vy});
    EXPECT_GT(all, 0.3) << "a head has half a pixel";
    EXPECT_LT(all, 1.7);
    EXPECT_NEAR(x - at_rest[1], ahead * double{vx} / 2.0, 0.75) << "to a pixel";
    EXPECT_NEAR(y - at_rest[2], ahead * double{vy} / 2.0, 0.75);
  }
  const float head = 320.0f + look.ahead_pixels / static_cast<float>(camera.pixels_per_unit());
  const double first = reds({head, 240, 0, 2, 320, 240, 2, 0})[0],
               last = reds({320, 240, 2, 0, head, 240, 0, 2})[0];
  EXPECT_NEAR(first, last, 0.3 * first) << "a body does not hide another's head";
}

TEST_F(Looks, ArrowsGoFromTheBoidOnAndTellSpeed) {
  settings.look.draw = BoidShape::kArrow;
  settings.look.background.word = Background::kLight;
  settings.look.colour.word = ColourBy::kOne;
  const auto length = [&](float speed, double from, double to) {
    const Image image = draw({320, 240, speed, 0});
    int sum = 0;
    for (double x = from; x < to; x += 1.0) {
      bool any = false;
      for (int row = -6; row <= 6; ++row) {
        any = any || !paper(image.at(static_cast<int>(320 + x), 240 + row));
      }
      sum += any;
    }
    return sum;
  };
  const int fast = length(2, 1, 100);
  EXPECT_NEAR(fast, 3 * 7.5 * camera.pixels_per_unit(), 3);
  EXPECT_LE(length(2, -100, -2), 0);
  EXPECT_NEAR(length(1, 1, 100), 0.75 * fast, 3);
}

TEST_F(Looks, DotAndHeadingIsTheRubyPrograms) {
  settings.look.draw = BoidShape::kDotAndHeading;
  settings.look.colour.word = ColourBy::kOne;
  settings.look.colour.colour = std::array{1.0f, 1.0f, 1.0f};
  settings.look.background.colour = std::array{0.0f, 0.0f, 0.0f};
  scenario.rules.max_speed = 40;
  scenario.rules.time_step = 0.5;
  const Image image = draw({320, 240, 40, 0, 100, 100, 0, 0});  // three moves: 60 to the right
  const auto white = [](const uint8_t* p) { return p[0] > 240 && p[1] > 240 && p[2] > 240; };
  EXPECT_TRUE(white(pixel(image, {320, 242.5})));
  EXPECT_TRUE(white(pixel(image, {317, 240})));
  EXPECT_TRUE(white(pixel(image, {100, 102})));
  EXPECT_TRUE(red(pixel(image, {350, 240})));
  EXPECT_TRUE(red(pixel(image, {378, 240})));
  const uint8_t* beyond = pixel(image, {384, 240});
  EXPECT_EQ(beyond[0] + beyond[1] + beyond[2], 0) << "on black";
  EXPECT_FALSE(red(pixel(image, {104, 100}))) << "at rest it has no line";
}

TEST_F(Looks, PerchedBoidsPointUpAndHaveTheColourOfEarth) {
  scenario.perching = Scenario::Perching{.ground = 200.0};
  scenario.rules.separation_radius = 100;  // large ones
  settings.look.colour.word = ColourBy::kOne;
  const Image image = draw({200, 200, 0, 0, 400, 230, 0, 0});  // on the ground, at rest above it
  const auto earth = [](const uint8_t* p) { return p[0] > 150 && p[0] > p[1] + 30 && p[1] > p[2] + 30; };
  EXPECT_TRUE(earth(pixel(image, {200, 215}))) << "its tip";
  EXPECT_FALSE(earth(pixel(image, {215, 202})));
  EXPECT_FALSE(earth(pixel(image, {405, 230})));
}

TEST_F(Looks, AxesHaveTicksAndNumbers) {
  // Ticks within 5 pixels of the axes, numbers within 22: the border of so small a picture has no room for them.
  const auto strokes = [&](bool axes, int from, int to) {
    settings.look.axes = axes;
    const Image image = draw({});
    const auto corner = *camera.pixel_of({0, 0}), end = *camera.pixel_of({640, 480});
    int along_x = 0, along_y = 0;
    for (int x = static_cast<int>(corner[0]) + 60; x < static_cast<int>(end[0]); ++x)
      for (int away = from; away < to; ++away)
        along_x += image.at(x, static_cast<int>(corner[1]) - away)[0] > 100;
    for (int y = static_cast<int>(end[1]); y < static_cast<int>(corner[1]) - 60; ++y)
      for (int away = from; away < to; ++away)
        along_y += image.at(static_cast<int>(corner[0]) + away, y)[0] > 100;
    return std::array{along_x, along_y};
  };
  EXPECT_EQ(strokes(false, 3, 22), (std::array{0, 0}));
  const auto ticks = strokes(true, 3, 5), numbers = strokes(true, 8, 22);
  EXPECT_GE(ticks[0], 6) << "one each 100";
  EXPECT_GE(ticks[1], 4);
  EXPECT_GT(numbers[0], 100);
  EXPECT_GT(numbers[1], 60);
}

TEST_F(Looks, DensityIsSeen) {
  settings.look.colour.word = ColourBy::kDensity;
  std::vector<float> instances{100, 100, 1, 0, 500, 240, 1, 0};
  for (int k = 0; k < 498; ++k) {  // all but one within 20 units
    const auto angle = static_cast<float>(k) * 2.4f;
    const float away = 20.0f * std::sqrt(static_cast<float>(k) / 498.0f);
    instances.insert(instances.end(), {500 + away * std::cos(angle), 240 + away * std::sin(angle), 1, 0});
  }
  const auto light = [](const uint8_t* p) { return p[0] + p[1] + p[2]; };
  const Image image = draw(instances, 2);
  const int alone = light(pixel(image, {100, 100})), crowded = light(pixel(image, {500, 240}));
  EXPECT_GT(alone, 150);
  EXPECT_GT(crowded, alone + 150);
}

TEST_F(Looks, DensityWorksIn3D) {
  scenario.world.size = {200, 200, 200};
  settings.look.colour.word = ColourBy::kDensity;
  std::vector<float> instances;
  for (int k = 0; k < 400; ++k) instances.insert(instances.end(), {100, 100, 100, 1, 0, 0});
  instances.insert(instances.end(), {10, 10, 150, 1, 0, 0});
  const Image image = draw(instances, 2);
  const auto light = [&](const std::vector<double>& place) {
    const uint8_t* p = pixel(image, place);
    return p[0] + p[1] + p[2];
  };
  EXPECT_GT(light({10, 10, 150}), 100);
  EXPECT_GT(light({100, 100, 100}), light({10, 10, 150}) + 100);
}

/// The window disables controls that change nothing, and says why.
TEST_F(Looks, KeysThatAreIdleChangeNothingAndOthersDo) {
  struct Change {
    const char* key;
    std::function<void(Look&)> make;
  };
  const Change changes[] = {{"draw", [](Look& look) { look.draw = BoidShape::kDisc; }},
                            {"palette", [](Look& look) { look.palette = Palette::kFire; }},
                            {"background", [](Look& look) { look.background.word = Background::kLight; }},
                            {"colour", [](Look& look) { look.colour.word = ColourBy::kSpeed; }}};
  std::vector<float> instances;
  for (int k = 0; k < 12; ++k) {
    const auto x = static_cast<float>(k);
    instances.insert(instances.end(), {60.0f + 40.0f * x, 200.0f + 5.0f * x, 0.1f * x, 1.0f});
  }
  const auto picture = [&](const Look& look) {
    settings.look = look;
    return draw(instances).rgb;
  };
  int idle = 0;
  for (const Surroundings surroundings : {Surroundings::kPlain, Surroundings::kDusk, Surroundings::kDay}) {
    for (const ColourBy by : {ColourBy::kHeading, ColourBy::kOne}) {
      Look look;
      look.scene = surroundings;
      look.colour.word = by;
      look = complete_look(look);
      const auto before = picture(look);
      for (const auto& [key, make] : changes) {
        Look changed = look;
        make(changed);
        const bool acts = idle_because(key, look, false).empty();
        idle += acts ? 0 : 1;
        EXPECT_EQ(picture(changed) != before, acts) << key << ", scene " << static_cast<int>(surroundings);
      }
    }
  }
  EXPECT_EQ(idle, 2 * 2 * 4 + 1);
}

}  // namespace
}  // namespace murmur
