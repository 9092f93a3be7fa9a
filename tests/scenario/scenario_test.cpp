// Scenario files: merging, what the command line lays on top, and the small services around names and counts.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/layers.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/scenario/toml_text.h"
#include "sim/util/errors.h"
#include "sim/util/near_names.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Scenario preset(const std::string& name, const ScenarioOverrides& overrides = {}) {
  return ScenarioSource::from_preset(name, overrides).scenario();
}

Scenario text(const std::string& toml, const ScenarioOverrides& overrides = {}) {
  return ScenarioSource::from_text(toml, "test.toml", overrides).scenario();
}

TEST(ScenarioFile, GoldenAndExampleFilesRead) {
  int count = 0;
  for (const char* folder : {MURMUR_TEST_DATA "/golden", MURMUR_SOURCE_DIR "/scenarios"}) {
    if (!std::filesystem::exists(folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".toml" && entry.path().parent_path().filename() != "figures") {
        EXPECT_NO_THROW(ScenarioSource::from_file(entry.path().string())) << entry.path();
        ++count;
      }
  }
  EXPECT_GT(count, 9);
}

TEST(ScenarioFile, TablesMergeAndArraysReplace) {
  const Scenario s = text(
      "preset = \"ruby-printed\"\n[rules]\ncohesion = { weight = -1.0 }\nmax_speed = 6\n[world]\nsize = "
      "[10.0, 20.0, "
      "30.0]");
  EXPECT_EQ(s.rules.cohesion.weight, -1.0);
  EXPECT_EQ(s.rules.cohesion.amount, 0.01);
  EXPECT_EQ(s.rules.max_speed, 6.0);
  EXPECT_THAT(s.world.size, ElementsAre(10, 20, 30));
  EXPECT_THAT(text("preset = \"book\"\n[world]\nsize = [640.0, 480.0, 100.0]").start.at,
              ElementsAre(320, 240, 50));
  EXPECT_THAT(text("preset = \"murmuration\"\n[world]\nsize = [900.0, 800.0]").world.size,
              ElementsAre(900, 800));
  EXPECT_EQ(text("preset = \"cis565\"\n[world]\nneighbours = 8.0").dimensions(), 3);
  EXPECT_EQ(text("preset = \"benchmark-3d\"\n[world]\nsize = [900.0, 800.0]").dimensions(), 2);
  EXPECT_EQ(text("preset = \"murmuration\"\n[world]\ndimensions = 3").dimensions(), 3);
}

TEST(ScenarioFile, PicturesAreFoundBesideTheFile) {
  const std::string folder = testing::TempDir() + "murmur_scenario_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/a.toml") << "preset = \"book\"\n[terrain]\nimage = \"hills.png\"\n";
  EXPECT_EQ(ScenarioSource::from_file(folder + "/a.toml").scenario().terrain->image, folder + "/hills.png");
}

TEST(ScenarioFile, NeighboursOfAWorldKeepItsDimensions) {
  using Changes = std::vector<std::pair<std::string, std::string>>;
  for (const Changes& changes :
       {Changes{{"world.neighbours", "8.0"}}, {{"world.dimensions", "3"}, {"world.neighbours", "8.0"}}}) {
    const Scenario s = text("preset = \"book\"\n[world]\nsize = [640.0, 480.0, 100.0]", {.set = changes});
    EXPECT_EQ(s.dimensions(), 3);
    EXPECT_EQ(s.world.neighbours, 8.0);
  }
}

TEST(ScenarioLayers, OnlyThePresetOfTheFirstIsALayer) {
  Faults faults("layers");
  ScenarioLayers layers;
  layers.add_layer(parse_toml("preset = \"book\"", "first"), faults);
  layers.add_layer(parse_toml("preset = \"ruby\"\nboids = 3", "second"), faults);
  const Scenario s = layers.read(faults).scenario;
  faults.raise();
  EXPECT_THAT(s.world.size, ElementsAre(640, 480));  // of book
  EXPECT_EQ(s.boids, 3);
}

TEST(ScenarioLayers, RemoveTheKeysThatTheyHave) {
  toml::table table = parse_toml("[rules]\nradius = 5.0\n[[obstacle]]\nradius = 1.0", "t.toml");
  for (const char* key :
       {"rules.radius.x", "rules.radius[0]", "obstacle[1]", "obstacle[1].radius", "cursor", "a.b"})
    EXPECT_FALSE(remove_key(table, key)) << key;
  EXPECT_EQ(table["rules"]["radius"].value_or(0.0), 5.0);
  EXPECT_TRUE(remove_key(table, "rules.radius"));
  EXPECT_FALSE(table["rules"]["radius"]);
  EXPECT_TRUE(remove_key(table, "obstacle[0]"));
  EXPECT_TRUE(table["obstacle"].as_array()->empty());
}

TEST(Overrides, LieOnTopOfTheFile) {
  const Scenario s =
      text("preset = \"murmuration\"\nboids = 50\nseed = 3",
           {.boids = 1000, .seed = 9, .set = {{"rules.radius", "80"}, {"world.boundary", "bounce"}}});
  EXPECT_EQ(s.boids, 1000);
  EXPECT_EQ(s.seed, 9u);
  EXPECT_EQ(s.rules.radius, 80.0);
  EXPECT_EQ(s.world.boundary, Boundary::kBounce);
  EXPECT_NEAR(1000 * 3.14159265358979 * 80 * 80 / (s.world.size[0] * s.world.size[1]), 5.0, 1e-5);
}

TEST(Overrides, BeginArrays) {
  const Scenario s = preset("book", {.set = {{"obstacle[0]", "{ at = [1.0, 2.0], radius = 3.0 }"}}});
  ASSERT_EQ(s.obstacles.size(), 1u);
  EXPECT_EQ(s.obstacles[0].radius, 3.0);
}

TEST(Overrides, SetNoPreset) {
  try {
    preset("book", {.set = {{"preset", "ruby"}}});
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "--set preset: use --preset NAME");
  }
}

TEST(Overrides, KeepDensityScalesWorldAndStartRegion) {
  const Scenario book = preset("book", {.boids = 10000, .keep_density = true});
  EXPECT_THAT(book.world.size, ElementsAre(6400, 4800));
  EXPECT_THAT(book.start.at, ElementsAre(3200, 2400));
  EXPECT_THAT(book.start.size, ElementsAre(100, 100));
  EXPECT_EQ(book.rules.radius, 50.0);
  EXPECT_THAT(preset("cis565", {.boids = 40000, .keep_density = true}).world.size,
              ElementsAre(400, 400, 400));
  // A world made for its own N scales from that N; one that follows N stays.
  const char* sized =
      "preset = \"book\"\nboids = 400\n[world]\nsize = [1000, 1000]\n[start]\nat = [100, 200.0]\nsize = [10, "
      "20.0]";
  const Scenario own = text(sized, {.boids = 1600, .keep_density = true});
  EXPECT_THAT(own.world.size, ElementsAre(2000, 2000));
  EXPECT_THAT(own.start.at, ElementsAre(200, 400));
  EXPECT_THAT(own.start.size, ElementsAre(20, 40));
  const Scenario whole = text("preset = \"book\"\n[start]\nsize = 10", {.boids = 400, .keep_density = true});
  EXPECT_THAT(whole.start.size, ElementsAre(20, 20));
  const char* bare =
      "boids = 25\n[world]\nsize = [10, 20.0]\n[rules]\nradius = 1.0\nmax_speed = 1.0\n"
      "separation = { shape = \"limit\", amount = 1.0 }\nalignment = { shape = \"limit\", amount = 1.0 }\n"
      "cohesion = { shape = \"limit\", amount = 1.0 }";
  EXPECT_THAT(text(bare, {.boids = 100, .keep_density = true}).world.size, ElementsAre(20, 40));
  EXPECT_EQ(preset("benchmark", {.boids = 500, .keep_density = true}).world.size,
            preset("benchmark", {.boids = 500}).world.size);
  EXPECT_THAT(preset("book", {.boids = 10000}).world.size, ElementsAre(640, 480));
}

TEST(Names, NearOnesAreFound) {
  EXPECT_THAT(near_names("bok", preset_names()), testing::Contains("book"));
  EXPECT_EQ(near_names("book-centriod", preset_names()).front(), "book-centroid");
  EXPECT_EQ(near_names("murm", preset_names()).front(), "murmuration");
  EXPECT_THAT(near_names("zzzzzz", preset_names()), testing::IsEmpty());
  // Letters in capitals and blanks are no difference, and the three nearest are enough.
  EXPECT_THAT(near_names("Book Centroid", {"book", "book-centroid"}), ElementsAre("book-centroid"));
  EXPECT_THAT(near_names("LOOK_ahead", {"look_ahead", "head"}), ElementsAre("look_ahead"));
  EXPECT_THAT(near_names("abcdef", {"abcxyf", "abcdxf", "abcdex", "abcdef", "xbcdef"}),
              ElementsAre("abcdef", "abcdxf", "abcdex"));
}

}  // namespace
}  // namespace murmur
