// [[wall]]: reading, writing, changing key by key, and the sentence for each thing that does not fit.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/editing/table_arrays.h"
#include "sim/scenario/events.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/source.h"
#include "sim/util/errors.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kFlat = "preset = \"book\"\n[world]\nsize = [100.0, 50.0]\nboundary = \"bounce\"\n";
const std::string kSolid = "preset = \"book\"\n[world]\nsize = [100.0, 50.0, 20.0]\nboundary = \"bounce\"\n";

Scenario read(const std::string& toml) { return ScenarioSource::from_text(toml, "f.toml").scenario(); }

std::vector<std::string> faults_of(const std::string& toml) {
  try {
    read(toml);
  } catch (const UserError& error) {
    return error.faults();
  }
  return {};
}

std::string refused(Scenario scenario, const std::string& key, const SetValue& value) {
  try {
    set_key(scenario, key, value);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(WallKeys, AreWrittenAsTheyAreRead) {
  const std::string flat = kFlat + R"(
[start]
walls = "refuse"
[[wall]]
points = [[1.0, 2.0], [30.5, 4.0], [30.5, 40.0]]
closed = true
side = "inside"
avoid = "look-ahead"
radius = 3.5
strength = 0.25
look_ahead = 7.0
blocks_view = true
[[wall]]
circle = { at = [50.0, 25.0], radius = 20.0 }
avoid = "none"
[[wall]]
box = { at = [1.0, 2.0], size = [3.0, 4.0] }
side = "both"
[[wall]]
image = "maze.png"
at = [1.0, 2.0]
size = [30.0, 40.0]
)";
  const std::string solid = kSolid + R"(
[[wall]]
plane = { at = [1.0, 2.0, 3.0], normal = [0.0, 0.0, -2.0] }
[[wall]]
cylinder = { at = [50.0, 25.0, 1.0], radius = 20.0, height = 19.0 }
[[wall]]
sphere = { at = [50.0, 25.0, 10.0], radius = 10.0 }
[[wall]]
mesh = "canyon.obj"
at = [1.0, 2.0, 3.0]
scale = 0.125
)";
  for (const std::string& text : {flat, solid}) {
    const ScenarioSource first = ScenarioSource::from_text(text, "f.toml");
    const ScenarioSource again = ScenarioSource::from_text(first.to_toml(), "again");
    EXPECT_EQ(first.to_toml(), again.to_toml());
    EXPECT_EQ(key_values(first.scenario()), key_values(again.scenario()));
    ASSERT_EQ(again.scenario().walls.size(), 4u);
    for (size_t k = 0; k < 4; ++k) {
      const WallShape &a = first.scenario().walls[k], &b = again.scenario().walls[k];
      EXPECT_EQ(a, b) << k;
    }
  }
  const Scenario scenario = read(flat);
  EXPECT_EQ(scenario.start.walls, StartWalls::kRefuse);
  const Scenario::Wall& wall = scenario.walls[0];
  EXPECT_THAT(wall.points, ElementsAre(ElementsAre(1, 2), ElementsAre(30.5, 4), ElementsAre(30.5, 40)));
  EXPECT_TRUE(wall.closed);
  EXPECT_EQ(wall.side, WallSide::kInside);
  EXPECT_EQ(wall.avoid, Avoid::kLookAhead);
  EXPECT_EQ(wall.radius, 3.5);
  EXPECT_EQ(wall.strength, 0.25);
  EXPECT_EQ(wall.look_ahead, 7.0);
  EXPECT_TRUE(wall.blocks_view);
  EXPECT_EQ(scenario.walls[1].avoid, Avoid::kNone);
  EXPECT_EQ(scenario.walls[2].side, WallSide::kBoth);
}

using WallFileKeys = TempFolderTest;

TEST_F(WallFileKeys, AreNamedFromTheScenario) {
  const std::string path = folder_ / "a.toml";
  std::ofstream(path) << kFlat
                      << "[[wall]]\nimage = \"../maze.png\"\n[[wall]]\npoints = [[1.0, 2.0], [3.0, 4.0]]\n";
  const Scenario scenario = ScenarioSource::from_file(path).scenario();
  EXPECT_EQ(scenario.walls[0].image,
            (std::filesystem::absolute(path).parent_path().parent_path() / "maze.png").string());
}

TEST_F(WallFileKeys, OfEventsAreNamedFromTheScenarioToo) {
  const std::string path = folder_ / "a.toml";
  std::ofstream(path) << kFlat << "[[event]]\nstep = 3\nkind = \"set\"\nkey = \"wall\"\n"
                      << "value = [{ image = \"a.png\" }]\n[[event]]\nstep = 4\nkind = \"set\"\n"
                      << "key = \"wall[0].image\"\nvalue = \"b.png\"\n";
  std::vector<Event> events = ScenarioSource::from_file(path).scenario().events;
  std::ofstream(path) << kSolid << "[[event]]\nstep = 5\nkind = \"set\"\nkey = \"terrain\"\n"
                      << "value = { image = \"c.png\" }\n";
  events.push_back(ScenarioSource::from_file(path).scenario().events.at(0));
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  EXPECT_THAT(events.at(0).value.text(), testing::HasSubstr((folder / "a.png").string()));
  EXPECT_EQ(events.at(1).value.word(), (folder / "b.png").string());
  EXPECT_THAT(events.at(2).value.text(), testing::HasSubstr((folder / "c.png").string()));
}

/// A log is replayed in another folder.
TEST(WallKeys, AnEventsFileIsNamedInFull) {
  const auto sent = [](const std::string& key, const char* value) {
    Event event{.kind = EventKind::kSet, .key = key, .value = SetValue(value)};
    name_files_in_full(event);
    return event.value.text();
  };
  const std::filesystem::path here = std::filesystem::current_path();
  EXPECT_THAT(sent("wall", "[{ image = \"a.png\" }, { mesh = \"b.obj\" }]"),
              testing::AllOf(testing::HasSubstr((here / "a.png").string()),
                             testing::HasSubstr((here / "b.obj").string())));
  EXPECT_THAT(sent("wall[0].image", "\"a.png\""), testing::HasSubstr((here / "a.png").string()));
  EXPECT_THAT(sent("terrain", "{ image = \"../a.png\" }"),
              testing::HasSubstr((here.parent_path() / "a.png").string()));
  for (const char* const whole : {"[{ image = \"/a.png\" },  { circle = 3.0 }]", "[]"})
    EXPECT_EQ(sent("wall", whole), whole) << "the text that was given";
  EXPECT_EQ(sent("rules.radius", "50.0"), "50.0");
}

TEST(WallKeys, ThatDoNotFitHaveASentence) {
  const std::pair<std::string, const char*> cases[] = {
      {kFlat + "[[wall]]\nside = \"both\"",
       "f.toml:5: wall[0]: has no shape; allowed: one of points, circle, box, plane, cylinder, sphere, mesh, "
       "image"},
      {kFlat + "[[wall]]\ncircle = { at = [50.0, 20.0], radius = 5.0 }\nbox = { at = [5.0, 2.0], size = "
               "[1.0, 1.0] }",
       "f.toml:5: wall[0]: has circle and box; allowed: one of points, circle, box, plane, cylinder, sphere, "
       "mesh, image"},
      {kFlat + "[[wall]]\nmesh = \"a.obj\"",
       "f.toml:6: wall[0].mesh: is a shape of 3 dimensions; allowed in a world of 2: points, circle, box and "
       "image"},
      {kSolid + "[[wall]]\nimage = \"a.png\"",
       "f.toml:6: wall[0].image: is a shape of 2 dimensions; allowed in a world of 3: box, plane, cylinder, "
       "sphere and mesh"},
      {kFlat + "[[wall]]\ncircle = { at = [50.0, 20.0], radius = 5.0 }\nclosed = true",
       "f.toml:7: wall[0].closed: is given with circle; allowed: with points alone"},
      {kFlat + "[[wall]]\ncircle = { at = [50.0, 20.0], radius = 5.0 }\nat = [1.0, 2.0]",
       "f.toml:7: wall[0].at: is given with circle; allowed: with mesh and image alone"},
      {kFlat + "[[wall]]\nimage = \"a.png\"\nscale = 2.0",
       "f.toml:7: wall[0].scale: is given with image; allowed: with mesh alone"},
      {kSolid + "[[wall]]\nmesh = \"a.ply\"\nsize = [1.0, 2.0, 3.0]",
       "f.toml:7: wall[0].size: is given with mesh; allowed: with image alone"},
      {kFlat + "[[wall]]\npoints = [[1.0, 2.0], [3.0, 4.0]]\nside = \"inside\"",
       "f.toml:7: wall[0].side: is \"inside\"; allowed: for a closed shape alone, and a line that is not "
       "closed is none"},
      {kSolid + "[[wall]]\nplane = { at = [1.0, 2.0, 3.0], normal = [0.0, 1.0, 0.0] }\nside = \"inside\"",
       "f.toml:7: wall[0].side: is \"inside\"; allowed: for a closed shape alone, and a plane is none"},
      {kFlat + "[[wall]]\npoints = [[1.0, 2.0]]", "f.toml:6: wall[0].points: has 1; allowed: at least 2"},
      {kFlat + "[[wall]]\npoints = [[1.0, 2.0], [2.0, 2.0]]\nclosed = true",
       "f.toml:6: wall[0].points: has 2; allowed: at least 3 of a closed line"},
      {kFlat + "[[wall]]\npoints = [[1.0, 2.0], [nan, 2.0]]",
       "f.toml:6: wall[0].points[1][0]: is nan; allowed: a number from -3.4e38 to 3.4e38"},
      {kFlat + "[[wall]]\npoints = [[1.0, 2.0], [101.0, 2.0]]",
       "f.toml:6: wall[0].points[1]: reaches to 101 on axis 0; allowed: 0 to 100, inside the world, or "
       "anywhere with "
       "world.boundary = \"soft\" or \"open\""},
      {kFlat + "[[wall]]\ncircle = { at = [50.0, 4.0], radius = 5.0 }",
       "f.toml:6: wall[0].circle: reaches to -1 on axis 1; allowed: 0 to 50, inside the world, or anywhere "
       "with "
       "world.boundary = \"soft\" or \"open\""},
      {kSolid + "[[wall]]\nsphere = { at = [50.0, 25.0, 11.0], radius = 10.0 }",
       "f.toml:6: wall[0].sphere: reaches to 21 on axis 2; allowed: 0 to 20, inside the world, or anywhere "
       "with "
       "world.boundary = \"soft\" or \"open\""},
      {kSolid + "[[wall]]\ncylinder = { at = [50.0, 25.0, 1.0], radius = 10.0, height = 19.5 }",
       "f.toml:6: wall[0].cylinder: reaches to 20.5 on axis 2; allowed: 0 to 20, inside the world, or "
       "anywhere with "
       "world.boundary = \"soft\" or \"open\""},
      {kSolid + "[[wall]]\nplane = { at = [1.0, 2.0, 3.0], normal = [0.0, 0.0, 0.0] }",
       "f.toml:6: wall[0].plane.normal: is 0; allowed: a direction"},
      {kFlat + "[[wall]]\nimage = \"a.png\"\nat = [1.0, 0.0]",
       "f.toml:7: wall[0].at: reaches to 101 on axis 0; allowed: 0 to 100, inside the world, or anywhere "
       "with "
       "world.boundary = \"soft\" or \"open\""},
      {kFlat + "[[wall]]\ncircle = { at = [50.0, 20.0] }", "f.toml:6: wall[0].circle.radius: is missing"},
  };
  for (const auto& [toml, expected] : cases) EXPECT_THAT(faults_of(toml), ElementsAre(expected)) << toml;
  EXPECT_THAT(
      faults_of(
          "preset = \"book\"\n[world]\nsize = [100.0, 50.0]\nboundary = \"open\"\n[[wall]]\npoints = [[-5.0, "
          "2.0], [900.0, 2.0]]"),
      IsEmpty());
}

TEST(WallKeys, AreSetOneByOne) {
  Scenario scenario = read(kFlat + "[[wall]]\npoints = [[1.0, 2.0], [3.0, 4.0], [3.0, 9.0]]\nclosed = true");
  set_key(scenario, "wall[0].strength", 0.75);
  set_key(scenario, "wall[0].points[1]", std::vector<double>{5.0, 6.0});
  EXPECT_EQ(scenario.walls[0].strength, 0.75);
  EXPECT_THAT(scenario.walls[0].points[1], ElementsAre(5, 6));
  EXPECT_TRUE(scenario.walls[0].closed);
  set_key(scenario, "wall[1]", SetValue("{ box = { at = [10.0, 10.0], size = [5.0, 5.0] } }"));
  set_key(scenario, "wall[1].box.size", std::vector<double>{6.0, 5.0});
  EXPECT_EQ(scenario.walls[1].box->size[0], 6.0);
  // Another shape takes the place of the one that was there, with what was said of that.
  set_key(scenario, "wall[0].circle", SetValue("{ at = [50.0, 25.0], radius = 5.0 }"));
  EXPECT_TRUE(scenario.walls[0].points.empty());
  EXPECT_FALSE(scenario.walls[0].closed);
  EXPECT_EQ(scenario.walls[0].strength, 0.75);
  EXPECT_THAT(refused(scenario, "wall[0].circle", SetValue()), HasSubstr("wall[0]: has no shape"));
  EXPECT_THAT(refused(scenario, "wall[0].circle.radius", 40.0), HasSubstr("reaches to -15 on axis 1"));
  set_key(scenario, "start.positions", "uniform");
  EXPECT_THAT(refused(scenario, "world.size", std::vector<double>{100.0, 29.0}), HasSubstr("wall[0].circle"));
  set_key(scenario, "wall[0]", SetValue());
  ASSERT_EQ(scenario.walls.size(), 1u);
  EXPECT_TRUE(scenario.walls[0].box);
}

TEST(WallKeys, OfOptionsReplaceTheShapeOfTheFile) {
  const ScenarioSource source = ScenarioSource::from_text(
      kFlat + "[[wall]]\npoints = [[1.0, 2.0], [3.0, 4.0]]", "f.toml",
      {.set = {{"wall[0].circle", "{ at = [50.0, 25.0], radius = 5.0 }"}, {"wall[0].radius", "9.0"}}});
  EXPECT_TRUE(source.scenario().walls[0].points.empty());
  EXPECT_EQ(source.scenario().walls[0].circle->radius, 5.0);
  EXPECT_EQ(source.scenario().walls[0].radius, 9.0);
}

TEST(WallKeys, OfAFreshWallFitTheWorld) {
  const TableArray& array = table_array("wall");
  EXPECT_TRUE(array.is_place("circle.radius"));
  EXPECT_TRUE(array.is_place("points[2]"));
  EXPECT_FALSE(array.is_place("strength"));
  for (const auto& [toml, at] : {std::pair(kFlat, std::vector<double>{50.0, 25.0}),
                                 std::pair(kSolid, std::vector<double>{50.0, 25.0, 10.0})}) {
    Scenario scenario = read(toml + "[rules]\nradius = 4.0\nseparation_radius = 2.0\n");
    set_key(scenario, "wall[0]", array.fresh(scenario, at));
    EXPECT_EQ(scenario.walls.size(), 1u);
  }
}

}  // namespace
}  // namespace murmur
