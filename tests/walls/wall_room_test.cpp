// Where boids may be among closed walls, against a plain count of crossings in long double, and starts and additions that keep to it.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/backends/reference/reference.h"
#include "sim/run/simulation.h"
#include "sim/scenario/source.h"
#include "sim/state/start.h"
#include "sim/state/start_room.h"
#include "sim/util/errors.h"
#include "sim/walls/wall_room.h"

namespace murmur {
namespace {

using testing::HasSubstr;

const std::string kWorld2 =
    "preset = \"benchmark\"\nboids = 2000\n[world]\nsize = [100.0, 50.0]\nboundary = \"bounce\"\n";
const std::string kWorld3 =
    "preset = \"benchmark\"\nboids = 2000\n[world]\nsize = [100.0, 50.0, 20.0]\nboundary = \"bounce\"\n";

ScenarioSource source(const std::string& toml) { return ScenarioSource::from_text(toml, "f.toml"); }

class Numbers {
 public:
  double next(double most) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(static_cast<float>(static_cast<double>(state_ >> 40) / 16777216.0 * most));
  }

 private:
  uint64_t state_ = 3;
};

/// Crossings of a line in a direction that meets no corner, by the rule of three.
bool inside(const std::vector<WallPiece<2>>& pieces, uint32_t wall, const std::vector<double>& p) {
  const long double dx = 0.8164371L, dy = 0.5774193L;
  int crossings = 0;
  for (const WallPiece<2>& piece : pieces) {
    if (piece.wall != wall) continue;
    const long double ax = piece.corner[0][0] - p[0], ay = piece.corner[0][1] - p[1],
                      bx = piece.corner[1][0] - p[0], by = piece.corner[1][1] - p[1];
    const long double of_a = dx * ay - dy * ax, of_b = dx * by - dy * bx;
    if ((of_a > 0) == (of_b > 0)) continue;
    const long double t = of_a / (of_a - of_b);
    if (dx * (ax + t * (bx - ax)) + dy * (ay + t * (by - ay)) > 0) ++crossings;
  }
  return crossings % 2 != 0;
}

bool inside(const std::vector<WallPiece<3>>& pieces, uint32_t wall, const std::vector<double>& p) {
  // Moeller and Trumbore, along an odd direction.
  const long double d[] = {0.5377142L, 0.4512361L, 0.7120953L};
  using Long = std::array<long double, 3>;
  const auto cross = [](const Long& a, const Long& b) {
    return Long{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const auto dot = [](const Long& a, const Long& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; };
  int crossings = 0;
  for (const WallPiece<3>& piece : pieces) {
    if (piece.wall != wall) continue;
    Long ab, ac, ap;
    for (int k = 0; k < 3; ++k) {
      ab[k] = static_cast<long double>(piece.corner[1][k]) - piece.corner[0][k];
      ac[k] = static_cast<long double>(piece.corner[2][k]) - piece.corner[0][k];
      ap[k] = static_cast<long double>(p[static_cast<size_t>(k)]) - piece.corner[0][k];
    }
    const Long direction{d[0], d[1], d[2]}, h = cross(direction, ac), q = cross(ap, ab);
    const long double det = dot(ab, h), u = dot(ap, h) / det, v = dot(direction, q) / det;
    if (det != 0 && u >= 0 && v >= 0 && u + v <= 1 && dot(ac, q) / det > 0) ++crossings;
  }
  return crossings % 2 != 0;
}

template <int D>
void agree(const std::string& toml) {
  const Scenario scenario = source(toml).scenario();
  const WallRoom room(scenario);
  const auto pieces = wall_pieces<D>(scenario);
  Numbers numbers;
  int refused = 0, on_walls = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::vector<double> p;
    for (int k = 0; k < D; ++k) p.push_back(numbers.next(scenario.world.size[static_cast<size_t>(k)]));
    // Level with corners, where a count of crossings is easily wrong.
    if (trial % 4 == 0) p[D - 2] = pieces[static_cast<size_t>(trial) % pieces.size()].corner[0][D - 2];
    if (trial % 8 == 0) p[1] = pieces[static_cast<size_t>(trial) % pieces.size()].corner[0][1];
    if (room.wall_against(p, OnWall::kRefused) != room.wall_against(p, OnWall::kAllowed)) {
      ++on_walls;  // corners
      continue;
    }
    std::optional<size_t> against;
    for (uint32_t wall = 0; wall < scenario.walls.size() && !against; ++wall) {
      const WallSide side = scenario.walls[wall].side;
      const bool closed = side != WallSide::kBoth && !scenario.walls[wall].plane &&
                          (scenario.walls[wall].points.empty() || scenario.walls[wall].closed);
      if (closed && inside(pieces, wall, p) != (side == WallSide::kInside)) against = wall;
    }
    EXPECT_EQ(room.wall_against(p), against) << fmt::format("{} {}", p[0], p[1]);
    refused += against ? 1 : 0;
  }
  EXPECT_GT(refused, 500);
  EXPECT_LT(refused, 19500);
  EXPECT_LT(on_walls, 5000);
}

TEST(WallRoom, AgreesWithACountOfCrossings) {
  agree<2>(kWorld2 + R"(
[[wall]]
circle = { at = [30.0, 25.0], radius = 10.0 }
[[wall]]
points = [[60.0, 10.0], [90.0, 10.0], [75.0, 15.0], [90.0, 40.0], [70.0, 20.0], [60.0, 40.0]]
closed = true
[[wall]]
points = [[5.0, 5.0], [5.0, 45.0]]
[[wall]]
box = { at = [28.0, 2.0], size = [4.0, 40.0] }
side = "both"
[[wall]]
box = { at = [2.0, 1.0], size = [96.0, 47.0] }
side = "inside"
)");
  agree<3>(kWorld3 + R"(
[[wall]]
sphere = { at = [20.0, 25.0, 10.0], radius = 9.0 }
[[wall]]
cylinder = { at = [50.0, 25.0, 2.0], radius = 12.0, height = 15.0 }
[[wall]]
plane = { at = [50.0, 25.0, 10.0], normal = [1.0, 0.0, 0.2] }
[[wall]]
box = { at = [80.0, 5.0, 1.0], size = [15.0, 40.0, 10.0] }
[[wall]]
box = { at = [1.0, 1.0, 0.5], size = [98.0, 48.0, 19.0] }
side = "inside"
)");
}

TEST(WallRoom, OfOpenWallsIsEverywhere) {
  EXPECT_TRUE(WallRoom(source(kWorld2).scenario()).empty());
  EXPECT_TRUE(WallRoom(source(kWorld2 + "[[wall]]\npoints = [[1.0, 1.0], [9.0, 9.0], [1.0, 9.0]]").scenario())
                  .empty());
  EXPECT_TRUE(
      WallRoom(source(kWorld2 + "[[wall]]\ncircle = { at = [30.0, 25.0], radius = 10.0 }\nside = \"both\"")
                   .scenario())
          .empty());
}

TEST(WallRoom, OnAWallIsRefusedOrAllowedAsAsked) {
  for (const std::string& toml :
       {kWorld2 + "[[wall]]\nbox = { at = [10.0, 10.0], size = [20.0, 20.0] }",
        kWorld3 + "[[wall]]\nbox = { at = [10.0, 10.0, 5.0], size = [20.0, 20.0, 5.0] }"}) {
    const Scenario scenario = source(toml).scenario();
    const WallRoom room(scenario);
    for (const double x : {10.0, 30.0}) {
      std::vector<double> p{x, 15.0, 7.0};
      p.resize(scenario.world.size.size());
      EXPECT_EQ(room.wall_against(p), 0u) << x;
      EXPECT_EQ(room.wall_against(p, OnWall::kAllowed), std::nullopt) << x;
    }
  }
}

std::string refused(const std::function<void()>& act) {
  try {
    act();
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

template <class T>
int not_allowed(const Scenario& scenario, const State<T>& state) {
  const WallRoom room(scenario);
  const size_t dimensions = scenario.world.size.size();
  int count = 0;
  for (size_t i = 0; i < state.position.size(); i += dimensions) {
    const std::vector<double> place(state.position.begin() + static_cast<std::ptrdiff_t>(i),
                                    state.position.begin() + static_cast<std::ptrdiff_t>(i + dimensions));
    count += room.allows(place) ? 0 : 1;
  }
  return count;
}

const std::string kDisc = "[[wall]]\ncircle = { at = [50.0, 25.0], radius = 20.0 }\n";

TEST(WallStart, DrawsAgainWhoWouldBeginInside) {
  for (const std::string& toml :
       {kWorld2 + kDisc, kWorld2 + "[start]\npositions = \"flocks\"\n" + kDisc,
        kWorld2 + "[start]\npositions = \"patch\"\nat = [30.0, 10.0]\nsize = [40.0, 40.0]\n" + kDisc,
        kWorld2 + kDisc + "side = \"inside\"\n",
        kWorld2 + kDisc + "[[predator]]\nat = [50.0, 25.0]\n[[predator]]\n",
        kWorld3 + "[[wall]]\nsphere = { at = [50.0, 25.0, 10.0], radius = 10.0 }\n"}) {
    const Scenario scenario = source(toml).scenario();
    Scenario without = scenario;
    without.walls.clear();
    const State<float> free = make_start<float>(without), start = make_start<float>(scenario);
    EXPECT_GT(not_allowed(scenario, free), 30) << toml;
    EXPECT_EQ(not_allowed(scenario, start), 0) << toml;
    EXPECT_EQ(start.velocity, free.velocity);
    const size_t dimensions = scenario.world.size.size();
    int moved = 0;
    for (size_t i = 0; i < start.position.size(); i += dimensions)
      moved += std::equal(start.position.begin() + static_cast<std::ptrdiff_t>(i),
                          start.position.begin() + static_cast<std::ptrdiff_t>(i + dimensions),
                          free.position.begin() + static_cast<std::ptrdiff_t>(i))
                   ? 0
                   : 1;
    EXPECT_EQ(moved, not_allowed(scenario, free)) << "the others stay where they are";
    if (scenario.start.positions == StartPositions::kPatch) {
      for (size_t i = 0; i < start.position.size(); i += 2)
        EXPECT_TRUE(start.position[i] >= 30.0f && start.position[i] < 70.0f);
    }
    // Rows are the same in parts.
    const State<float> part = start_parts(scenario)(500, 100);
    EXPECT_TRUE(std::equal(part.position.begin(), part.position.end(),
                           start.position.begin() + static_cast<std::ptrdiff_t>(500 * dimensions)));
    if (!scenario.predators.empty()) {
      const WallRoom room(scenario);
      EXPECT_TRUE(room.allows(std::vector<double>{start.predator_position[0], start.predator_position[1]}));
    }
  }
}

TEST(WallStart, RefusesWhereItIsToldTo) {
  EXPECT_THAT(
      refused(
          [] { make_start<float>(source(kWorld2 + "[start]\nwalls = \"refuse\"\n" + kDisc).scenario()); }),
      testing::MatchesRegex(
          R"(boid [0-9]+ at \[.*\] is inside wall\[0\]; allowed: outside of it, or start.walls = "move")"));
  EXPECT_EQ(
      refused([] {
        make_start<float>(
            source(kWorld2 + "[start]\npositions = \"patch\"\nat = [45.0, 20.0]\nsize = [5.0, 5.0]\n" + kDisc)
                .scenario());
      }),
      "boid 0 finds no room among the walls in 1000 draws; allowed: walls that leave room in the patch of "
      "start.at and "
      "start.size");
}

TEST(WallStart, OfAGivenStateIsRefusedWithTheId) {
  const Scenario scenario = source(kWorld2 + kDisc).scenario();
  State<float> state = make_start<float>(scenario);
  EXPECT_NO_THROW(check_room(scenario, state));
  state.position[14] = 50.0f;
  state.position[15] = 25.5f;
  EXPECT_EQ(refused([&] { check_room(scenario, state); }),
            "boid 7: its place [50, 25.5] is inside wall[0]; allowed: outside of it");
  state.step = 1;
  EXPECT_NO_THROW(check_room(scenario, state)) << "a wall that was drawn around it";
}

struct WalledRun {
  explicit WalledRun(const std::string& toml) : simulation(source(toml), make_reference_float()) {
    simulation.on_notice = [this](const std::string& text) { notices.push_back(text); };
  }
  std::vector<std::string> notices;
  Simulation<float> simulation;
};

TEST(WallAdd, DrawsAgainWithinTheBrush) {
  WalledRun run(kWorld2 + kDisc);
  Event event{.kind = EventKind::kAdd, .at = {70.0, 25.0}, .radius = 5.0, .count = 300};
  run.simulation.post(event);
  run.simulation.apply_events();
  EXPECT_EQ(run.simulation.count(), 2300);
  EXPECT_EQ(not_allowed(run.simulation.scenario(), run.simulation.state()), 0);
  EXPECT_TRUE(run.notices.empty());
  const State<float> state = run.simulation.state();
  for (size_t i = 4000; i < state.position.size(); i += 2)
    EXPECT_LE(std::hypot(state.position[i] - 70.0f, state.position[i + 1] - 25.0f), 5.001f);

  event.at = {50.0, 25.0};
  event.count = 10;
  run.simulation.post(event);
  event.radius.reset();
  run.simulation.post(event);
  run.simulation.apply_events();
  EXPECT_EQ(run.simulation.count(), 2300);
  EXPECT_THAT(run.notices,
              testing::ElementsAre(
                  "event add at step 0: 10 of 10 boids find no room among the walls and are not added",
                  "event add at step 0: 10 of 10 boids find no room among the walls and are not added"));
}

TEST(WallAdd, IsRefusedWhereItIsToldTo) {
  // All begin in a corner that is free.
  WalledRun run(kWorld2 +
                "[start]\nwalls = \"refuse\"\npositions = \"patch\"\nat = [1.0, 1.0]\nsize = [5.0, 5.0]\n" +
                kDisc);
  EXPECT_EQ(refused([&] {
              run.simulation.post({.kind = EventKind::kAdd, .at = {50.0, 25.0}, .count = 3});
            }),
            "event add at step 0: 3 of 3 boids would be inside a wall, or outside of one that keeps them in; "
            "allowed: other places, "
            "or start.walls = \"move\"");
  EXPECT_THAT(
      refused([&] {
        run.simulation.post({.kind = EventKind::kAdd, .at = {70.0, 25.0}, .radius = 5.0, .count = 30});
      }),
      HasSubstr("of 30 boids would be inside a wall"));
  run.simulation.post({.kind = EventKind::kAdd, .at = {90.0, 25.0}, .radius = 5.0, .count = 30});
  run.simulation.apply_events();
  EXPECT_EQ(run.simulation.count(), 2030);
}

TEST(WallEvents, WithABadShapeAreRefused) {
  WalledRun run(kWorld2);
  EXPECT_THAT(
      refused([&] {
        run.simulation.post(
            {.kind = EventKind::kSet, .key = "wall[0]", .value = SetValue("{ image = \"none.png\" }")});
      }),
      HasSubstr("wall[0].image: cannot read none.png"));
  run.simulation.post({.kind = EventKind::kSet,
                       .key = "wall[0]",
                       .value = SetValue("{ points = [[1.0, 1.0], [9.0, 9.0]] }")});
  run.simulation.apply_events();
  EXPECT_EQ(run.simulation.scenario().walls.size(), 1u);
}

}  // namespace
}  // namespace murmur
