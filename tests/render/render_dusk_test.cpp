// Birds at dusk: the light that passes them does not depend on their order and is that of a plain computation in double
// precision; wings beat and glide; the number of calls; pictures repeat byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/scene/boid_look.h"
#include "render/scene/scene.h"
#include "support/still_flock.h"

namespace murmur {
namespace {

constexpr int kWidth = 320, kHeight = 240;
using Boid = std::array<float, 6>;  // position, velocity

class DuskPictures : public testing::Test {
 protected:
  DuskPictures() {
    scenario.world.size = {100, 100, 100};
    scenario.rules.separation_radius = 2;
    settings.look.scene = Surroundings::kDusk;
  }

  Image draw(const std::vector<Boid>& flock, int64_t batch = 1 << 20) {
    std::vector<float> instances;
    for (const Boid& boid : flock) {
      if (scenario.dimensions() == 3) {
        instances.insert(instances.end(), boid.begin(), boid.end());
      } else {
        instances.insert(instances.end(), {boid[0], boid[1], boid[3], boid[4]});
      }
    }
    RenderTarget target(kWidth, kHeight, 4);
    camera = Camera(scenario.world.size);
    camera.set_low(true);
    camera.resize(kWidth, kHeight);
    camera.fit();
    StillFlock still(scenario.dimensions(), instances);
    scene.boids().update(still, scenario.dimensions());
    target.bind();
    scene.begin(camera, scenario, settings);
    while (!scene.go_on(batch)) {
    }
    return target.read();
  }

  /// A ball of boids in the upper half, from a fixed sequence.
  static std::vector<Boid> ball(int count, float radius) {
    uint32_t bits = 1;
    const auto next = [&] {
      bits = bits * 1664525u + 1013904223u;
      return static_cast<float>(bits >> 8) / 8388608.0f - 1.0f;
    };
    std::vector<Boid> flock;
    while (flock.size() < static_cast<size_t>(count)) {
      const float x = next(), y = next(), z = next();
      if (x * x + y * y + z * z > 1.0f) continue;
      flock.push_back({50 + radius * x, 50 + radius * y, 60 + radius * z, next(), next(), next()});
    }
    return flock;
  }

  Offscreen context;  // before the scene
  Scene scene;
  PictureSettings settings;
  Scenario scenario;
  Camera camera{{1, 1}};
};

TEST_F(DuskPictures, AnyOrderAndAnyBatchesGiveTheSameBytes) {
  for (const bool flat : {false, true}) {
    if (flat) scenario.world.size = {100, 100};
    for (const int64_t sized_for : {200, 100000}) {  // birds with wings, dots
      settings.sized_for = sized_for;
      // So many dots that sums which are rounded would show in some pixels.
      std::vector<Boid> flock = ball(sized_for == 200 ? 3000 : 100000, 20);
      const Image first = draw(flock);
      EXPECT_EQ(first.rgb, draw(flock, 97).rgb);
      std::reverse(flock.begin(), flock.end());
      EXPECT_EQ(first.rgb, draw(flock).rgb);
      std::rotate(flock.begin(), flock.begin() + 1234, flock.end());
      EXPECT_EQ(first.rgb, draw(flock, 5000).rgb);
      EXPECT_NE(first.rgb, draw({}).rgb);
    }
  }
}

/// Each dot takes its share of the light of the four pixels around it; shares multiply.
TEST_F(DuskPictures, TheLightThatPassesIsThatOfAPlainComputation) {
  const std::vector<Boid> flock = ball(40000, 18);
  const Image sky = draw({}), seen = draw(flock);
  const BoidLook look =
      boid_look(scenario, static_cast<int64_t>(flock.size()), camera.pixels_per_unit(), settings);
  const auto matrix = camera.world_to_clip();
  const auto haze = camera.haze();
  std::vector<double> light(static_cast<size_t>(kWidth * kHeight), 1.0);
  double widest = 0.0;
  for (const Boid& boid : flock) {
    const auto at = camera.pixel_of({boid[0], boid[1], boid[2]}).value();
    double away = double{matrix[15]};
    for (size_t k = 0; k < 3; ++k) away += double{matrix[4 * k + 3]} * double{boid[k]};
    const double wide = double{*look.bird_span} / (camera.units_per_pixel() * away);
    widest = std::max(widest, wide);
    const double part = std::clamp((away - double{haze[0]}) / (double{haze[1]} - double{haze[0]}), 0.0, 1.0);
    const double taken =
        0.97 * (1.0 - 0.6 * part * part * (3.0 - 2.0 * part)) * std::min(0.12 * wide * wide, 1.0);
    const int left = static_cast<int>(std::floor(at[0] - 0.5)),
              top = static_cast<int>(std::floor(at[1] - 0.5));
    for (int y = top; y <= top + 1; ++y) {
      for (int x = left; x <= left + 1; ++x) {
        if (x < 0 || x >= kWidth || y < 0 || y >= kHeight) continue;
        const double share = (1.0 - std::abs(x + 0.5 - at[0])) * (1.0 - std::abs(y + 0.5 - at[1]));
        light[static_cast<size_t>(y * kWidth + x)] *= 1.0 - taken * share;
      }
    }
  }
  ASSERT_LT(widest, 3.0) << "dots";
  const std::array bird{0.105, 0.086, 0.108};
  double most = 0.0, darkest = 1.0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const double passes = light[static_cast<size_t>(y * kWidth + x)];
      darkest = std::min(darkest, passes);
      for (size_t k = 0; k < 3; ++k) {
        const double wanted = passes * sky.at(x, y)[k] + (1.0 - passes) * 255.0 * bird[k];
        most = std::max(most, std::abs(wanted - seen.at(x, y)[k]));
      }
    }
  }
  EXPECT_LE(most, 2.0);
  EXPECT_LT(darkest, 0.2) << "many in line";
}

int calls = 0, points = 0;

TEST_F(DuskPictures, AreThreeCalls) {
  static PFNGLDRAWARRAYSPROC real;
  real = glad_glDrawArrays;
  glad_glDrawArrays = [](GLenum mode, GLint first, GLsizei count) {
    ++calls;
    if (mode == GL_POINTS) points += count;
    real(mode, first, count);
  };
  draw(ball(300, 20));  // makes what is made once
  calls = points = 0;
  draw(ball(300, 20));
  EXPECT_EQ(calls, 3) << "sky, birds, birds over the sky";
  EXPECT_EQ(points, 300);
  settings.look.scene = Surroundings::kPlain;
  settings.sized_for = 1000000;
  draw(ball(300, 20));
  calls = 0;
  draw(ball(300, 20));
  EXPECT_EQ(calls, 2) << "plain: border and boids";
  glad_glDrawArrays = real;
}

TEST_F(DuskPictures, WingsBeatWhereABirdClimbsAndRestWhereItSinks) {
  settings.sized_for = 20;
  const auto at_step = [&](double step, float climb) {
    settings.step = step;
    return draw({{50, 50, 60, 1, 0.3f, climb}}).rgb;
  };
  EXPECT_NE(at_step(1, 0.5f), at_step(3, 0.5f));
  EXPECT_EQ(at_step(1, 0.5f), at_step(1, 0.5f));
  EXPECT_EQ(at_step(1, -1.0f), at_step(3, -1.0f)) << "it glides";
}

TEST(DuskCamera, LooksFromTheGroundUntilItIsTurned) {
  Camera camera({100, 100, 100});
  camera.resize(640, 360);
  camera.fit();
  const auto usual = camera.world_to_clip();
  camera.set_low(true);
  EXPECT_LT(camera.eye()[2], 10.0f) << "below the flock";
  camera.set_low(false);
  EXPECT_EQ(camera.world_to_clip(), usual);
  camera.orbit(10, 10);
  const auto turned = camera.world_to_clip();
  camera.set_low(true);
  EXPECT_EQ(camera.world_to_clip(), turned);
}

}  // namespace
}  // namespace murmur
