// What the reader of a scenario checks beyond single keys: places in the world, sizes and speeds that depend on others, values of
// the wrong type as messages show them, and events.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/event_fields.h"
#include "sim/scenario/events.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/scenario/table_reader.h"
#include "sim/scenario/write.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> faults_of(const std::string& toml) {
  try {
    ScenarioSource::from_text(toml, "f.toml");
  } catch (const UserError& error) {
    return error.faults();
  }
  return {};
}

TEST(ScenarioChecks, PlacesSizesAndSpeedsThatDependOnOthers) {
  const std::pair<const char*, const char*> cases[] = {
      {"[start]\nat = [-3.0, 0.0]",
       "f.toml:3: start.at: the patch reaches from -3 to 7 on axis 0; allowed: within the world, -2 to 642, "
       "unless "
       "world.boundary is \"soft\" or \"open\""},
      {"[start]\nsize = [500.0, 10.0]",
       "f.toml:3: start.size: the patch reaches from 320 to 820 on axis 0; allowed: within the world, -2 to "
       "642, unless "
       "world.boundary is \"soft\" or \"open\""},
      {"[[predator]]\nat = [-3.0, 2.0]",
       "f.toml:3: predator[0].at: is -3 on axis 0; allowed: inside the world, -2 to 642"},
      {"[rules]\nmin_speed = 1.0\nspeed = 0.5",
       "f.toml:4: rules.speed: is 0.5; allowed: from rules.min_speed, 1, to rules.max_speed, 2, or 0 to "
       "follow it"},
      {"[world]\nsize = [1e9, 400.0]",
       "f.toml:3: world.size: a side of 1000000000 is too long; allowed: at most 1e9 and 1000000 times "
       "rules.radius, which "
       "is 50"},
  };
  for (const auto& [lines, expected] : cases)
    EXPECT_THAT(faults_of(std::string("preset = \"book\"\n") + lines), ElementsAre(expected)) << lines;
  EXPECT_THAT(
      faults_of("preset = \"book\"\nboids = 2000000000\n[rules]\nradius = 1e6\n[world]\nneighbours = 1e-6"),
      ElementsAre(testing::MatchesRegex(
          "f.toml:4: world.size: a side of 7926[0-9]+ is too long; allowed: at most 1e9 "
          "and 1000000 times rules.radius, which is 1000000")));
}

TEST(ScenarioChecks, ShowValuesOfTheWrongType) {
  const std::string whole = "allowed: a whole number from 0 to 2147483647", long_text(90, 'a');
  const std::pair<std::string, std::string> cases[] = {
      {"boids = true", "f.toml:2: boids: is true; " + whole},
      {"boids = false", "f.toml:2: boids: is false; " + whole},
      {"boids = [{}]", "f.toml:2: boids: is [{}]; " + whole},
      {"boids = [{ a = 1 }]", "f.toml:2: boids: is [{ a = 1 }]; " + whole},
      {"boids = {}", "f.toml:2: boids: is a table; " + whole},
      {"boids = [1, 2, 3, 4, 5, 6, 7, 8]", "f.toml:2: boids: is [1, 2, 3, 4, 5, 6, 7, 8]; " + whole},
      {"boids = [1, 2, 3, 4, 5, 6, 7, 8, 9]", "f.toml:2: boids: is an array of 9; " + whole},
      {"boids = \"" + long_text + "\"", "f.toml:2: boids: is \"" + long_text.substr(0, 79) + "...; " + whole},
      {"[view]\ncolour = 3", "f.toml:3: view.colour: is 3; allowed: a text in quotes"},
      {"[goal]\npath = 3",
       "f.toml:3: goal.path: is 3; allowed: one place or several, as in [[100.0, 50.0], [400.0, 300.0]]"},
      {"obstacle = [1, 2]",
       "f.toml:2: obstacle: is [1, 2]; allowed: tables, each beginning with [[obstacle]]"},
      {"[[obstacle]]\nat = 3\nradius = 1.0",
       "f.toml:3: obstacle[0].at: is 3; allowed: 2 numbers, one for each axis"},
      {"[[predator]]\nat = [1.0]",
       "f.toml:3: predator[0].at: is [1.0]; allowed: 2 numbers, one for each axis"},
  };
  for (const auto& [lines, expected] : cases)
    EXPECT_THAT(faults_of("preset = \"book\"\n" + lines), ElementsAre(expected)) << lines;
  EXPECT_THAT(faults_of("preset = 3"), ElementsAre("f.toml:1: preset: is 3; allowed: a text in quotes"));
}

TEST(ScenarioChecks, WhatIsMissingIsToldBeforeWhatDependsOnIt) {
  for (const char* lines :
       {"[[event]]\nstep = 1\nkind = \"add\"\nat = [1.0, 2.0]", "[[predator]]\nat = [1.0, 2.0]"})
    EXPECT_THAT(faults_of(lines), ElementsAre(HasSubstr("needs preset = \"NAME\""))) << lines;
}

TEST(ScenarioChecks, PlacesOfFaults) {
  const toml::table plain = toml::parse("a = 1\nb = 2"),
                    named = toml::parse("a = 1\nb = 2", std::string_view("own.toml"));
  const Faults faults("f.toml");
  EXPECT_EQ(faults.place(plain.get("b")).text, "f.toml:2: ");  // a text without a name has that of the faults
  EXPECT_EQ(faults.place(named.get("b")).text, "own.toml:2: ");
  EXPECT_EQ(faults.place(nullptr).text, "f.toml: ");
}

TEST(ScenarioChecks, EmptyTablesAndPresetsThatAreNone) {
  EXPECT_EQ(table_text(table_ref(Scenario::Terrain{})), "{}");
  EXPECT_EQ(preset_summary("no such preset"), "");
  EXPECT_THAT(preset_summary("book"), testing::StartsWith("Python Playground"));
}

TEST(ScenarioChecks, FilesWithoutAPictureAndFilesThatFail) {
  const std::string path =
      testing::TempDir() + "murmur_scenario_checks_" + std::to_string(getpid()) + ".toml";
  std::ofstream(path) << "preset = \"book\"\n[terrain]\nimage = \"\"\n";
  try {
    ScenarioSource::from_file(path);
    ADD_FAILURE();
  } catch (const UserError& error) {
    EXPECT_EQ(error.what(), path + ":3: terrain.image: is empty; allowed: the name of a greyscale PNG file");
  }
  std::filesystem::remove(path);
  const std::string memory =
      "/proc/self/mem";  // Linux: nothing is mapped at its begin, so that reading it fails
  if (!std::ifstream(memory)) GTEST_SKIP() << memory << " does not open here";
  try {
    ScenarioSource::from_file(memory);
    ADD_FAILURE();
  } catch (const RunError& error) {
    EXPECT_STREQ(
        error.what(),
        "cannot read the scenario /proc/self/mem: reading it failed; give the path of a scenario file, or "
        "--preset with a name that murmur presets lists");
  }
}

TEST(Events, AreEqualInAllTheirFieldsOnly) {
  const std::function<void(Event&)> changes[] = {[](Event& e) { e.step = 1; },
                                                 [](Event& e) { e.kind = EventKind::kGust; },
                                                 [](Event& e) {
                                                   e.at = {1.0, 2.0};
                                                 },
                                                 [](Event& e) { e.strength = 0.2; },
                                                 [](Event& e) { e.radius = 3.0; },
                                                 [](Event& e) { e.count = 2; },
                                                 [](Event& e) {
                                                   e.velocity = {{1.0, 0.0}};
                                                 },
                                                 [](Event& e) { e.steps = 2; },
                                                 [](Event& e) { e.key = "boids"; },
                                                 [](Event& e) { e.value = "1"; },
                                                 [](Event& e) { e.preset = "book"; },
                                                 [](Event& e) { e.species = "a"; },
                                                 [](Event& e) { e.from = "a"; },
                                                 [](Event& e) { e.to = "a"; }};
  for (size_t k = 0; k < std::size(changes); ++k) {
    Event a, b;
    changes[k](a);
    EXPECT_FALSE(a == b) << k;
    changes[k](b);
    EXPECT_TRUE(a == b) << k;
  }
}

TEST(Events, WithWrongFieldsAreRefused) {
  const Scenario scenario = ScenarioSource::from_preset("book").scenario();
  const auto told = [&](const Event& event) { return event_faults(event, scenario); };
  EXPECT_THAT(told({.kind = EventKind::kScatter, .at = {1.0, 1.0}, .strength = -1e39}),
              ElementsAre("strength: is -1e+39; allowed: a number from -3.4e38 to 3.4e38"));
  EXPECT_THAT(told({.kind = EventKind::kGust, .strength = 1e39}),
              ElementsAre("strength: is 1e+39; allowed: a number from -3.4e38 to 3.4e38"));
  EXPECT_THAT(told({.kind = EventKind::kScatter, .at = {1e39, -1e39}}),
              ElementsAre("at: 1e+39 is not allowed: a number from -3.4e38 to 3.4e38",
                          "at: -1e+39 is not allowed: a number from -3.4e38 to 3.4e38"));
  EXPECT_THAT(told({.kind = EventKind::kScatter, .at = {1.0, 1.0}, .strength = 1.0}), IsEmpty());
  EXPECT_THAT(told({.kind = EventKind::kSet, .value = "3"}),
              ElementsAre("key: is empty; allowed: a scenario key such as \"rules.radius\""));
  for (const char* key : {"event", "event[0].step"})
    EXPECT_THAT(
        told({.kind = EventKind::kSet, .key = key, .value = "3"}),
        ElementsAre(
            "key: events cannot be set during a run; allowed: every key of the model and its behaviours"));
}

TEST(Events, OfNoKnownKindHaveNoNameAndNoFurtherFields) {
  Event event{.kind = static_cast<EventKind>(99)};
  EXPECT_EQ(event_kind_name(event.kind), "?");
  std::vector<std::string> keys;
  visit_fields(event, [&](const Field& field, auto&) { keys.emplace_back(field.key); });
  EXPECT_THAT(keys, ElementsAre("step", "kind"));
}

}  // namespace
}  // namespace murmur
