// What the pictures show: triangles that point where the boids fly, at the right place, in colours that tell
// headings apart, also for eyes without red, green or blue cones.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/scene/scene.h"
#include "support/by_opengl.h"
#include "support/still_flock.h"

namespace murmur {
namespace {

using Colour = std::array<double, 3>;
constexpr double kTau = 2.0 * std::numbers::pi;

Scenario scenario_of(std::vector<double> world, double separation_radius) {
  Scenario scenario;
  scenario.world.size = std::move(world);
  scenario.rules.separation_radius = separation_radius;
  return scenario;
}

struct Shape {
  double x = 0, y = 0;      // centroid [pixels]
  double along_tip = 0;     // extent ahead of a given middle along a direction [pixels]
  double along_tail = 0;    // and behind it
  double third_moment = 0;  // along the direction; its sign is that of the longer, thinner end
  int pixels = 0;
  Colour colour{};  // of the brightest pixel, 0..1
};

class Pictures : public testing::Test {
 protected:
  Image draw(const Scenario& scenario, const std::vector<float>& instances, int width, int height,
             ColourBy by = ColourBy::kHeading) {
    Scene scene;
    PictureSettings settings;
    settings.look.colour.word = by;
    settings.look.draw = drawn_as;
    settings.look.background.word = Background::kDark;  // discs and arrows are on paper otherwise
    RenderTarget target(width, height, 4);
    camera = Camera(scenario.world.size);
    camera.resize(width, height);
    camera.fit();
    if (!look_at.empty()) camera.look_at(look_at);
    StillFlock flock(scenario.dimensions(), instances);
    scene.boids().update(flock, scenario.dimensions());
    target.bind();
    settings.back = back;
    settings.copies = copies;
    scene.draw(camera, scenario, settings);
    return target.read();
  }

  /// Everything clearly lighter than sky and border, measured along (dx, dy) [pixels, y down] from (x, y).
  static Shape measure(const Image& image, double x, double y, double dx, double dy) {
    Shape shape;
    double sum_x = 0, sum_y = 0, brightest = 0;
    std::vector<double> along;
    for (int row = 0; row < image.height; ++row) {
      for (int column = 0; column < image.width; ++column) {
        const uint8_t* pixel = image.at(column, row);
        const double light = pixel[0] + pixel[1] + pixel[2];
        if (light < 240) continue;
        ++shape.pixels;
        sum_x += column + 0.5;
        sum_y += row + 0.5;
        along.push_back((column + 0.5 - x) * dx + (row + 0.5 - y) * dy);
        if (light > brightest) {
          brightest = light;
          shape.colour = {pixel[0] / 255.0, pixel[1] / 255.0, pixel[2] / 255.0};
        }
      }
    }
    if (!shape.pixels) return shape;
    shape.x = sum_x / shape.pixels;
    shape.y = sum_y / shape.pixels;
    const double middle = (shape.x - x) * dx + (shape.y - y) * dy;
    for (double a : along) {
      shape.along_tip = std::max(shape.along_tip, a);
      shape.along_tail = std::max(shape.along_tail, -a);
      shape.third_moment += std::pow(a - middle, 3);
    }
    return shape;
  }

  Offscreen context;
  Camera camera{{1.0, 1.0}};
  double back = 0.0;
  bool copies = false;
  BoidShape drawn_as = BoidShape::kTriangle;
  std::vector<double> look_at;  // empty: at the world's middle
};

TEST_F(Pictures, TrianglesPointWhereTheyFlyIn2D) {
  const Scenario scenario = scenario_of({200, 100}, 40);  // size 12 units
  for (int k = 0; k < 8; ++k) {
    SCOPED_TRACE(k);
    const double angle = kTau * k / 8;
    const float vx = static_cast<float>(2 * std::cos(angle)), vy = static_cast<float>(2 * std::sin(angle));
    const Image image = draw(scenario, {60, 40, vx, vy}, 640, 400);
    const auto pixel = camera.pixel_of({60, 40}).value();
    const double size = 12 * camera.pixels_per_unit();
    // World y points up, rows count down.
    const Shape shape = measure(image, pixel[0], pixel[1], std::cos(angle), -std::sin(angle));
    EXPECT_NEAR(shape.along_tip, size, 2.5);
    EXPECT_NEAR(shape.along_tail, 0.4 * size, 2.0);
    EXPECT_GT(shape.third_moment, 0);
    EXPECT_NEAR(shape.pixels, 0.419 * size * size, 0.12 * size * size);
    // The triangle's own centroid lies a third of the way from its base to its tip.
    EXPECT_NEAR(shape.x, pixel[0] + (1 - 0.8011) / 3 * size * std::cos(angle), 1.0);
    EXPECT_NEAR(shape.y, pixel[1] - (1 - 0.8011) / 3 * size * std::sin(angle), 1.0);
  }
}

TEST_F(Pictures, TrianglesPointWhereTheyFlyIn3D) {
  const Scenario scenario = scenario_of({100, 100, 100}, 50);
  for (const auto& v : std::vector<std::array<double, 3>>{{1, 0, 0},
                                                          {-1, 0, 0},
                                                          {0, 1, 0},
                                                          {0, -1, 0},
                                                          {0, 0, 1},
                                                          {0, 0, -1},
                                                          {0.5, 0.5, 0.7},
                                                          {-0.6, -0.5, -0.3}}) {
    SCOPED_TRACE(testing::PrintToString(v));
    const Image image = draw(
        scenario, {50, 50, 50, static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])},
        960, 720);
    const auto middle = camera.pixel_of({50, 50, 50}).value();
    const auto ahead = camera.pixel_of({50 + v[0], 50 + v[1], 50 + v[2]}).value();
    const double length = std::hypot(ahead[0] - middle[0], ahead[1] - middle[1]);
    const Shape shape = measure(image, middle[0], middle[1], (ahead[0] - middle[0]) / length,
                                (ahead[1] - middle[1]) / length);
    EXPECT_GT(shape.pixels, 60);
    EXPECT_GT(shape.along_tip, 1.5 * shape.along_tail);
    EXPECT_GT(shape.third_moment, 0);
  }
}

TEST_F(Pictures, NearerBoidsHideFartherOnesIn3D) {
  const Scenario scenario = scenario_of({100, 100, 100}, 50);
  const auto eye_of = [&] {
    Camera c({100, 100, 100});
    c.resize(200, 200);
    c.fit();
    return c.eye();
  }();
  std::array<float, 3> towards{};
  for (size_t k = 0; k < 3; ++k) towards[k] = (eye_of[k] - 50) * 0.1f;
  const std::vector<float> far_one{50, 50, 50, 0, 0, 1};
  const std::vector<float> near_one{50 + towards[0], 50 + towards[1], 50 + towards[2], 1, 0, 0};
  std::vector<float> near_last = far_one, near_first = near_one;
  near_last.insert(near_last.end(), near_one.begin(), near_one.end());
  near_first.insert(near_first.end(), far_one.begin(), far_one.end());
  EXPECT_EQ(draw(scenario, near_last, 200, 200).rgb, draw(scenario, near_first, 200, 200).rgb);
}

TEST_F(Pictures, ARestingBoidAndAnEmptySkyAreDrawn) {
  const Scenario scenario = scenario_of({100, 100}, 50);
  EXPECT_GT(measure(draw(scenario, {50, 50, 0, 0}, 200, 200), 0, 0, 1, 0).pixels, 20);
  const Image empty = draw(scenario, {}, 200, 200);
  EXPECT_EQ(measure(empty, 0, 0, 1, 0).pixels, 0);
  EXPECT_EQ(std::vector<uint8_t>(empty.at(100, 100), empty.at(100, 100) + 3),
            (std::vector<uint8_t>{11, 13, 18}));
}

TEST_F(Pictures, TinyBoidsKeepALeastSize) {
  const Scenario scenario = scenario_of({1e5, 1e5}, 10);
  const Shape shape = measure(draw(scenario, {5e4f, 5e4f, 1, 0}, 400, 400), 200, 200, 1, 0);
  EXPECT_GE(shape.pixels, 4);
  EXPECT_NEAR(shape.x, 200, 3);
}

TEST_F(Pictures, SpeedAndOneColourAreShown) {
  Scenario scenario = scenario_of({100, 100}, 50);
  scenario.rules.max_speed = 2;
  const auto light = [&](float speed, ColourBy by) {
    const Colour c = measure(draw(scenario, {50, 50, speed, 0}, 200, 200, by), 0, 0, 1, 0).colour;
    return c[0] + c[1] + c[2];
  };
  EXPECT_GT(light(2.0f, ColourBy::kSpeed), light(0.2f, ColourBy::kSpeed) + 0.4);
  EXPECT_DOUBLE_EQ(light(2.0f, ColourBy::kOne), light(0.2f, ColourBy::kOne));
}

Colour times(const std::array<Colour, 3>& m, const Colour& x) {
  Colour r{};
  for (size_t i = 0; i < 3; ++i) {
    for (size_t k = 0; k < 3; ++k) r[i] += m[i][k] * x[k];
    r[i] = std::clamp(r[i], 0.0, 1.0);
  }
  return r;
}

Colour linear(const Colour& srgb) {
  Colour r{};
  for (size_t k = 0; k < 3; ++k)
    r[k] = srgb[k] <= 0.04045 ? srgb[k] / 12.92 : std::pow((srgb[k] + 0.055) / 1.055, 2.4);
  return r;
}

Colour oklab(const Colour& rgb) {
  const double l = std::cbrt(0.4122214708 * rgb[0] + 0.5363325363 * rgb[1] + 0.0514459929 * rgb[2]);
  const double m = std::cbrt(0.2119034982 * rgb[0] + 0.6806995451 * rgb[1] + 0.1073969566 * rgb[2]);
  const double s = std::cbrt(0.0883024619 * rgb[0] + 0.2817188376 * rgb[1] + 0.6299787005 * rgb[2]);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double apart(const Colour& a, const Colour& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

// Simulated with the matrices of Machado, Oliveira & Fernandes (2009), severity 1.
TEST_F(Pictures, OppositeHeadingsDifferForEveryEye) {
  const std::array<std::array<Colour, 3>, 4> eyes{{
      {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
      {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
      {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
      {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
  }};
  const Scenario scenario = scenario_of({100, 100}, 50);
  constexpr size_t kHeadings = 12;
  std::array<Colour, kHeadings> colours;
  for (size_t k = 0; k < kHeadings; ++k) {
    const double angle = kTau * static_cast<double>(k) / kHeadings;
    const Image image =
        draw(scenario, {50, 50, static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))},
             200, 200);
    colours[k] = measure(image, 0, 0, 1, 0).colour;
  }
  for (const auto& eye : eyes) {
    for (size_t k = 0; k < kHeadings; ++k) {
      const Colour here = oklab(times(eye, linear(colours[k])));
      EXPECT_GT(apart(here, oklab(times(eye, linear(colours[(k + kHeadings / 2) % kHeadings])))), 0.1) << k;
      EXPECT_GT(here[0], 0.55) << k;  // well above the sky's 0.16
      EXPECT_LT(here[0], 0.92) << k;
    }
  }
  for (size_t k = 0; k < kHeadings; ++k) {  // cyclic: no seam
    EXPECT_LT(apart(oklab(linear(colours[k])), oklab(linear(colours[(k + 1) % kHeadings]))), 0.13) << k;
  }
}

TEST_F(Pictures, SlowMotionMovesBoidsBackAlongTheirVelocities) {
  Scenario scenario = scenario_of({200, 100}, 20);
  const std::vector<float> boid{60, 40, 16, -8};
  const Shape now = measure(draw(scenario, boid, 640, 400), 0, 0, 1, 0);
  back = 0.75;
  const Shape before = measure(draw(scenario, boid, 640, 400), 0, 0, 1, 0);
  EXPECT_NEAR(before.x, now.x - 12 * camera.pixels_per_unit(), 0.7);
  EXPECT_NEAR(before.y, now.y - 6 * camera.pixels_per_unit(), 0.7);  // rows count down
  scenario.rules.time_step = 0.25;
  EXPECT_NEAR(measure(draw(scenario, boid, 640, 400), 0, 0, 1, 0).x, now.x - 3 * camera.pixels_per_unit(),
              0.7);
  scenario.rules.time_step = 1.0;
  // Across a connected border it comes from the other side.
  scenario.world.metric = Metric::kWrapped;
  const Shape across = measure(draw(scenario, {5, 40, 16, 0}, 640, 400), 0, 0, 1, 0);
  EXPECT_NEAR(across.x, camera.pixel_of({193, 40}).value()[0], 4.0);
}

TEST_F(Pictures, CopiesAreDrawnBeyondConnectedBorders) {
  Scenario scenario = scenario_of({200, 100}, 20);
  scenario.world.metric = Metric::kWrapped;
  const std::vector<float> boid{199, 50, 1, 0};
  EXPECT_GT(measure(draw(scenario, boid, 640, 400), 0, 0, 1, 0).x, 500);
  copies = true;
  const Image image = draw(scenario, boid, 640, 400);
  const auto copy = camera.pixel_of({-1, 50}).value();
  const uint8_t* pixel = image.at(static_cast<int>(copy[0]), static_cast<int>(copy[1]));
  EXPECT_GT(pixel[0] + pixel[1] + pixel[2], 240);
  scenario.world.metric = Metric::kPlain;
  scenario.world.boundary = Boundary::kOpen;
  EXPECT_GT(measure(draw(scenario, boid, 640, 400), 0, 0, 1, 0).x, 500);
}

TEST_F(Pictures, In3DBoidsAreDrawnWhereTheyAreNearestToTheMiddle) {
  Scenario scenario = scenario_of({100, 100, 100}, 20);
  scenario.world.metric = Metric::kWrapped;
  look_at = {70, 50, 50};
  const std::vector<float> boid{15, 50, 50, 1, 0, 0};
  const auto lit = [&](const Image& image, const std::vector<double>& place) {
    const auto at = camera.pixel_of(place).value();
    const uint8_t* pixel = image.at(static_cast<int>(at[0]), static_cast<int>(at[1]));
    return pixel[0] + pixel[1] + pixel[2] > 150;  // a far one is paler
  };
  const Image without = draw(scenario, boid, 640, 480);
  EXPECT_TRUE(lit(without, {15, 50, 50}));
  EXPECT_FALSE(lit(without, {115, 50, 50}));
  copies = true;
  const Image with = draw(scenario, boid, 640, 480);
  EXPECT_TRUE(lit(with, {115, 50, 50}));
  EXPECT_FALSE(lit(with, {15, 50, 50})) << "once";
  scenario.world.metric = Metric::kPlain;
  scenario.world.boundary = Boundary::kOpen;
  EXPECT_TRUE(lit(draw(scenario, boid, 640, 480), {15, 50, 50}));
}

/// Brightness above and below the middle of a boid that flies across the picture in 3D.
TEST_F(Pictures, BoidsIn3DAreLitFromAbove) {
  const ByOpenGl by_opengl;  // the program's own triangles have one shade each
  const Scenario scenario = scenario_of({100, 100, 100}, 100);
  for (const BoidShape of : {BoidShape::kTriangle, BoidShape::kArrow, BoidShape::kDisc}) {
    SCOPED_TRACE(static_cast<int>(of));
    drawn_as = of;
    Camera usual({100, 100, 100});
    const auto eye = usual.eye();
    const float x = eye[0] - 50, y = eye[1] - 50, length = std::hypot(x, y);
    const Image image = draw(scenario, {50, 50, 50, -y / length, x / length, 0}, 640, 480, ColourBy::kOne);
    const auto middle = camera.pixel_of({50, 50, 50}).value();
    double above = 0.0, below = 0.0;
    int pixels_above = 0, pixels_below = 0;
    for (int row = 0; row < image.height; ++row) {
      for (int column = 0; column < image.width; ++column) {
        const uint8_t* p = image.at(column, row);
        if (p[0] + p[1] + p[2] < 240 || p[0] > 2 * p[1]) continue;  // sky, the disc's head
        const bool up = row < middle[1];
        (up ? above : below) += p[0] + p[1] + p[2];
        ++(up ? pixels_above : pixels_below);
      }
    }
    ASSERT_GT(pixels_above, 20);
    ASSERT_GT(pixels_below, 20);
    EXPECT_GT(above / pixels_above, 1.1 * below / pixels_below);
  }
}

}  // namespace
}  // namespace murmur
