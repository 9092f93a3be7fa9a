// A key that is set during a run gives the scenario that --set gives at its start, or both refuse it: elements of arrays,
// whole tables, removals, and keys through something that is no table. They are two ways through the code (set_key.cpp, merge.cpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/scenario/key_values.h"
#include "sim/scenario/source.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using testing::HasSubstr;

const char* const kBase = R"(
preset = "benchmark"
boids = 20
[world]
size = [300.0, 200.0]
[goal]
path = [[10.0, 20.0], [30.0, 40.0]]
arrive_radius = 5.0
[cursor]
at = [40.0, 30.0]
mode = "attract"
[[obstacle]]
at = [100.0, 80.0]
radius = 12.0
[[obstacle]]
at = [50.0, 60.0]
radius = 4.0
[[predator]]
max_speed = 3.0
[terrain]
hill = { at = [10.0, 20.0], radius = 5.0, height = 50.0 }
[wind]
velocity = [0.1, 0.2]
)";

/// What the change gives: the scenario as TOML, or the sentence that refuses it.
std::string during_a_run(const std::string& key, const std::string& value) {
  ScenarioSource source = ScenarioSource::from_text(kBase, "base.toml");
  const std::string before = source.to_toml();
  try {
    source.set(key, value);
  } catch (const UserError& error) {
    EXPECT_EQ(source.to_toml(), before) << key;  // a refused change changes nothing
    return std::string("refused: ") + error.what();
  }
  return source.to_toml();
}
std::string at_the_start(const std::string& key, const std::string& value) {
  ScenarioOverrides overrides;
  overrides.set = {{key, value}};
  try {
    return ScenarioSource::from_text(kBase, "base.toml", overrides).to_toml();
  } catch (const UserError& error) {
    return std::string("refused: ") + error.what();
  }
}

TEST(ScenarioKeys, AreSetDuringARunAsAtItsStart) {
  const std::pair<const char*, const char*> accepted[] = {
      {"obstacle[0].radius", "9.5"},
      {"obstacle[1]", "{ radius = 7.0 }"},
      {"obstacle[2]", "{ at = [1.0, 2.0], radius = 3.0 }"},
      {"obstacle[1]", ""},
      {"obstacle[0].strength", ""},
      {"obstacle[7]", ""},
      {"obstacle[7].radius", ""},
      {"obstacle", ""},
      {"obstacle", "[{ at = [1.0, 2.0], radius = 3.0, solid = true }]"},
      {"predator[0].max_speed", "2.5"},
      {"goal.path[1]", "[31.0, 41.0]"},
      {"goal.path[2]", "[50.0, 60.0]"},
      {"goal.path[0]", ""},
      {"goal.factor", "0.02"},
      {"goal", ""},
      {"goal.at", "[5.0, 6.0]"},
      {"cursor.mode", "flee"},
      {"cursor.mode", "\"flee\""},
      {"cursor", "{ at = [1.0, 2.0], mode = \"flee\" }"},
      {"cursor.radius", ""},
      {"terrain", ""},
      {"terrain", "{}"},
      {"terrain.hill.height", "20"},
      {"wind.velocity[1]", "-0.5"},
      {"wind.gust", "{ probability = 0.1, duration = 5, strength = 0.2 }"},
      {"perching.mean_rest", "30.0"},
      {"perching.mean_rest", ""},
      {"noise", "{ amount = 0.5 }"},
      {"rules.nearest", "7"},
      {"rules.separation.falloff", "inverse"},
      {"world.size[0]", "310.0"},
      {"world.boundary", "bounce"},
      {"world.dimensions", ""},
      {"start.velocities", "whole-speed"},
  };
  for (const auto& [key, value] : accepted) {
    const std::string start = at_the_start(key, value);
    EXPECT_FALSE(start.starts_with("refused")) << key << " = " << value << "\n" << start;
    EXPECT_EQ(during_a_run(key, value), start) << key << " = " << value;
  }
}

TEST(ScenarioKeys, AreRefusedDuringARunAsAtItsStart) {
  const struct {
    const char *key, *value, *said;
  } refused[] = {
      {"obstacle[5].radius", "3.0", "there is no obstacle[5]; obstacle has 2"},
      {"obstacle[4]", "{ at = [1.0, 2.0], radius = 3.0 }",
       "obstacle has 2 elements; allowed: an index from 0 to 2"},
      {"obstacle[0]", "5", "table"},
      {"obstacle[0].at", "", "obstacle[0].at"},
      {"obstacle[0].radius", "-1.0", "allowed"},
      {"obstacle[0].nonsense", "1.0", "unknown key"},
      {"obstacle[0].nonsense", "", "unknown key"},
      {"rules.radus", "", "unknown key"},
      {"rules.cohesion.wait", "", "unknown key"},
      {"nonsense", "", "unknown key"},
      {"obstacle.radius", "1.0", "obstacle"},
      {"goal.path[9]", "[1.0, 2.0]", "allowed: an index from 0 to 2"},
      {"goal.path[0].x", "1.0", "goal.path"},
      {"rules.radius.inner", "3.0", "not a table, so it has no keys"},
      {"rules.radius[0]", "3.0", "is not an array"},
      {"rules[0].radius", "3.0", "rules is not an array"},
      {"rules[0]", "3.0", "rules is not an array"},
      {"rules.cohesion.to", "1e8",
       "rules.cohesion.to: is 100000000; allowed: at most rules.radius, which is"},
      {"cursor[0].mode", "flee", "cursor is not an array"},
      {"cursor[0]", "flee", "cursor is not an array"},
      {"goal", "{ at = [1.0, 2.0], path = [[3.0, 4.0]] }",
       "goal: allowed: one of at (a place) and path (several places), not both"},
      {"terrain", "{ image = \"a.png\", hill = { at = [1.0, 2.0], radius = 3.0, height = 4.0 } }",
       "terrain: allowed: one of image (a PNG file) and hill, not both"},
      {"predator[0].at", "[700.0, 2.0]",
       "predator[0].at: is 700 on axis 0; allowed: inside the world, 0 to 300"},
      {"predator.at", "[1.0, 2.0]", "not a table, so it has no keys"},
      {"start.positions", "patch", "start.size: needed, but missing"},
      {"start.at[0]", "1.0", "start.at: is [1.0]; allowed: 2 numbers, one for each axis"},
      {"nonsense", "3", "unknown key"},
      {"nonsense.deep.key", "3", "unknown key"},
      {"terrain.hill", "", "terrain"},
      {"wind.velocity[0]", "nan", "wind.velocity"},
      {"wind.velocity[2]", "1.0", "wind.velocity"},
      {"world.size", "[1.0]", "world.size"},
      {"rules.radius", "", "rules.radius"},
      {"rules.radius", "[", "is not a TOML value"},
      {"cursor.mode", "dance", "\"flee\""},
      {"event[0].step", "3", "event"},
  };
  for (const auto& [key, value, said] : refused) {
    EXPECT_THAT(at_the_start(key, value), HasSubstr(said)) << key << " = " << value;
    EXPECT_THAT(during_a_run(key, value), HasSubstr(said)) << key << " = " << value;
  }
}

/// The sentence that refuses a change of `toml` during a run, and nothing when it is made.
std::string refused_in(const std::string& toml, const std::string& key, const std::string& value) {
  ScenarioSource source = ScenarioSource::from_text(toml, "base.toml");
  try {
    source.set(key, value);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(ScenarioKeys, OfTheWrongShapeAreShownWithWhatTheyAre) {
  EXPECT_EQ(refused_in(kBase, "view.colour.x", "1"),
            "set view.colour.x: view.colour: is a table; allowed: a text in quotes");
  // A predator without a place is shown without one.
  EXPECT_THAT(refused_in(kBase, "predator.at", "[1.0, 2.0]"),
              testing::StartsWith("predator.at: predator is [{ border = \"wrap\", chase = "));
}

TEST(ScenarioKeys, NumbersThatAreRemovedMustBeThere) {
  EXPECT_EQ(refused_in(kBase, "world.size[2]", ""),
            "world.size[2]: world.size has 2 elements; allowed: an index from 0 to 1");
  EXPECT_EQ(refused_in(kBase, "world.size[3]", "1.0"),
            "world.size[3]: world.size has 2 elements; allowed: an index from 0 to 2");
  EXPECT_EQ(refused_in(kBase, "start.at[0]", ""), "");  // nothing is there
}

// A factor may be negative, a limit may not: the amount stays and its range changes.
TEST(ScenarioKeys, ChangeTheRangesOfOthers) {
  const std::string factor =
      std::string(kBase) + "[rules]\ncohesion = { shape = \"factor\", amount = -0.5 }\n";
  EXPECT_EQ(
      refused_in(factor, "rules.cohesion.shape", "limit"),
      "set rules.cohesion.shape: rules.cohesion.amount: is -0.5; allowed: a finite number of at least 0");
  EXPECT_EQ(refused_in(factor, "rules.cohesion.shape", "factor"), "");
}

TEST(ScenarioKeys, OfTheGroundKeepItsPictureOrItsHill) {
  const std::string picture = "preset = \"book\"\n[terrain]\nimage = \"hills.png\"\n";
  EXPECT_EQ(refused_in(picture, "rules.max_speed", "2.5"), "");
  EXPECT_THAT(refused_in(picture, "terrain.image", ""),
              HasSubstr("terrain: allowed: one of image (a PNG file) and hill, not both"));
}

TEST(ScenarioKeys, BelongToATable) {
  using Kind = TableKind;
  struct Case {
    const char* text;
    TableOfKey place;
  };
  for (const auto& [text, place] :
       std::vector<Case>{{"rules.separation.weight", {"rules", {}, "separation.weight", Kind::kAlways}},
                         {"rules.cruise.rate", {"rules.cruise", {}, "rate", Kind::kOptional}},
                         {"rules.cruise", {"rules.cruise", {}, "", Kind::kOptional}},
                         {"rules.cruises", {"rules", {}, "cruises", Kind::kAlways}},
                         {"wind.gust.strength", {"wind", {}, "gust.strength", Kind::kOptional}},
                         {"terrain.hill", {"terrain", {}, "hill", Kind::kOptional}},
                         {"obstacle", {"obstacle", {}, "", Kind::kArray}},
                         {"obstacle[12]", {"obstacle", 12, "", Kind::kArray}},
                         {"obstacle[2].at", {"obstacle", 2, "at", Kind::kArray}},
                         {"obstacle[2].at[0]", {"obstacle", 2, "at[0]", Kind::kArray}},
                         {"event[0].step", {"event", 0, "step", Kind::kArray}},
                         {"view.size", {"view", {}, "size", Kind::kAlways}},
                         {"boids", {"boids", {}, "", Kind::kNone}},
                         {"seed[3]", {"seed", 3, "", Kind::kNone}},
                         {"obstacles.at", {"obstacles", {}, "at", Kind::kNone}},
                         {"obstacle[x].at", {"obstacle", {}, "at", Kind::kArray}},
                         {"obstacle[", {"obstacle", {}, "[", Kind::kArray}},
                         {"", {"", {}, "", Kind::kNone}}}) {
    EXPECT_EQ(table_of(text), place) << text << ": " << table_of(text).table << " " << table_of(text).key;
  }
}

TEST(ScenarioKeys, CountTheTablesOfAnArray) {
  const Scenario scenario = ScenarioSource::from_text(kBase, "test").scenario();
  EXPECT_EQ(table_count(scenario, "obstacle"), 2u);
  EXPECT_EQ(table_count(scenario, "predator"), 1u);
  EXPECT_EQ(table_count(scenario, "event"), 0u);
}

}  // namespace
}  // namespace murmur
