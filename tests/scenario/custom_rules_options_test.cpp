// [[rule]] and the command line: --rule adds a rule, --set changes one; what is wrong there is refused with the option's name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "sim/scenario/source.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kRules =
    "preset = \"book\"\n[[rule]]\nlet.gain = { value = 0.05, from = 0, to = 1 }\nlet.other = 1\n"
    "add = \"v * gain * other\"\n[[rule]]\nadd = \"v\"\n";

std::vector<std::string> faults_of(const std::string& toml, const ScenarioOverrides& overrides) {
  try {
    ScenarioSource::from_text(toml, "f.toml", overrides);
  } catch (const UserError& error) {
    return error.faults();
  }
  return {};
}

TEST(CustomRulesOptions, AreRefusedWithTheirName) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "--rule: is empty; allowed: KEY = VALUE, as in add ="},
      {"v * 0.1", "saw '*'; allowed: KEY = VALUE, as in add ="},
      {"add = \"v", "its quote is not closed"},
      {"name = 'a'", "--rule: rule[0].add: is missing"},
      {"add = v * 2", "--rule:1: \"v * 2\" is not a TOML value; a text stands in quotes: \"v * 2\""},
      {"add = 'v'\n[[species]]\nname = 'z'",
       "--rule: has [[species]]; allowed: the keys of one rule, and --rule once more for another"},
      {"add = 'v *'", "--rule: rule[0].add, column 4: "},
  };
  for (const auto& [text, expected] : cases)
    EXPECT_THAT(faults_of("preset = \"book\"", {.rules = {text}}), ElementsAre(HasSubstr(expected))) << text;
  EXPECT_THAT(faults_of("preset = \"book\"", {.rules = std::vector<std::string>(9, "add = 'v'")}),
              ElementsAre("--rule: has 9 tables; allowed: at most 8"));
}

/// A misspelt name on the command line would be a number that no text uses.
TEST(CustomRulesOptions, MakeNoNewNumbers) {
  const auto set = [](const std::string& key) { return faults_of(kRules, {.set = {{key, "2.0"}}}); };
  EXPECT_THAT(set("rule[0].let.gian"),
              ElementsAre("--set rule[0].let.gian: the rule has no `let` \"gian\"; did you mean gain?"));
  EXPECT_THAT(set("rule[0].let.gian.from"), ElementsAre(HasSubstr("did you mean gain?")));
  EXPECT_THAT(set("rule[0].let.whatever"), ElementsAre(HasSubstr("; known are gain, other")));
  EXPECT_THAT(set("rule[1].let.gain"), ElementsAre(HasSubstr("no `let` \"gain\"; it has none")));
  EXPECT_THAT(set("rule[0].let.gain"), IsEmpty());
  EXPECT_THAT(faults_of(kRules, {.set = {{"rule[1].let.gain", "2.0"}, {"rule[1].add", "\"v * gain\""}}}),
              IsEmpty());
  ScenarioSource run = ScenarioSource::from_text(kRules, "f.toml");
  run.set("rule[0].let.more", 2.0);
  EXPECT_EQ(run.scenario().custom_rules[0].lets.size(), 3u);
}

}  // namespace
}  // namespace murmur
