// Trails that fade and follow the camera, and glow that adds up: measured on pictures of single boids.
#include <gtest/gtest.h>

#include <cmath>

#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/scene/scene.h"
#include "support/still_flock.h"

namespace murmur {
namespace {

constexpr int kWidth = 400, kHeight = 300;

class Effects : public testing::Test {
 protected:
  Effects() {
    scenario.world.size = {400, 300};
    scenario.rules.separation_radius = 40;
    camera = Camera(scenario.world.size);
    camera.resize(kWidth, kHeight);
    camera.fit();
    settings.look.colour.word = ColourBy::kOne;
  }

  Image draw(double moment, const std::vector<float>& instances) {
    StillFlock flock(scenario.dimensions(), instances);
    scene.boids().update(flock, scenario.dimensions());
    settings.step = moment;
    target.bind();
    scene.draw(camera, scenario, settings);
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    EXPECT_EQ(viewport[2], kWidth) << "as it was";
    return target.read();
  }
  int light(const Image& image, std::vector<double> place) {
    const auto at = *camera.pixel_of(place);
    const uint8_t* p = image.at(static_cast<int>(at[0]), static_cast<int>(at[1]));
    return p[0] + p[1] + p[2];
  }

  Offscreen context;  // before the scene
  Scene scene;
  PictureSettings settings;
  RenderTarget target{kWidth, kHeight, 4};
  Scenario scenario;
  Camera camera{{1, 1}};
  const std::vector<float> here{100, 150, 1, 0}, there{300, 150, 1, 0};
};

TEST_F(Effects, TrailsFadeToAThirdInTheirLife) {
  const int sky = light(draw(0, there), {100, 150});
  settings.look.trails = 10;
  const int boid = light(draw(0, here), {100, 150}) - sky;
  EXPECT_GT(boid, 500);
  EXPECT_NEAR(light(draw(10, there), {100, 150}) - sky, boid / std::exp(1.0), 8);
  EXPECT_NEAR(light(draw(10, there), {100, 150}) - sky, boid / std::exp(1.0), 8) << "the same moment again";
  EXPECT_NEAR(light(draw(20, there), {100, 150}) - sky, boid / std::exp(2.0), 8);
  EXPECT_NEAR(light(draw(20, there), {300, 150}) - sky, boid, 8) << "a boid covers its trail";
  EXPECT_EQ(light(draw(5, there), {100, 150}), sky) << "back in time there is none";
  settings.look.trails = 0;
  EXPECT_EQ(light(draw(6, here), {300, 150}), sky);
}

TEST_F(Effects, TrailsAreDarkOnPaper) {
  settings.look.background.word = Background::kLight;
  settings.look.trails = 10;
  const int paper = light(draw(0, here), {200, 50});
  const int trail = light(draw(5, there), {100, 150});
  EXPECT_LT(trail, paper - 200);
  EXPECT_GT(trail, light(draw(5, there), {300, 150}));
}

TEST_F(Effects, TrailsMoveWithThePicture) {
  const int sky = light(draw(0, there), {100, 150});
  settings.look.trails = 10;
  draw(0, here);
  camera.zoom(1.2, 300, 220);
  camera.pan(20, -10);
  const Image image = draw(1, there);
  EXPECT_GT(light(image, {100, 150}), sky + 300);
  EXPECT_LT(light(image, {130, 150}), sky + 60) << "and there only";
}

TEST_F(Effects, TrailsIn3DBeginAnewWhereTheCameraMoves) {
  scenario.world.size = {300, 300, 300};
  camera = Camera(scenario.world.size);
  camera.resize(kWidth, kHeight);
  camera.fit();
  settings.look.trails = 10;
  const std::vector<float> first{150, 150, 150, 1, 0, 0}, second{20, 20, 20, 1, 0, 0};
  const int boid = light(draw(0, first), {150, 150, 150});
  EXPECT_GT(light(draw(1, second), {150, 150, 150}), boid / 2);
  camera.zoom(1.2, 0.5 * kWidth, 0.5 * kHeight);  // the place stays in the middle, at another distance
  EXPECT_LT(light(draw(2, second), {150, 150, 150}), 120);
}

TEST_F(Effects, GlowAddsUpInCrowds) {
  std::vector<float> crowd;
  for (int k = 0; k < 25; ++k)
    crowd.insert(crowd.end(),
                 {290 + static_cast<float>(5 * (k % 5)), 140 + static_cast<float>(5 * (k / 5)), 1, 0});
  std::vector<float> all = crowd;
  all.insert(all.end(), here.begin(), here.end());
  scenario.rules.separation_radius = 10;
  const auto beside = [&](double x) { return light(draw(0, all), {x, 166}); };
  const int dark = beside(300);
  EXPECT_EQ(beside(100), dark);
  settings.look.glow = true;
  EXPECT_GT(beside(300), dark + 20);
  EXPECT_GT(beside(300) - dark, 3 * (beside(100) - dark));
  EXPECT_EQ(light(draw(0, all), {200, 50}), dark) << "not far away";
  const int paper_dark = [&] {
    settings.look.background.word = Background::kLight;
    return light(draw(0, all), {300, 166});
  }();
  EXPECT_LT(paper_dark, light(draw(0, all), {200, 50}) - 20) << "on paper a shadow";
}

}  // namespace
}  // namespace murmur
