// Walls are seen where they are, in 2D and 3D, plain, at dusk and by day, and pictures without them stay as they are.
#include <gtest/gtest.h>

#include <cmath>

#include "render/gl/render_target.h"
#include "render/scene/scene.h"
#include "support/by_opengl.h"
#include "support/scene_test.h"
#include "support/still_flock.h"

namespace murmur {
namespace {

using Place = std::vector<double>;

class WallsSeen : public SceneTest<testing::TestWithParam<Surroundings>> {
 protected:
  WallsSeen() {
    settings.look.scene = GetParam();
    settings.look.draw = BoidShape::kTriangle;
    flat();
  }
  void add_line(std::vector<Place> points, bool closed = false) {
    Scenario::Wall& wall = scenario.walls.emplace_back();
    wall.points = std::move(points);
    wall.closed = closed;
  }
  void add_box(const Place& at, const Place& size) { scenario.walls.emplace_back().box = WallBox{at, size}; }

  Image draw(std::vector<float> instances = {}) {
    StillFlock flock(scenario.dimensions(), std::move(instances));
    return draw_whole(flock, settings.look);
  }
  /// How the picture differs from that without walls, at a place.
  int seen(const Image& image, const Place& place) {
    const std::vector<Scenario::Wall> walls = std::exchange(scenario.walls, {});
    const Image without = draw();
    scenario.walls = walls;
    const auto at = *camera.pixel_of(place);
    return difference(image.at(static_cast<int>(at[0]), static_cast<int>(at[1])),
                      without.at(static_cast<int>(at[0]), static_cast<int>(at[1])));
  }
  static int difference(const uint8_t* a, const uint8_t* b) {
    int sum = 0;
    for (int k = 0; k < 3; ++k) sum += std::abs(a[k] - b[k]);
    return sum;
  }
};

TEST_P(WallsSeen, APictureWithoutWallsIsTheSameAfterOneWithThem) {
  for (const bool is_deep : {false, true}) {
    is_deep ? deep() : flat();
    const std::vector<float> boid =
        is_deep ? std::vector<float>{60, 60, 60, 1, 0, 0} : std::vector<float>{60, 60, 1, 0};
    const Image before = draw(boid);
    if (is_deep)
      add_box({20, 20, 20}, {90, 90, 90});
    else
      add_line({{20, 20}, {300, 200}});
    EXPECT_NE(draw(boid).rgb, before.rgb);
    scenario.walls.clear();
    EXPECT_EQ(draw(boid).rgb, before.rgb);
  }
}

TEST_P(WallsSeen, ALineIsWhereItIs) {
  add_line({{100, 100}, {300, 100}, {300, 300}});
  const Image image = draw();
  for (const Place& on : {Place{100, 100}, {200, 100}, {300, 100}, {300, 200}, {300, 299}})
    EXPECT_GT(seen(image, on), 60) << on[0] << ", " << on[1];
  for (const Place& off : {Place{200, 106}, {94, 100}, {200, 200}, {306, 200}, {300, 306}})
    EXPECT_EQ(seen(image, off), 0) << off[0] << ", " << off[1];
}

TEST_P(WallsSeen, AClosedOutlineIsFilledUnlessBoidsAreInside) {
  add_line({{100, 100}, {300, 100}, {300, 300}, {100, 300}}, true);
  const Image filled = draw();
  const int area = seen(filled, {200, 200});
  EXPECT_GT(area, 15);
  EXPECT_GT(seen(filled, {100, 200}), area + 30) << "its line";
  EXPECT_EQ(seen(filled, {310, 200}), 0);
  scenario.walls[0].side = WallSide::kInside;
  const Image open = draw();
  EXPECT_EQ(seen(open, {200, 200}), 0);
  EXPECT_GT(seen(open, {100, 200}), 60);
}

TEST_P(WallsSeen, AWallThatChangesIsDrawnAnew) {
  add_line({{100, 100}, {300, 100}});
  draw();
  scenario.walls[0].points[1] = {100, 300};
  const Image image = draw();
  EXPECT_EQ(seen(image, {200, 100}), 0);
  EXPECT_GT(seen(image, {100, 200}), 60);
}

TEST_P(WallsSeen, WallsGoOnBeyondConnectedBorders) {
  scenario.world.size = {640, 400};  // 50 units are free above
  add_line({{100, 10}, {300, 10}});
  EXPECT_EQ(seen(draw(), {200, 410}), 0);
  settings.copies = true;
  EXPECT_GT(seen(draw(), {200, 410}), 60);
}

TEST_P(WallsSeen, BoidsInsideASurfaceAreSeenThroughIt) {
  deep();
  const std::vector<float> boid{100, 100, 100, 1, 0, 0};
  add_box({50, 50, 50}, {100, 100, 100});
  const Image empty = draw(), with = draw(boid);
  EXPECT_GT(seen(empty, {100, 100, 100}), 20) << "the surface";
  EXPECT_EQ(seen(empty, {100, 100, 195}), 0);
  const auto at = *camera.pixel_of({100, 100, 100});
  const int x = static_cast<int>(at[0]), y = static_cast<int>(at[1]);
  EXPECT_GT(difference(empty.at(x, y), with.at(x, y)), 40) << "the boid";
}

/// A camera that follows a flock in 3D shows each boid where it is nearest to the middle, and the walls there too.
TEST_P(WallsSeen, InSpaceWallsGoOnAroundTheMiddleOfThePicture) {
  deep();
  add_box({5, 5, 5}, {20, 190, 20});
  settings.copies = true;
  const auto place_seen = [&](const Place& place, const Place& middle) {
    const auto picture = [&] {
      StillFlock flock(3, {});
      const RenderTarget target(kSceneWidth, kSceneHeight, 4);
      camera = Camera(scenario.world.size);
      camera.resize(kSceneWidth, kSceneHeight);
      camera.fit();
      camera.look_at(middle);
      scene.update(flock, scenario, settings.look);
      target.bind();
      scene.draw(camera, scenario, settings);
      return target.read();
    };
    const Image with = picture();
    const auto walls = std::exchange(scenario.walls, {});
    const Image without = picture();
    scenario.walls = walls;
    const auto at = *camera.pixel_of(place);
    const int x = static_cast<int>(at[0]), y = static_cast<int>(at[1]);
    return difference(with.at(x, y), without.at(x, y));
  };
  EXPECT_GT(place_seen({15, 100, 15}, {100, 100, 100}), 10);
  EXPECT_EQ(place_seen({215, 100, 15}, {100, 100, 100}), 0);
  EXPECT_GT(place_seen({215, 100, 15}, {200, 100, 100}), 10);
}

/// Nearer to the eye than the surface it keeps its colour; birds have no depths.
TEST_P(WallsSeen, ASurfaceDoesNotCoverBoidsBeforeIt) {
  if (GetParam() != Surroundings::kPlain) return;
  const ByOpenGl by_opengl;
  deep();
  add_box({80, 80, 80}, {40, 40, 40});
  draw();
  const auto eye = camera.eye();
  std::vector<float> boid;
  for (size_t k = 0; k < 3; ++k) boid.push_back(100 + 0.35f * (eye[k] - 100));
  boid.insert(boid.end(), {0, 0, 1});
  const Image with = draw(boid);
  scenario.walls.clear();
  const Image without = draw(boid);
  const auto at = *camera.pixel_of({100, 100, 100});
  EXPECT_EQ(difference(with.at(static_cast<int>(at[0]), static_cast<int>(at[1])),
                       without.at(static_cast<int>(at[0]), static_cast<int>(at[1]))),
            0);
}

INSTANTIATE_TEST_SUITE_P(In, WallsSeen,
                         testing::Values(Surroundings::kPlain, Surroundings::kDusk, Surroundings::kDay),
                         [](const auto& in) {
                           return in.param == Surroundings::kPlain  ? "Plain"
                                  : in.param == Surroundings::kDusk ? "Dusk"
                                                                    : "Day";
                         });

}  // namespace
}  // namespace murmur
