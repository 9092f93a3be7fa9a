// The command line's options for common behaviours become scenario keys.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <CLI/CLI.hpp>

#include "app/options/common_options.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CommonOptions parsed(std::vector<std::string> words) {
  CLI::App command;
  CommonOptions options;
  add_common_options(command, options);
  std::reverse(words.begin(), words.end());
  command.parse(words);
  return options;
}

Scenario scenario(const std::vector<std::string>& words) { return scenario_source(parsed(words)).scenario(); }

std::string fault(const std::vector<std::string>& words) {
  try {
    scenario(words);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(BehaviourOptions, BecomeScenarioKeys) {
  const Scenario s =
      scenario({"--preset", "book", "--obstacle", "320,240,60", "--obstacle", "100,50.5,1e1", "--wind",
                "-1,0.5", "--predators", "3", "--cursor", "10,20", "--goal", "30,40"});
  ASSERT_EQ(s.obstacles.size(), 2u);
  EXPECT_THAT(s.obstacles[1].at, ElementsAre(100.0, 50.5));
  EXPECT_EQ(s.obstacles[0].radius, 60.0);
  EXPECT_EQ(s.obstacles[1].radius, 10.0);
  EXPECT_THAT(s.wind.value().velocity, ElementsAre(-1.0, 0.5));
  EXPECT_EQ(s.predators.size(), 3u);
  EXPECT_THAT(s.cursor.value().at, ElementsAre(10.0, 20.0));
  EXPECT_EQ(s.cursor->mode, CursorMode::kFlee);
  EXPECT_THAT(s.goal.value().path, ElementsAre(ElementsAre(30.0, 40.0)));
}

TEST(BehaviourOptions, TakeThreeNumbersInThreeDimensions) {
  const Scenario s = scenario({"--preset", "cis565", "--obstacle", "10,20,30,5", "--wind=0,0,1"});
  EXPECT_THAT(s.obstacles.at(0).at, ElementsAre(10.0, 20.0, 30.0));
  EXPECT_THAT(s.wind.value().velocity, ElementsAre(0.0, 0.0, 1.0));
  EXPECT_THAT(fault({"--preset", "cis565", "--goal", "1,2"}), HasSubstr("allowed: 3 numbers"));
}

TEST(BehaviourOptions, StandInPlaceOfTheFilesAndUnderSet) {
  const std::string file = MURMUR_SOURCE_DIR "/scenarios/obstacles.toml";
  EXPECT_EQ(scenario({file, "--obstacle", "320,240,60"}).obstacles.size(), 1u);
  EXPECT_EQ(scenario({file, "--obstacle", "320, 240,60"}).obstacles.size(), 1u);
  EXPECT_EQ(
      scenario({"--preset", "book", "--obstacle", "320,240,60", "--set", "obstacle[0].avoid=look-ahead"})
          .obstacles.at(0)
          .avoid,
      Avoid::kLookAhead);
  EXPECT_TRUE(
      scenario({MURMUR_SOURCE_DIR "/scenarios/predators.toml", "--predators", "0"}).predators.empty());
}

TEST(BehaviourOptions, WrongNumbersAreToldWithAnExample) {
  for (const char* text : {"1", "1,", "a,b,c", "1,2,3x", "1,,2"}) {
    EXPECT_THAT(fault({"--preset", "book", std::string("--obstacle=") + text}),
                HasSubstr("--obstacle 320,240,60"))
        << text;
  }
  EXPECT_THAT(fault({"--preset", "book", "--wind", "1"}), HasSubstr("--wind 40,-2.5"));
  EXPECT_THAT(fault({"--preset", "book", "--wind", "nan,0"}), HasSubstr("write at least 2 numbers"));
  EXPECT_THAT(fault({"--preset", "book", "--wind", "1e38,0"}), HasSubstr("1e+38 is too far"));
  EXPECT_THAT(fault({"--preset", "book", "--obstacle", "1,2,-3"}), HasSubstr("obstacle[0].radius: is -3"));
  EXPECT_THROW(parsed({"--predators", "-1"}), CLI::Error);
  EXPECT_THROW(parsed({"--predators", "many"}), CLI::Error);
}

}  // namespace
}  // namespace murmur
