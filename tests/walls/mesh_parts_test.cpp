// Closed parts of one mesh: where they overlap they are one solid, and a part within another is a hollow, however their faces turn.
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/state/start.h"
#include "sim/walls/wall_room.h"
#include "support/wall_files.h"

namespace murmur {
namespace {

using Place = std::vector<double>;

const std::string kCube =
    "preset = \"benchmark\"\nboids = 4000\n[world]\nsize = [100.0, 100.0, 100.0]\nboundary = "
    "\"bounce\"\n[[wall]]\n";

struct Box {
  double low[3], high[3];
  bool turned = false;  ///< its faces look inwards
  bool has(const Place& p) const {
    bool within = true;
    for (size_t k = 0; k < 3; ++k) within = within && p[k] > low[k] && p[k] < high[k];
    return within;
  }
};

std::string obj(const std::vector<Box>& boxes, int vertices = 0) {
  constexpr int kSides[6][4] = {{1, 3, 4, 2}, {5, 6, 8, 7}, {1, 2, 6, 5},
                                {3, 7, 8, 4}, {1, 5, 7, 3}, {2, 4, 8, 6}};
  std::string text;
  for (size_t box = 0; box < boxes.size(); ++box) {
    for (int corner = 0; corner < 8; ++corner) {
      text += "v";
      for (int k = 0; k < 3; ++k)
        text += fmt::format(" {}", (corner >> (2 - k)) % 2 != 0 ? boxes[box].high[k] : boxes[box].low[k]);
      text += "\n";
    }
    for (const auto& side : kSides) {
      text += "f";
      for (int k = 0; k < 4; ++k)
        text +=
            fmt::format(" {}", vertices + 8 * static_cast<int>(box) + side[boxes[box].turned ? 3 - k : k]);
      text += "\n";
    }
  }
  return text;
}

class MeshParts : public WallFileTest {
 protected:
  Scenario scenario_of(const std::vector<Box>& boxes, const std::string& more = "") const {
    return scenario(kCube, "mesh", write("a.obj", obj(boxes)), more);
  }
  /// Whether a place is inside of the mesh.
  bool inside(const std::vector<Box>& boxes, const Place& place) const {
    return !WallRoom(scenario_of(boxes)).allows(place);
  }
};

const Box kLow{{20, 20, 20}, {60, 60, 60}}, kHigh{{40, 40, 40}, {80, 80, 80}};

TEST_F(MeshParts, ThatOverlapAreOneSolid) {
  for (const bool turned : {false, true}) {
    Box high = kHigh;
    high.turned = turned;
    for (const double x : {30.0, 50.0, 70.0}) EXPECT_TRUE(inside({kLow, high}, {x, x, x})) << x;
    EXPECT_FALSE(inside({kLow, high}, {70.0, 70.0, 30.0}));
  }
  const State<float> start = make_start<float>(scenario_of({kLow, kHigh}));
  for (size_t i = 0; i < start.position.size(); i += 3) {
    const Place place(start.position.begin() + static_cast<std::ptrdiff_t>(i),
                      start.position.begin() + static_cast<std::ptrdiff_t>(i + 3));
    EXPECT_FALSE(kLow.has(place) || kHigh.has(place)) << place[0] << ", " << place[1] << ", " << place[2];
  }
}

TEST_F(MeshParts, ThatOverlapKeepBoidsInBoth) {
  const WallRoom room(scenario_of({kLow, kHigh}, "side = \"inside\""));
  for (const double x : {30.0, 50.0, 70.0}) EXPECT_TRUE(room.allows(Place{x, x, x})) << x;
  EXPECT_FALSE(room.allows(Place{70.0, 70.0, 30.0}));
}

TEST_F(MeshParts, WhoseFacesLieInOnePlaneAreOneSolid) {
  const Box left{{20, 20, 20}, {60, 60, 60}}, right{{40, 20, 20}, {80, 60, 60}};
  EXPECT_TRUE(inside({left, right}, {51.0, 32.0, 43.0}));
  EXPECT_TRUE(inside({left, right}, {71.0, 32.0, 43.0}));
}

/// A beam between the arms of a U: all its corners are within the U, and its middle is not.
TEST_F(MeshParts, WhoseCornersAreAllWithinAnotherMayOverlapIt) {
  std::string u;
  const int corners[8][2] = {{10, 10}, {90, 10}, {90, 90}, {70, 90}, {70, 30}, {30, 30}, {30, 90}, {10, 90}};
  for (const int y : {20, 80})
    for (const auto& corner : corners) u += fmt::format("v {} {} {}\n", corner[0], y, corner[1]);
  u += "f 1 2 3 4 5 6 7 8\nf 16 15 14 13 12 11 10 9\n";
  for (int k = 0; k < 8; ++k)
    u += fmt::format("f {} {} {} {}\n", k + 1, k + 9, (k + 1) % 8 + 9, (k + 1) % 8 + 1);
  const std::string beam = obj({{{20, 40, 60}, {80, 60, 70}}}, 16);
  const WallRoom room(scenario(kCube, "mesh", write("beam.obj", u + beam), ""));
  for (const double x : {25.0, 50.0, 75.0}) EXPECT_FALSE(room.allows(Place{x, 51.0, 64.0})) << x;
  EXPECT_TRUE(room.allows(Place{50.0, 51.0, 50.0}));
}

TEST_F(MeshParts, WithinAnotherAreHollowsAndSolidsByTurns) {
  for (const bool turned : {false, true}) {
    const std::vector<Box> boxes{
        {{40, 40, 40}, {60, 60, 60}}, {{10, 10, 10}, {90, 90, 90}}, {{20, 20, 20}, {80, 80, 80}, turned}};
    EXPECT_TRUE(inside(boxes, {50, 50, 50}));
    EXPECT_FALSE(inside(boxes, {30, 50, 50}));
    EXPECT_TRUE(inside(boxes, {15, 50, 50}));
  }
}

TEST_F(MeshParts, MayHaveHollowsWhereTheyOverlap) {
  const std::vector<Box> boxes{{{20, 20, 20}, {60, 60, 60}},
                               {{25, 25, 25}, {35, 35, 35}},
                               {{40, 20, 20}, {80, 60, 60}},
                               {{65, 25, 25}, {75, 35, 35}}};
  EXPECT_FALSE(inside(boxes, {30, 30, 30}));
  EXPECT_FALSE(inside(boxes, {70, 30, 30}));
  EXPECT_TRUE(inside(boxes, {51, 32, 43}));
}

/// Several boxes that overlap, share planes or lie apart; none lies within another.
TEST_F(MeshParts, AreTheUnionOfBoxesNoneOfWhichLiesWithinAnother) {
  std::mt19937 random(5);
  const auto below = [&](int n) { return static_cast<double>(random() % static_cast<unsigned>(n)); };
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Box> boxes;
    while (boxes.size() < 6) {
      Box box{{}, {}, trial % 2 == 0};
      for (size_t k = 0; k < 3; ++k) {
        box.low[k] = 10.0 * below(7);
        box.high[k] = box.low[k] + 10.0 * (1.0 + below(3));
      }
      const auto within = [](const Box& a, const Box& b) {
        bool all = true;
        for (size_t k = 0; k < 3; ++k) all = all && a.low[k] >= b.low[k] && a.high[k] <= b.high[k];
        return all;
      };
      const auto joins = [](const Box& a, const Box& b) {  // an edge of both would be of four triangles
        int same = 0;
        for (size_t k = 0; k < 3; ++k) same += a.low[k] == b.low[k] && a.high[k] == b.high[k] ? 1 : 0;
        return same > 0;
      };
      bool fits = true;
      for (const Box& other : boxes)
        fits = fits && !within(box, other) && !within(other, box) && !joins(box, other);
      if (fits) boxes.push_back(box);
    }
    const WallRoom room(scenario_of(boxes));
    for (int k = 0; k < 500; ++k) {
      const Place place{below(1000) * 0.1 + 0.03, below(1000) * 0.1 + 0.04, below(1000) * 0.1 + 0.05};
      bool wanted = true;
      for (const Box& box : boxes) wanted = wanted && !box.has(place);
      ASSERT_EQ(room.allows(place), wanted)
          << trial << ": " << place[0] << ", " << place[1] << ", " << place[2];
    }
  }
}

}  // namespace
}  // namespace murmur
