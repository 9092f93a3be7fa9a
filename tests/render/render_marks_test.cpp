// What is in the world beside boids is seen where it is, on dark and light, in 2D and 3D, on every backend.
#include <unistd.h>

#include <gtest/gtest.h>

#include <cmath>

#include "render/gl/render_target.h"
#include "render/scene/scene.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/run/simulation.h"
#include "support/scene_test.h"
#include "support/still_flock.h"

namespace murmur {
namespace {

class MarksSeen : public SceneTest<testing::TestWithParam<bool>> {
 protected:
  MarksSeen() {
    settings.look.background.word = GetParam() ? Background::kLight : Background::kDark;
    settings.look.draw = BoidShape::kTriangle;
    flat();
  }
  Image draw(std::vector<float> instances = {}) {
    StillFlock flock(scenario.dimensions(), std::move(instances));
    return draw(flock);
  }
  Image draw(Backend<float>& flock) { return draw_whole(flock, {}); }

  const uint8_t* pixel(const Image& image, const std::vector<double>& place, double right = 0) {
    const auto at = *camera.pixel_of(place);
    return image.at(static_cast<int>(std::floor(at[0] + right)), static_cast<int>(std::floor(at[1])));
  }
  /// How far a pixel is from the background: the sum over three channels.
  int seen(const uint8_t* p) const {
    const int sky[] = {11, 13, 18}, paper[] = {250, 250, 248};
    int sum = 0;
    for (int k = 0; k < 3; ++k) sum += std::abs(p[k] - (GetParam() ? paper : sky)[k]);
    return sum;
  }
  /// The most that is seen within so many pixels of a place.
  int seen_near(const Image& image, const std::vector<double>& place, int reach = 3) {
    const auto at = *camera.pixel_of(place);
    int most = 0;
    for (int y = -reach; y <= reach; ++y) {
      for (int x = -reach; x <= reach; ++x) {
        const int column = static_cast<int>(at[0]) + x, row = static_cast<int>(at[1]) + y;
        if (column < 0 || row < 0 || column >= kSceneWidth || row >= kSceneHeight) continue;
        most = std::max(most, seen(image.at(column, row)));
      }
    }
    return most;
  }
  static bool red(const uint8_t* p) { return p[0] > 150 && p[1] < 100 && p[2] < 100; }
  static bool green(const uint8_t* p) { return p[1] > p[0] + 25 && p[1] > p[2] + 10; }
};

TEST_P(MarksSeen, NothingWhereThereIsNothing) {
  for (const bool is_deep : {false, true}) {
    is_deep ? deep() : flat();
    const Image image = draw();
    std::vector<double> place{200, 100};
    if (is_deep) place = {130, 90, 120};
    EXPECT_EQ(seen(pixel(image, place)), 0);
    EXPECT_EQ(seen(image.at(kSceneWidth - 34, kSceneHeight - 34)), 0);
  }
}

TEST_P(MarksSeen, ObstaclesAreDiscsOfTheirRadius) {
  scenario.obstacles = {{.at = {200, 300}, .radius = 60, .avoid = Avoid::kLookAhead},
                        {.at = {500, 100}, .radius = 30, .avoid = Avoid::kPush}};
  const Image image = draw();
  for (const auto& obstacle : scenario.obstacles) {
    EXPECT_GT(seen(pixel(image, obstacle.at)), 20);
    const double pixels = obstacle.radius * camera.pixels_per_unit();
    EXPECT_GT(seen(pixel(image, obstacle.at, pixels - 1.5)), 90) << "the rim";
    EXPECT_EQ(seen(pixel(image, obstacle.at, pixels + 3)), 0);
  }
}

TEST_P(MarksSeen, AnObstacleShowsAcrossAWrappedBorder) {
  scenario.obstacles = {{.at = {10, 10}, .radius = 60}};
  EXPECT_EQ(seen(pixel(draw(), {620, 470})), 0);
  scenario.world.metric = Metric::kWrapped;
  const Image image = draw();
  for (const std::vector<double>& place : {std::vector<double>{30, 30}, {620, 30}, {30, 470}, {620, 470}})
    EXPECT_GT(seen(pixel(image, place)), 20);
}

TEST_P(MarksSeen, BoidsStayVisibleOnAnObstacle) {
  scenario.obstacles = {{.at = {320, 240}, .radius = 60}};
  const Image without = draw(), with = draw({320, 240, 1, 0});
  const uint8_t *a = pixel(without, {320, 240}), *b = pixel(with, {320, 240});
  EXPECT_GT(std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]), 90);
}

TEST_P(MarksSeen, PredatorsAreRedWhereTheBackendHasThem) {
  for (const char* preset : {"murmuration", "cis565"}) {
    ScenarioOverrides overrides;
    overrides.boids = 50;
    const bool is_deep = std::string(preset) == "cis565";
    overrides.set = {
        {"predator", is_deep ? "[{at = [60.0, 90.0, 120.0]}, {}]" : "[{at = [60.0, 90.0]}, {}]"}};
    for (const auto& make : {+[] { return make_reference_float(); }, +[] { return make_cpu({}); }}) {
      Simulation<float> simulation(ScenarioSource::from_preset(preset, overrides), make());
      for (int step = 0; step < 10; ++step) simulation.advance();
      scenario = simulation.scenario();
      scenario.rules.separation_radius = 1;  // no boid hides them
      const Image image = draw(simulation.backend());
      const State<float> state = simulation.state();
      const auto d = static_cast<size_t>(state.dimensions);
      for (size_t k = 0; k < 2; ++k) {
        std::vector<double> place;
        for (size_t axis = 0; axis < d; ++axis) place.push_back(state.predator_position[k * d + axis]);
        EXPECT_TRUE(red(pixel(image, place))) << preset << " " << simulation.backend().name() << " " << k;
      }
    }
  }
}

TEST_P(MarksSeen, RingsAroundPredatorsOnlyWhereTheyAreAskedFor) {
  ScenarioOverrides overrides;
  overrides.boids = 1;
  overrides.set = {{"predator", "[{at = [160.0, 190.0], flee_radius = 60.0}]"}};
  Simulation<float> simulation(ScenarioSource::from_preset("book", overrides), make_reference_float());
  scenario = simulation.scenario();
  const std::vector<double> on_ring{160.0, 250.0};
  EXPECT_GT(seen_near(draw(simulation.backend()), on_ring), 40);
  settings.reaches = false;
  const Image image = draw(simulation.backend());
  EXPECT_LT(seen_near(image, on_ring), 10);
  EXPECT_TRUE(red(pixel(image, {160.0, 190.0}))) << "the predator itself";
}

TEST_P(MarksSeen, GoalPathAndCursorAreWhereTheyAct) {
  scenario.goal = Scenario::Goal{.path = {{100, 100}, {500, 100}, {500, 400}}, .arrive_radius = 40};
  scenario.cursor = Scenario::Cursor{.at = {250, 300}, .mode = CursorMode::kFlee, .radius = 80};
  const Image image = draw();
  for (const auto& place : scenario.goal->path) EXPECT_TRUE(green(pixel(image, place)));
  EXPECT_GT(seen_near(image, {140, 100}), 60) << "where a boid has arrived";
  EXPECT_GT(seen_near(image, {250, 100}), 60) << "the way to the second place";
  EXPECT_GT(seen_near(image, {250, 300}), 150) << "cursor";
  EXPECT_GT(seen_near(image, {250, 220}), 100) << "its reach";
  EXPECT_EQ(seen(pixel(image, {280, 300})), 0);
  scenario.cursor->mode = CursorMode::kNone;
  EXPECT_EQ(seen_near(draw(), {250, 300}), 0) << "a cursor that does nothing";
}

TEST_P(MarksSeen, BordersAndGround) {
  scenario.world.boundary = Boundary::kSoft;
  scenario.world.margin = 80;
  EXPECT_GT(seen_near(draw(), {80, 200}), 60) << "where the push begins";
  scenario.world.boundary = Boundary::kWrap;
  EXPECT_EQ(seen_near(draw(), {80, 200}), 0);
  const int plain = seen_near(draw(), {0, 200});
  scenario.world.boundary = Boundary::kBounce;
  EXPECT_GT(seen_near(draw(), {0, 200}), plain + 30) << "a wall";
  flat();
  scenario.perching = Scenario::Perching{};
  const Image image = draw();
  EXPECT_GT(seen_near(image, {200, 0}), seen_near(image, {200, 480}) + 60) << "what boids sit on";
  deep();
  scenario.perching = Scenario::Perching{};
  EXPECT_GT(seen(pixel(draw(), {120, 70, 0})), 20);
}

TEST_P(MarksSeen, TerrainIsShadedByHeight) {
  scenario.terrain =
      Scenario::Terrain{.image = "", .hill = Scenario::Hill{.at = {320, 240}, .radius = 150, .height = 40}};
  const Image image = draw();
  EXPECT_GT(seen(pixel(image, {320, 240})), 60);
  EXPECT_EQ(seen(pixel(image, {600, 240})), 0);

  // A map of two samples a side, high in the upper right corner (a picture's first row is its top).
  const std::string path = testing::TempDir() + "murmur-marks-heights-" + std::to_string(getpid()) + ".png";
  Image map{2, 2, {0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0}};
  write_png(path, map);
  if (system(("convert " + path + " -colorspace Gray -define png:color-type=0 " + path).c_str()) != 0)
    GTEST_SKIP() << "ImageMagick is not installed";
  scenario.terrain = Scenario::Terrain{.image = path, .hill = {}};
  const Image mapped = draw();
  EXPECT_GT(seen(pixel(mapped, {625, 470})), 60);
  for (const std::vector<double>& low : {std::vector<double>{10, 470}, {10, 10}, {625, 10}})
    EXPECT_LT(seen(pixel(mapped, low)), 10);
}

TEST_P(MarksSeen, WindBlowsInTheCorner) {
  scenario.wind = Scenario::Wind{.velocity = {1, 0}, .gust = {}};
  const Image image = draw();
  int left = 0, right = 0;
  for (int y = -6; y <= 6; ++y) {
    for (int x = 1; x <= 16; ++x) {
      right += seen(image.at(kSceneWidth - 34 + x, kSceneHeight - 34 + y));
      left += seen(image.at(kSceneWidth - 34 - x, kSceneHeight - 34 + y));
    }
  }
  EXPECT_GT(2 * right, 3 * left) << "the head is where it blows to";
}

TEST_P(MarksSeen, SpheresHideWhatIsBehindThemAndNotWhatIsInFront) {
  deep();
  scenario.obstacles = {{.at = {100, 100, 100}, .radius = 40, .avoid = Avoid::kLookAhead}};
  const Image image = draw();
  EXPECT_GT(seen(pixel(image, {100, 100, 100})), 60);
  EXPECT_EQ(seen(pixel(image, {100, 100, 170})), 0);
  // Along the line of sight through the centre: a boid nearer to the eye keeps its colour.
  const auto eye = camera.eye();
  const auto along = [&](float way) {
    std::vector<float> boid;
    for (size_t k = 0; k < 3; ++k) boid.push_back(100 + way * (eye[k] - 100));
    boid.insert(boid.end(), {0, 0, 1});
    return boid;
  };
  const std::vector<double> centre{100, 100, 100};
  const auto change = [&](float way, bool with_ball) {
    if (!with_ball) scenario.obstacles.clear();
    const Image with = draw(along(way)), without = draw();
    int sum = 0;
    for (int k = 0; k < 3; ++k) sum += std::abs(pixel(with, centre)[k] - pixel(without, centre)[k]);
    scenario.obstacles = {{.at = {100, 100, 100}, .radius = 40, .avoid = Avoid::kLookAhead}};
    return sum;
  };
  EXPECT_NEAR(change(0.2f, true) > 90, 1, 0);
  EXPECT_LT(change(-0.2f, true), change(-0.2f, false));
}

TEST_P(MarksSeen, MarksOfTheUserLieOverAll) {
  settings.marks = {Mark{.at = {320, 240, 0},
                         .pixels = 6,
                         .colour = {1, 0, 0, 1},
                         .shape = static_cast<float>(MarkShape::kDisc)}};
  EXPECT_TRUE(red(pixel(draw({320, 240, -1, 0}), {320, 240}))) << "over a boid of another colour";
  settings.marks = {};
  EXPECT_FALSE(red(pixel(draw(), {320, 240})));
}

TEST_P(MarksSeen, ObstaclesGoOnBeyondConnectedBorders) {
  scenario.world.size = {640, 400};  // 50 units are free above
  scenario.world.metric = Metric::kWrapped;
  scenario.obstacles = {{.at = {300, 14}, .radius = 10, .avoid = Avoid::kLookAhead}};
  EXPECT_EQ(seen(pixel(draw(), {300, 414})), 0);
  settings.copies = true;
  EXPECT_GT(seen(pixel(draw(), {300, 414})), 60);
  EXPECT_EQ(seen(pixel(draw(), {300, 440})), 0);
  scenario.obstacles[0].at = {300, 3};  // the circle crosses the border: not drawn twice
  const int across = seen(pixel(draw(), {300, 406}));
  settings.copies = false;
  EXPECT_EQ(seen(pixel(draw(), {300, 406})), across);
}

/// A large ring makes all rings arcs around their lines, which looks the same.
TEST_P(MarksSeen, RingsAreTheSameAsArcs) {
  for (const bool is_deep : {false, true}) {
    SCOPED_TRACE(is_deep ? "3D" : "2D");
    is_deep ? deep() : flat();
    const std::vector<double> middle =
        is_deep ? std::vector<double>{100, 100, 100} : std::vector<double>{320, 240};
    const auto ring = [&](float radius, float shift) {
      Mark mark{.radius = radius, .pixels = 0.8f, .colour = {0.5f, 0.6f, 1.0f, 0.8f}};
      for (size_t k = 0; k < middle.size(); ++k) mark.at[k] = static_cast<float>(middle[k]);
      mark.at[0] += shift;
      mark.shape = static_cast<float>(MarkShape::kRing);
      return mark;
    };
    const float pixel_length = is_deep ? 0.3f : 1.0f;  // about [world units]
    settings.marks = {ring(25.0f * pixel_length, 0.0f), ring(3.0f * pixel_length, 0.0f)};
    const Image squares = draw();
    EXPECT_GT(seen_near(squares, middle, 30), 90);
    settings.marks.push_back(ring(100.0f * pixel_length, 1e4f * pixel_length));  // outside the picture
    EXPECT_EQ(draw().rgb, squares.rgb);
  }
}

INSTANTIATE_TEST_SUITE_P(On, MarksSeen, testing::Bool(),
                         [](const auto& on) { return on.param ? "Light" : "Dark"; });

}  // namespace
}  // namespace murmur
