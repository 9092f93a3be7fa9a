// How boids move within their flock, where the answer is known: translation, rotation, mixing, connected borders.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "sim/measure/flock_motion.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

using Point = std::array<double, 3>;

class Motion : public testing::Test {
 protected:
  /// How the flock has moved since `before`, in an open world or in one of 1,000 with connected borders.
  FlockMotion since(const std::vector<Point>& before, const std::vector<Point>& now, bool wraps = false,
                    int64_t same_ids = kAllIds) {
    const ScenarioSource source =
        scenario_of(std::string("preset = \"benchmark\"\n[world]\nsize = [1000.0, 1000.0, 1000.0]\n") +
                    (wraps ? "boundary = \"wrap\"\nmetric = \"wrapped\"\n"
                           : "boundary = \"open\"\nmetric = \"plain\"\n") +
                    "[rules]\nradius = 400.0\nseparation_radius = 1.0\n");
    ThreadPool pool(2);
    return measure_motion(state_of(before), state_of(now), source.scenario(), pool, same_ids);
  }
  static State<double> state_of(const std::vector<Point>& points) {
    State<double> state;
    state.dimensions = 3;
    for (const Point& p : points) state.position.insert(state.position.end(), p.begin(), p.end());
    state.velocity.assign(state.position.size(), 1.0);
    return state;
  }
  /// Uniform in an ellipsoid around (500, 500, 500).
  static std::vector<Point> ellipsoid() {
    std::vector<Point> points;
    for (uint32_t i = 0; i < 2000; ++i) {
      const auto x = Random(5, Stream::kPosition, i, 0).in_unit_ball<3>();
      points.push_back({500.0 + 30.0 * static_cast<double>(x[0]), 500.0 + 20.0 * static_cast<double>(x[1]),
                        500.0 + 10.0 * static_cast<double>(x[2])});
    }
    return points;
  }
  const std::vector<Point> cloud_ = ellipsoid();
};

TEST_F(Motion, ItsOwnMotionIsNoDisplacement) {
  std::vector<Point> now = cloud_;
  for (Point& p : now) p = {p[0] + 7.0, p[1] - 4.0, p[2] + 1.0};
  const FlockMotion motion = since(cloud_, now);
  EXPECT_NEAR(motion.squared_displacement, 0.0, 1e-20);
  EXPECT_DOUBLE_EQ(motion.neighbours_kept, 1.0);
  EXPECT_EQ(motion.boids, 2000);
}

TEST_F(Motion, ATurningBodyKeepsItsNeighbours) {
  std::vector<Point> now = cloud_;
  double mean[2] = {0.0, 0.0}, squares = 0.0;
  for (const Point& p : cloud_)
    for (size_t k = 0; k < 2; ++k) mean[k] += p[k] / 2000.0;
  for (Point& p :
       now) {  // by 90 degrees about the vertical: the way of a boid is sqrt(2) of its distance from the axis
    p = {mean[0] - (p[1] - mean[1]), mean[1] + (p[0] - mean[0]), p[2]};
    squares += 2.0 * (std::pow(p[0] - mean[0], 2) + std::pow(p[1] - mean[1], 2)) / 2000.0;
  }
  const FlockMotion motion = since(cloud_, now);
  EXPECT_NEAR(motion.squared_displacement, squares, 1e-9 * squares);
  EXPECT_DOUBLE_EQ(motion.neighbours_kept, 1.0);
}

/// Boids that have changed places at random keep no more neighbours than chance has, 10 of 1,999.
TEST_F(Motion, MixedBoidsKeepNone) {
  std::vector<Point> now = cloud_;
  std::rotate(now.begin(), now.begin() + 777, now.end());
  const FlockMotion motion = since(cloud_, now);
  EXPECT_NEAR(motion.neighbours_kept, 10.0 / 1999.0, 0.003);
  double squares = 0.0;
  for (size_t i = 0; i < now.size(); ++i)
    for (size_t k = 0; k < 3; ++k) squares += std::pow(now[i][k] - cloud_[i][k], 2) / 2000.0;
  EXPECT_NEAR(motion.squared_displacement, squares, 1e-9 * squares);
}

TEST_F(Motion, IsTheShorterWayAcrossConnectedBordersAndOfBoidsInBothStates) {
  std::vector<Point> before = cloud_, now = cloud_;
  for (size_t i = 0; i < now.size(); ++i) {
    before[i][0] = std::fmod(before[i][0] + 490.0, 1000.0);
    now[i][0] = std::fmod(now[i][0] + 500.0 + (i % 2 == 0 ? 0.5 : -0.5), 1000.0);
  }
  now.push_back({999.0, 500.0, 500.0});
  const FlockMotion motion = since(before, now, true);
  EXPECT_EQ(motion.boids, 2000);
  EXPECT_NEAR(motion.squared_displacement, 0.25, 1e-9);
  EXPECT_GT(motion.neighbours_kept, 0.8);
  EXPECT_LT(motion.neighbours_kept, 1.0);
}

TEST_F(Motion, AnIdThatIsUsedAgainIsAnotherBoid) {
  std::vector<Point> now = cloud_;
  for (size_t i = 1200; i < now.size(); ++i) now[i][0] += i % 2 == 0 ? 20.0 : -20.0;
  EXPECT_EQ(since(cloud_, now).boids, 2000);
  const FlockMotion motion = since(cloud_, now, false, 1200);
  EXPECT_EQ(motion.boids, 1200);
  EXPECT_DOUBLE_EQ(motion.squared_displacement, 0.0);
  EXPECT_DOUBLE_EQ(motion.neighbours_kept, 1.0);
}

TEST_F(Motion, FewBoidsLeaveValuesEmpty) {
  const std::vector<Point> few(cloud_.begin(), cloud_.begin() + 10);
  const FlockMotion motion = since(few, few);
  EXPECT_EQ(motion.boids, 10);
  EXPECT_TRUE(std::isnan(motion.squared_displacement));
  EXPECT_EQ(since({}, {}).boids, 0);
}

}  // namespace
}  // namespace murmur
