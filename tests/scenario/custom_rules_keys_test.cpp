// [[rule]]: what is read is written again, is set by single keys at the start and during a run, and is refused with one sentence where
// it is wrong. The language of the texts has tests of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/scenario/custom_rules.h"
#include "sim/scenario/events.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/source.h"
#include "sim/scenario/write.h"
#include "sim/util/errors.h"
#include "support/set_as_in_file.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Rows = std::vector<std::vector<double>>;

const std::string kTwo = R"toml(preset = "book"
[[species]]
name = "prey"
[[species]]
name = "hunter"
[[rule]]
name  = "ring"
range = 40
let.gain = { value = 0.05, from = 0, to = 1 }
let.each = [0.5, 1.0]
let.pair = { value = [[1, 2], [3, 4]], to = 8 }
sums.pull = "unit(d) * (1 - r / range) * pair[species, species_j]"
sums.all = "1"
when = "all > 0"
add = """
limit(pull / max(all, 1) * gain,
      each[species])"""
[[rule]]
add = 'unit(v) * 0.1'
)toml";

Scenario scenario_of(const std::string& toml, const ScenarioOverrides& overrides = {}) {
  return ScenarioSource::from_text(toml, "f.toml", overrides).scenario();
}
std::vector<std::string> faults_of(const std::string& toml, const ScenarioOverrides& overrides = {}) {
  try {
    scenario_of(toml, overrides);
  } catch (const UserError& error) {
    return error.faults();
  }
  return {};
}
std::string book(const std::string& lines) { return "preset = \"book\"\n" + lines; }

TEST(CustomRulesKeys, AreReadAndWritten) {
  const ScenarioSource source = ScenarioSource::from_text(kTwo, "f.toml");
  for (const Scenario& s :
       {source.scenario(), ScenarioSource::from_text(source.to_toml(), "again.toml").scenario()}) {
    ASSERT_EQ(s.custom_rules.size(), 2u);
    const CustomRule& rule = s.custom_rules[0];
    EXPECT_EQ(rule.name, "ring");
    EXPECT_EQ(rule.range, 40.0);
    ASSERT_EQ(rule.lets.size(), 3u);  // in the order of their names
    EXPECT_EQ(rule.lets[0].name, "each");
    EXPECT_EQ(rule.lets[0].value, (Rows{{0.5, 1.0}}));
    EXPECT_EQ(rule.lets[0].to, std::nullopt);
    EXPECT_EQ(rule.lets[1].name, "gain");
    EXPECT_EQ(rule.lets[1].value, (Rows{{0.05}}));
    EXPECT_EQ(rule.lets[1].from, 0.0);
    EXPECT_EQ(rule.lets[1].to, 1.0);
    EXPECT_EQ(rule.lets[2].name, "pair");
    EXPECT_EQ(rule.lets[2].value, (Rows{{1, 2}, {3, 4}}));
    EXPECT_EQ(rule.lets[2].from, std::nullopt);
    EXPECT_EQ(rule.lets[2].to, 8.0);
    ASSERT_EQ(rule.sums.size(), 2u);
    EXPECT_EQ(rule.sums[0].name, "all");
    EXPECT_EQ(rule.sums[1].text, "unit(d) * (1 - r / range) * pair[species, species_j]");
    EXPECT_EQ(rule.when, "all > 0");
    EXPECT_EQ(rule.add, "limit(pull / max(all, 1) * gain,\n      each[species])");
    EXPECT_EQ(s.custom_rules[1].add, "unit(v) * 0.1");
    EXPECT_EQ(s.custom_rules[1].range, 0.0);
  }
  EXPECT_EQ(ScenarioSource::from_text(source.to_toml(), "again.toml").to_toml(), source.to_toml());
}

TEST(CustomRulesKeys, LeaveOtherScenariosAsTheyWere) {
  EXPECT_EQ(ScenarioSource::from_preset("book").to_toml().find("[[rule]]"), std::string::npos);
}

TEST(CustomRulesKeys, AreSetOneByOneDuringARunAndAtItsStart) {
  const std::pair<const char*, const char*> cases[] = {
      {"rule[0].name", "rings"},
      {"rule[0].name", ""},
      {"rule[0].range", "20.0"},
      {"rule[0].range", ""},
      {"rule[0].let.gain", "0.25"},
      {"rule[0].let.gain", "{ value = 0.5 }"},
      {"rule[0].let.gain", "{ from = -1, to = 2 }"},
      {"rule[0].let.gain.value", "0.25"},
      {"rule[0].let.gain.from", "0.01"},
      {"rule[0].let.gain.from", ""},
      {"rule[0].let.each", "[2, 3]"},
      {"rule[0].let.each[1]", "3"},
      {"rule[0].let.pair[1][0]", "-3"},
      {"rule[0].let.pair[1]", "[-3, -4]"},
      {"rule[0].let.pair.value[0][1]", "7"},
      {"rule[0].let", "{ more = [2, 3], gain = 0.125 }"},
      {"rule[0].sums.all", "\"2\""},
      {"rule[0].sums.vs", "\"v_j\""},
      {"rule[0].sums", "{ vs = \"v_j\" }"},
      {"rule[0].where.out", "\"p - size / 2\""},
      {"rule[0].where", "{ out = \"p - size / 2\", far = \"length(out)\" }"},
      {"rule[0].when", "\"all > 3\""},
      {"rule[0].when", ""},
      {"rule[0].add", "\"pull * gain\""},
      {"rule[0]", "{ let = { gain = 0.5, two = 2 }, sums = { one = \"1\" }, add = \"pull\" }"},
      {"rule[2]", "{ add = \"v * 0.5\", let.a = 1 }"},
      {"rule[1]", ""},
      {"rule", "[{ add = \"v\" }]"},
      {"rule", ""},
  };
  expect_set_as_in_file(kTwo, cases);
}

TEST(CustomRulesKeys, WhatNothingNamesIsTakenAway) {
  ScenarioSource run = ScenarioSource::from_text(kTwo, "f.toml");
  run.set("rule[0].add", "pull");
  run.set("rule[0].let.gain", "");
  run.set("rule[0].let.each", "");
  run.set("rule[0].let.nothing", "");
  run.set("rule[0].when", "");
  run.set("rule[0].sums.all", "");
  const CustomRule& rule = run.scenario().custom_rules[0];
  ASSERT_EQ(rule.lets.size(), 1u);
  EXPECT_EQ(rule.lets[0].name, "pair");
  ASSERT_EQ(rule.sums.size(), 1u);
  EXPECT_EQ(rule.sums[0].name, "pull");
}

TEST(CustomRulesKeys, KnowSpeciesByTheirNames) {
  const std::string text = kTwo + "when = \"species == hunter\"\n";
  EXPECT_EQ(rule_context(scenario_of(text)).species_names, (std::vector<std::string>{"prey", "hunter"}));
  ScenarioSource run = ScenarioSource::from_text(text, "f.toml");
  run.set("species[0]", "");  // hunter has another number
  EXPECT_THAT(
      event_faults({.kind = EventKind::kSet, .key = "species[0].name", .value = "fox"}, run.scenario()),
      ElementsAre(HasSubstr("rule[1].when, column 12: there is no name \"hunter\"")));
}

TEST(CustomRulesKeys, ANumberKeepsItsSlider) {
  ScenarioOverrides overrides;
  overrides.set = {{"rule[0].let.gain", "0.5"}};
  const CustomRule::Let let = scenario_of(kTwo, overrides).custom_rules[0].lets[1];
  EXPECT_EQ(let.value, (Rows{{0.5}}));
  EXPECT_EQ(let.to, 1.0);
}

TEST(CustomRulesKeys, EveryKeyIsAValueThatIsSetAgain) {
  ScenarioSource run = ScenarioSource::from_text(kTwo, "f.toml");
  const std::string before = run.to_toml();
  const KeyValues values = key_values(run.scenario());
  EXPECT_EQ(values.at("rule[0].let.gain.value").text(), "0.05");
  EXPECT_EQ(values.at("rule[0].let.gain.to").text(), "1.0");
  EXPECT_EQ(values.at("rule[0].let.each").text(), "[0.5, 1.0]");
  EXPECT_EQ(values.at("rule[0].let.pair.value").text(), "[[1.0, 2.0], [3.0, 4.0]]");
  EXPECT_EQ(values.at("rule[0].sums.all").text(), "\"1\"");
  EXPECT_EQ(values.at("rule[1].add").text(), "\"unit(v) * 0.1\"");
  EXPECT_FALSE(values.contains("rule[1].name"));
  for (const auto& [key, value] : values)
    if (key != "preset") run.set(key, value);
  EXPECT_EQ(run.to_toml(), before);
  EXPECT_EQ(table_of("rule[1].let.gain"),
            (TableOfKey{.table = "rule", .element = 1, .key = "let.gain", .kind = TableKind::kArray}));
}

TEST(CustomRulesKeys, OfAFileReplaceThoseOfItsPresetAndOptionsAddMore) {
  ScenarioOverrides overrides;
  overrides.rules = {"add = \"v\"; name = 'a; b'; let.x = 1 # ; none\n sums.m = \"1\"", "add = 'v * 2'"};
  overrides.set = {{"rule[1].let.x", "4"}};
  const Scenario s = scenario_of(book("rule = [{ add = \"v * 0\" }]"), overrides);
  ASSERT_EQ(s.custom_rules.size(), 3u);
  EXPECT_EQ(s.custom_rules[0].add, "v * 0");
  EXPECT_EQ(s.custom_rules[1].name, "a; b");
  EXPECT_EQ(s.custom_rules[1].lets.at(0).value, (Rows{{4.0}}));
  EXPECT_EQ(s.custom_rules[1].sums.at(0).text, "1");
  EXPECT_EQ(s.custom_rules[2].add, "v * 2");
  EXPECT_EQ(ScenarioSource::from_preset("book", {.rules = {"add = 'v'"}}).scenario().custom_rules.size(), 1u);
}

TEST(CustomRulesKeys, NumbersFollowTheSpeciesDuringARun) {
  ScenarioSource run = ScenarioSource::from_text(kTwo, "f.toml");
  run.set("species[2]", "{ name = \"dog\" }");
  const auto lets = [&]() -> const auto& { return run.scenario().custom_rules[0].lets; };
  EXPECT_EQ(lets()[0].value, (Rows{{0.5, 1.0, 1.0}}));
  EXPECT_EQ(lets()[1].value, (Rows{{0.05}}));
  EXPECT_EQ(lets()[2].value, (Rows{{1, 2, 2}, {3, 4, 4}, {3, 4, 4}}));
  run.set("species[0]", "");
  EXPECT_EQ(lets()[0].value, (Rows{{1.0, 1.0}}));
  EXPECT_EQ(lets()[2].value, (Rows{{4, 4}, {4, 4}}));
  EXPECT_EQ(ScenarioSource::from_text(run.to_toml(), "again.toml").to_toml(), run.to_toml());
}

TEST(CustomRulesKeys, AreCompiledForTheirFlock) {
  const RuleContext two = rule_context(scenario_of(kTwo));
  EXPECT_EQ(two.dimensions, 2);
  EXPECT_EQ(two.species, 2u);
  EXPECT_EQ(two.radius, 50.0);
  EXPECT_EQ(two.time_step, 1.0);
  EXPECT_EQ(two.size, scenario_of(kTwo).world.size);
  EXPECT_FALSE(two.wrapped);
  EXPECT_FALSE(two.cursor);
  EXPECT_FALSE(two.goal);
  const RuleContext other =
      rule_context(scenario_of("preset = \"cis565\"\nspecies = [{}]\n[world]\nmetric = "
                               "\"wrapped\"\n[rules]\ntime_step = 0.5\n[goal]\nat = [1, 2, "
                               "3]\n[cursor]\nat = [4, 5, 6]"));
  EXPECT_EQ(other.dimensions, 3);
  EXPECT_EQ(other.species, 1u);
  EXPECT_EQ(other.time_step, 0.5);
  EXPECT_TRUE(other.wrapped);
  EXPECT_THAT(other.cursor.value(), ElementsAre(4, 5, 6));
  EXPECT_THAT(other.goal.value(), ElementsAre(1, 2, 3));
  EXPECT_FALSE(rule_context(scenario_of(book("cursor = { mode = \"none\" }"))).cursor);
  EXPECT_FALSE(rule_context(scenario_of(book("goal = { path = [[1, 2], [3, 4]] }"))).goal);
}

TEST(CustomRulesKeys, SayLineAndWhatIsAllowed) {
  const std::string rule = "[[rule]]\nadd = \"v\"\n", species = "species = [{}, {}]\n";  // lines 2 and 3
  std::string many, sums, lets;
  for (int k = 0; k < 70; ++k) lets += "let.s" + std::to_string(k) + " = 1\n";
  for (int k = 0; k < 9; ++k) many += "[[rule]]\nadd = \"v\"\n";
  for (int k = 0; k < 9; ++k) sums += "sums.s" + std::to_string(k) + " = \"1\"\n";
  const std::pair<std::string, std::string> cases[] = {
      {"rule = 3", "f.toml:2: rule: is 3; allowed: tables, each beginning with [[rule]]"},
      {"[rule]\nradius = 3", "allowed: tables, each beginning with [[rule]]; did you mean rules.radius"},
      {many, "f.toml:18: rule: has 9 tables; allowed: at most 8"},
      {"[[rule]]\nname = \"a\"", "f.toml:2: rule[0].add: is missing"},
      {"[[rule]]\nadd = 3", "f.toml:3: rule[0].add: is 3; allowed: a text in quotes"},
      {"[[rule]]\nadd = \"\"",
       "f.toml:3: rule[0].add: is empty; allowed: what the rule adds to the velocity"},
      {rule + "wings = 2", "f.toml:4: rule[0].wings: unknown key"},
      {rule + "name = \"" + std::string(33, 'a') + "\"", "f.toml:4: rule[0].name: is \"aaa"},
      {rule + "name = \"a\\nb\"", "allowed: at most 32 characters, all of one line"},
      {rule + "range = -1", "f.toml:4: rule[0].range: is -1; allowed: a number from 0 to"},
      {rule + "range = 51",
       "f.toml:4: rule[0].range: range is at most rules.radius, which is 50; here is 51"},
      {rule + "when = true", "f.toml:4: rule[0].when: is true; allowed: a text in quotes"},
      {rule + "let = 3", "f.toml:4: rule[0].let: is 3; allowed: a table"},
      {rule + "let.a = \"x\"", "f.toml:4: rule[0].let.a: is \"x\"; allowed: a number from -3.4e38 to 3.4e38"},
      {rule + "let.a = nan", "f.toml:4: rule[0].let.a: is nan; allowed: a number from -3.4e38 to 3.4e38"},
      {rule + "let.a = []", "f.toml:4: rule[0].let.a: is []; allowed: a number, or with species"},
      {rule + "let.a = [1, 2]",
       "f.toml:4: rule[0].let.a: a `let` is one number, as this flock has no species"},
      {rule + "let.a = { from = 1 }", "f.toml:4: rule[0].let.a.value: is missing"},
      {rule + "let.a = { value = 1, form = 2 }", "f.toml:4: rule[0].let.a.form: unknown key; did you mean"},
      {rule + "let.a = { value = 1, from = \"x\" }",
       "f.toml:4: rule[0].let.a.from: is \"x\"; allowed: a number from -3.4e38 to 3.4e38"},
      {rule + "let.a = { value = 1, from = 2, to = 1 }",
       "f.toml:4: rule[0].let.a: has a slider from 2 to 1; allowed: from at most to"},
      {rule + "let.a-b = 1",
       "f.toml:4: rule[0].let: has the name \"a-b\"; allowed: 1 to 32 letters a to z and A to Z, figures and "
       "_"},
      {rule + "let.3 = 1", "f.toml:4: rule[0].let: has the name \"3\""},
      {rule + "sums.\"\" = \"1\"", "f.toml:4: rule[0].sums: has the name \"\""},
      {rule + "sums.a = 1", "f.toml:4: rule[0].sums.a: is 1; allowed: a text in quotes"},
      {"[[rule]]\nadd = \"v * s9\"\n" + lets, "rule[0].let: has 65 numbers; allowed: at most 64"},
      {rule + "let.\"a\\u0000b\" = 1", "f.toml:4: rule[0].let: has the name \"a\\u0000b\""},
      {rule + sums, "f.toml:12: rule[0].sums.s8, column 1: a rule has at most 8 sums; here are 9"},
      {species + rule + "let.a = [1, 2, 3]",
       "f.toml:5: rule[0].let.a: a `let` is one number, 2 numbers (one for each species) or 2 rows of 2"},
      {species + rule + "let.a = [[1, 2], [3]]", "f.toml:5: rule[0].let.a: a `let` is one number"},
      {species + rule + "let.a = [[1], [3]]", "f.toml:5: rule[0].let.a: a `let` is one number"},
      {species + rule + "let.a = [1, \"x\"]",
       "f.toml:5: rule[0].let.a[1]: is \"x\"; allowed: a number from -3.4e38 to 3.4e38"},
      {species + rule + "let.a = [[1, 2], [3, nan]]", "f.toml:5: rule[0].let.a[1][1]: is nan"},
  };
  for (const auto& [lines, expected] : cases)
    EXPECT_THAT(faults_of(book(lines)), ElementsAre(HasSubstr(expected))) << lines;
}

TEST(CustomRulesKeys, SayWhereATextIsWrong) {
  const std::string rule = "[[rule]]\nadd = \"v\"\n";
  const std::pair<std::string, std::string> cases[] = {
      {"[[rule]]\nadd = \"v * nothing\"", "f.toml:3: rule[0].add, column 5: "},
      {"[[rule]]\nadd = '''\nv +\n  v * ☺nothing'''", "f.toml:3: rule[0].add, line 2, column 7: "},
      {rule + "when = \"1 +\"", "f.toml:4: rule[0].when, column "},
      {rule + "sums.s = \"1 + d\"", "f.toml:4: rule[0].sums.s, column "},
      {rule + "[[rule]]\nadd = \"3\"", "f.toml:5: rule[1].add, column 1: "},
  };
  EXPECT_THAT(faults_of(book("[[rule]]\nadd = \"v * aa + bb\"\nsums.s = \"cc\"")),
              ElementsAre(HasSubstr("rule[0].add, column 5"), HasSubstr("rule[0].add, column 10"),
                          HasSubstr("rule[0].sums.s, column 1")));
  for (const auto& [lines, expected] : cases)
    EXPECT_THAT(faults_of(book(lines)), ElementsAre(HasSubstr(expected))) << lines;
}

TEST(CustomRulesKeys, AllFaultsAreSaidAtOnceButNoneThatFollowsFromAnother) {
  EXPECT_THAT(
      faults_of(book(
          "boids = -1\n[goal]\nat = [1]\n[[rule]]\nadd = \"v *\"\n[[rule]]\nlet.a = \"x\"\nadd = \"v * a\"\n"
          "[[rule]]\nadd = \"unit(goal - p)\"\n[[rule]]\nsums.s = 4\nadd = \"s * v\"")),
      ElementsAre(HasSubstr("boids: is -1"), HasSubstr("goal.at: is [1]"), HasSubstr("rule[0].add, column"),
                  HasSubstr("rule[1].let.a: is \"x\""), HasSubstr("rule[3].sums.s: is 4")));
}

TEST(CustomRulesKeys, AreRefusedDuringARunAsAtItsStart) {
  const struct {
    const char *key, *value, *said;
  } cases[] = {
      {"rule[0].add", "", "rule[0].add: is missing"},
      {"rule[0].add", "\"pull +\"", "rule[0].add, column "},
      {"rule[0].sums.all", "", "rule[0]."},  // add and when name it
      {"rule[3]", "{ add = \"v\" }", "rule has 2 elements; allowed: an index from 0 to 2"},
      {"rule[2]", "{ name = \"x\" }", "rule[2].add: is missing"},
      {"rule[4].add", "\"v\"", "there is no rule[4]; rule has 2"},
      {"rule[0].let.gain[0]", "1.0", "rule[0].let.gain is not an array"},
      {"rule[0].let.a-b", "1.0", "rule[0].let: has the name \"a-b\""},
      {"rule[0].let.gain.wide", "1.0", "rule[0].let.gain.wide: unknown key"},
      {"rule[0].let.pair[2][0]", "1.0", "has 2"},
      {"rule[0].let.each[1][0]", "1.0", "is not an array"},
      {"rule[0].let.each", "[1, 2, 3]", "rule[0].let.each: a `let` is one number"},
      {"rule[0].sums.pull.x", "1.0", "rule[0].sums.pull"},
      {"rules.radius", "39.0", "rule[0].range: range is at most rules.radius, which is 39; here is 40"},
  };
  for (const auto& [key, value, said] : cases) {
    ScenarioOverrides overrides;
    overrides.set = {{key, value}};
    EXPECT_THAT(faults_of(kTwo, overrides), testing::Contains(HasSubstr(said))) << key;
    ScenarioSource run = ScenarioSource::from_text(kTwo, "f.toml");
    const std::string before = run.to_toml();
    try {
      run.set(key, value);
      ADD_FAILURE() << key << " = " << value;
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), HasSubstr(said)) << key;
    }
    EXPECT_EQ(run.to_toml(), before);
  }
}

TEST(CustomRulesKeys, EventsAreCheckedAgainstTheFlockOfTheirTime) {
  const auto events = [](int goal_at) {
    return "preset = \"book\"\n[[event]]\nstep = 5\nkind = \"set\"\nkey = \"rule[0]\"\n"
           "value = { add = \"unit(goal - p)\" }\n[[event]]\nstep = " +
           std::to_string(goal_at) + "\nkind = \"set\"\nkey = \"goal\"\nvalue = { at = [1, 2] }\n";
  };
  EXPECT_THAT(faults_of(events(4)), IsEmpty());
  EXPECT_THAT(faults_of(events(6)), ElementsAre(HasSubstr("rule[0].add, column 6")));
  ScenarioSource run = ScenarioSource::from_text(events(4), "f.toml");
  for (int64_t boids = 100;
       const Event& event : std::vector<Event>{run.scenario().events[1], run.scenario().events[0]})
    run.accept(event, boids);
  EXPECT_EQ(run.scenario().custom_rules.at(0).add, "unit(goal - p)");
  EXPECT_THAT(event_faults({.kind = EventKind::kSet, .key = "goal", .value = {}}, run.scenario()),
              ElementsAre(HasSubstr("rule[0].add, column 6")));
}

TEST(CustomRuleKeys, NumbersThatBoidsKeepAreReadAndWrittenAgain) {
  const std::string text =
      "preset = \"book\"\n[[rule]]\nstate.hunger = { start = 0.25, next = \"min(hunger + 0.01, 1)\" }\n"
      "state.rest = 3\nstate.age = { next = \"age + 1\" }\nadd = \"v * hunger\"\n";
  const Scenario scenario = scenario_of(text);
  ASSERT_EQ(scenario.custom_rules[0].states.size(), 3u);
  EXPECT_EQ(custom_state_names(scenario), (std::vector<std::string>{"age", "hunger", "rest"}));
  const CustomRule::State& hunger = scenario.custom_rules[0].states[1];
  EXPECT_EQ(hunger.start, 0.25);
  EXPECT_EQ(hunger.next, "min(hunger + 0.01, 1)");
  EXPECT_EQ(scenario.custom_rules[0].states[2].start, 3.0);
  const std::string written = scenario_to_toml(scenario);
  EXPECT_THAT(written, HasSubstr("state.hunger = { start = 0.25, next = \"min(hunger + 0.01, 1)\" }"));
  EXPECT_EQ(scenario_to_toml(scenario_of(written)), written);
  ScenarioOverrides overrides;
  overrides.set = {{"rule[0].state.hunger.start", "0.5"}, {"rule[0].state.hunger.next", "hunger"}};
  const Scenario set = scenario_of(text, overrides);
  EXPECT_EQ(set.custom_rules[0].states[1].start, 0.5);
  EXPECT_EQ(set.custom_rules[0].states[1].next, "hunger");
  EXPECT_THAT(faults_of("preset = \"book\"\n[[rule]]\nstate.age = { begin = 3 }\nadd = \"v\"\n"),
              ElementsAre(HasSubstr("rule[0].state.age.begin")));
  EXPECT_THAT(faults_of("preset = \"book\"\n[[rule]]\nstate.age = \"3\"\nadd = \"v\"\n"),
              ElementsAre(HasSubstr("rule[0].state.age")));
  EXPECT_THAT(faults_of("preset = \"book\"\n[[rule]]\nstate.age = { next = \"ag\" }\nadd = \"v\"\n"),
              ElementsAre(HasSubstr("rule[0].state.age.next, column 1: there is no name \"ag\"")));
}

}  // namespace
}  // namespace murmur
