// Segments and triangles of shapes that are numbers: how many, where, and how far from the shape that they stand for.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/source.h"
#include "sim/util/errors.h"
#include "sim/walls/crossings.h"
#include "sim/walls/exact_sign.h"
#include "sim/walls/wall_pieces.h"

namespace murmur {
namespace {

using testing::ElementsAre;

const std::string kFlat =
    "preset = \"book\"\n[world]\nsize = [100.0, 50.0]\nboundary = \"bounce\"\n[[wall]]\n";
const std::string kSolid =
    "preset = \"book\"\n[world]\nsize = [100.0, 50.0, 20.0]\nboundary = \"bounce\"\n[[wall]]\n";

template <int D>
std::vector<WallPiece<D>> pieces(const std::string& wall) {
  return wall_pieces<D>(ScenarioSource::from_text((D == 2 ? kFlat : kSolid) + wall, "f.toml").scenario());
}

std::string refused(const std::string& toml) {
  try {
    const Scenario scenario = ScenarioSource::from_text(toml, "f.toml").scenario();
    check_wall_pieces(scenario);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

double length(const Vec<double, 3>& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }
Vec<double, 3> minus(const Vec<double, 3>& a, const Vec<double, 3>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vec<double, 3> cross(const Vec<double, 3>& a, const Vec<double, 3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double area(const WallPiece<3>& t) {
  return length(cross(minus(t.corner[1], t.corner[0]), minus(t.corner[2], t.corner[0]))) / 2.0;
}
double area(const std::vector<WallPiece<3>>& all) {
  double sum = 0.0;
  for (const WallPiece<3>& one : all) sum += area(one);
  return sum;
}

TEST(WallPieces, OfALineGoFromPointToPoint) {
  const auto open = pieces<2>("points = [[1.0, 2.0], [30.0, 2.0], [30.0, 2.0], [30.0, 40.1]]");
  ASSERT_EQ(open.size(), 2u) << "one of no length is left out";
  EXPECT_THAT(open[1].corner[1].c, ElementsAre(30.0, static_cast<double>(40.1f))) << "rounded to float32";
  const auto closed = pieces<2>("points = [[1.0, 2.0], [30.0, 2.0], [30.0, 40.0]]\nclosed = true");
  ASSERT_EQ(closed.size(), 3u);
  EXPECT_THAT(closed[2].corner[0].c, ElementsAre(30, 40));
  EXPECT_THAT(closed[2].corner[1].c, ElementsAre(1, 2));
  const auto two =
      pieces<2>("points = [[1.0, 2.0], [30.0, 2.0]]\n[[wall]]\npoints = [[5.0, 2.0], [30.0, 9.0]]");
  EXPECT_EQ(two[0].wall, 0u);
  EXPECT_EQ(two[1].wall, 1u);
}

TEST(WallPieces, OfACircleAreWithinThreeTenThousandthsOfItsRadius) {
  const auto sides = pieces<2>("circle = { at = [50.0, 25.0], radius = 20.0 }");
  ASSERT_EQ(sides.size(), 128u);
  double least = 1e9, most = 0.0;
  for (size_t k = 0; k < sides.size(); ++k) {
    const auto& [a, b] = sides[k].corner;
    EXPECT_EQ(b[0], sides[(k + 1) % 128].corner[0][0]);
    EXPECT_EQ(b[1], sides[(k + 1) % 128].corner[0][1]);
    most = std::max(most, std::hypot(a[0] - 50.0, a[1] - 25.0));
    least = std::min(least, std::hypot((a[0] + b[0]) / 2.0 - 50.0, (a[1] + b[1]) / 2.0 - 25.0));
  }
  EXPECT_NEAR(most, 20.0, 1e-5);
  EXPECT_GT(least, 20.0 * (1.0 - 3.02e-4));
  EXPECT_LT(least, 20.0 * (1.0 - 3.00e-4)) << "the stated error is that of the middles";
}

/// Each edge in two triangles.
bool is_closed(const std::vector<WallPiece<3>>& all) {
  std::map<std::array<double, 6>, int> edges;
  for (const WallPiece<3>& one : all) {
    for (int k = 0; k < 3; ++k) {
      auto a = std::to_array({one.corner[k][0], one.corner[k][1], one.corner[k][2]});
      auto b =
          std::to_array({one.corner[(k + 1) % 3][0], one.corner[(k + 1) % 3][1], one.corner[(k + 1) % 3][2]});
      if (b < a) std::swap(a, b);
      ++edges[{a[0], a[1], a[2], b[0], b[1], b[2]}];
    }
  }
  return std::all_of(edges.begin(), edges.end(), [](const auto& edge) { return edge.second == 2; });
}

TEST(WallPieces, OfSolidsAreClosed) {
  constexpr double kPi = 3.14159265358979;
  const auto box = pieces<3>("box = { at = [10.0, 20.0, 5.0], size = [3.0, 4.0, 5.0] }");
  EXPECT_EQ(box.size(), 12u);
  EXPECT_TRUE(is_closed(box));
  EXPECT_DOUBLE_EQ(area(box), 2.0 * (12.0 + 15.0 + 20.0));

  const auto sphere = pieces<3>("sphere = { at = [50.0, 25.0, 10.0], radius = 10.0 }");
  EXPECT_EQ(sphere.size(), 5120u);
  EXPECT_TRUE(is_closed(sphere));
  double nearest = 1e9, farthest = 0.0;
  for (const WallPiece<3>& one : sphere) {
    Vec<double, 3> middle{};
    for (const auto& corner : one.corner) {
      farthest = std::max(farthest, length(minus(corner, {50.0, 25.0, 10.0})));
      for (int k = 0; k < 3; ++k) middle[k] += corner[k] / 3.0;
    }
    nearest = std::min(nearest, length(minus(middle, {50.0, 25.0, 10.0})));
  }
  EXPECT_NEAR(farthest, 10.0, 1e-5);
  EXPECT_GT(nearest, 10.0 * (1.0 - 1.2e-3)) << "the stated error";
  EXPECT_NEAR(area(sphere) / (4.0 * kPi * 100.0), 1.0, 2e-3);

  const auto cylinder = pieces<3>("cylinder = { at = [50.0, 25.0, 1.0], radius = 10.0, height = 18.0 }");
  EXPECT_EQ(cylinder.size(), 512u);
  EXPECT_TRUE(is_closed(cylinder));
  EXPECT_NEAR(area(cylinder) / (2.0 * kPi * 10.0 * (10.0 + 18.0)), 1.0, 1e-3);
}

TEST(WallPieces, OfAPlaneAreCutToTheWorld) {
  const auto level = pieces<3>("plane = { at = [1.0, 2.0, 5.0], normal = [0.0, 0.0, -3.0] }");
  EXPECT_DOUBLE_EQ(area(level), 100.0 * 50.0);
  for (const WallPiece<3>& one : level)
    for (const auto& corner : one.corner) EXPECT_EQ(corner[2], 5.0);
  const auto tilted = pieces<3>("plane = { at = [50.0, 25.0, 10.0], normal = [1.0, 0.0, 5.0] }");
  EXPECT_NEAR(area(tilted), 100.0 * 50.0 * std::sqrt(1.04), 1e-2);
  const auto corner = pieces<3>("plane = { at = [3.0, 0.0, 0.0], normal = [1.0, 1.0, 1.0] }");
  EXPECT_EQ(corner.size(), 1u);
  EXPECT_NEAR(area(corner), std::sqrt(3.0) / 4.0 * 18.0, 1e-4);
  const auto across = pieces<3>("plane = { at = [50.0, 25.0, 10.0], normal = [1.0, 2.0, 5.0] }");
  for (const WallPiece<3>& one : across)
    for (const auto& place : one.corner)
      for (int k = 0; k < 3; ++k)
        EXPECT_TRUE(place[k] >= 0.0 && place[k] <= (k == 0 ? 100.0 : k == 1 ? 50.0 : 20.0));
  EXPECT_EQ(refused("preset = \"book\"\n[world]\nsize = [100.0, 50.0, 20.0]\nboundary = "
                    "\"open\"\n[[wall]]\nplane = { at = [0.0, "
                    "0.0, 21.0], normal = [0.0, 0.0, 1.0] }"),
            "wall[0]: has no area in the world; allowed: a shape of some extent");
}

TEST(WallPieces, OfALineThatCrossesItselfHaveNoInside) {
  const std::string eight =
      "points = [[10.0, 10.0], [30.0, 30.0], [30.0, 10.0], [10.0, 30.0]]\nclosed = true\n";
  EXPECT_EQ(refused(kFlat + eight),
            "wall[0].points: the line from points[0] crosses that from points[2]; allowed: a closed line "
            "that does not cross "
            "itself, or side = \"both\"");
  EXPECT_EQ(refused(kFlat + eight + "side = \"both\""), "");
  EXPECT_EQ(
      refused(
          kFlat +
          "points = [[10.0, 10.0], [20.0, 20.0], [10.0, 30.0], [30.0, 30.0], [20.0, 20.0], [30.0, 10.0]]\n"
          "closed = true\n"),
      "")
      << "it only touches itself";
  EXPECT_EQ(refused(kFlat + "points = [[5.0, 5.0], [5.0, 5.0]]"),
            "wall[0]: has no length in the world; allowed: a shape of some extent");
}

TEST(WallPieces, AreKeptUntilAShapeChanges) {
  ScenarioSource source =
      ScenarioSource::from_text(kFlat + "circle = { at = [50.0, 25.0], radius = 20.0 }", "f.toml");
  KeptWalls<2> kept;
  const auto* const first = &kept.pieces_of(source.scenario());
  source.set("wall[0].strength", 0.75);
  EXPECT_EQ(&kept.pieces_of(source.scenario()), first);
  source.set("wall[0].circle.radius", 10.0);
  EXPECT_EQ(kept.pieces_of(source.scenario())[0].corner[0][0], 60.0);
}

TEST(ExactSign, DecidesWhatRoundingsDoNot) {
  const Vec<double, 2> a{0.0, 0.0}, b{16777216.0, 16777215.0};
  const auto at = [](double x, double y) { return Vec<double, 2>{x, y}; };
  EXPECT_EQ(side_of_line(a, b, at(8388608.0, 8388607.5)), 0);
  EXPECT_EQ(side_of_line(a, b, at(8388608.0, 8388608.0)), 1);
  const double tiny = static_cast<double>(std::nextafter(0.1f, 1.0f));
  EXPECT_EQ(side_of_line(at(1e9, 1e9), at(1e9 + 64.0, 1e9 + 64.0), at(static_cast<double>(0.1f), tiny)), 1);
  EXPECT_EQ(side_of_line(at(1e9, 1e9), at(1e9 + 64.0, 1e9 + 64.0), at(tiny, static_cast<double>(0.1f))), -1);
}

// Every pair, tested against all pairs in a plain loop.
TEST(Crossings, FindEveryPairThatMeets) {
  uint64_t state = 1;
  const auto number = [&](double most) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(static_cast<float>(static_cast<double>(state >> 40) / 16777216.0 * most));
  };
  size_t met = 0;
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<WallPiece<2>> all;
    const double reach = trial % 4 == 0 ? 100.0 : trial % 4 == 1 ? 5.0 : 1.0;
    for (int k = 0; k < 200; ++k) {
      const Vec<double, 2> p{number(100.0), trial % 5 == 0 ? 7.0 : number(100.0)};
      all.push_back(
          {{p,
            {static_cast<double>(static_cast<float>(p[0] + number(reach))),
             trial % 3 == 0 ? p[1] : static_cast<double>(static_cast<float>(p[1] + number(reach)))}},
           0});
    }
    std::set<std::pair<size_t, size_t>> found, wanted;
    each_near_pair(all, [&](size_t i, size_t j) {
      if (segments_meet(all[i], all[j])) found.insert({std::min(i, j), std::max(i, j)});
      return true;
    });
    for (size_t i = 0; i < all.size(); ++i)
      for (size_t j = i + 1; j < all.size(); ++j)
        if (segments_meet(all[i], all[j])) wanted.insert({i, j});
    EXPECT_EQ(found, wanted) << trial;
    met += wanted.size();
  }
  EXPECT_GT(met, 10000u);
}

}  // namespace
}  // namespace murmur
