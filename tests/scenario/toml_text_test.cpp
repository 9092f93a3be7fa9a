// Texts in scenarios and on the command line: keys as steps, values, quoted strings and how deep brackets nest, ranges, colours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/key_values.h"
#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_text.h"
#include "sim/scenario/toml_values.h"
#include "sim/scenario/words.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(KeyPath, HasNamesAndIndices) {
  const std::vector<KeyStep> steps = split_key("Ab_9.obstacle[12].look-ahead");
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].key, "Ab_9");
  EXPECT_EQ(steps[0].index, std::nullopt);
  EXPECT_EQ(steps[1].key, "obstacle");
  EXPECT_EQ(steps[1].index, 12u);
  EXPECT_EQ(steps[2].key, "look-ahead");
}

TEST(KeyPath, RefusesEverythingElse) {
  for (const char* key :
       {"", ".", "rules.", "a b", "a{b", "a/b", "a:b", "a^b", "a`b", "a\u00e9", "[0]", "obstacle[",
        "obstacle[]", "obstacle[0", "obstacle[0)", "obstacle[0]x", "obstacle[0][1][2]", "obstacle[-1]"}) {
    try {
      split_key(key);
      ADD_FAILURE() << key;
    } catch (const UserError& error) {
      EXPECT_EQ(error.what(),
                toml_string(key) +
                    " is not a scenario key; allowed are names as in rules.radius or obstacle[0].at");
    }
  }
}

TEST(KeyValue, IsTomlOrABareWord) {
  EXPECT_EQ(parse_value("k", "55.5", "s")["value"].value_or(0.0), 55.5);
  EXPECT_EQ(parse_value("k", "whole-speed", "s")["value"].value_or(std::string()), "whole-speed");
  EXPECT_EQ(parse_value("k", "true", "s")["value"].value_or(false), true);
  for (const char* text : {"", " ", "a{", "A", "a1", "[1", "1\nb = 2"}) {
    try {
      parse_value("k", text, "s");
      ADD_FAILURE() << text;
    } catch (const UserError& error) {
      const bool word = *text == 'A' || text == std::string("a1");
      EXPECT_EQ(error.what(), "k: " + toml_string(text) + " is not a TOML value; " +
                                  (word ? "a text stands in quotes: " + toml_string(text)
                                        : "allowed are values as in 55.0, true, \"wrap\" or [640.0, 480.0]"));
    }
  }
}

TEST(SetValue, IsTheSameFromTextAndTyped) {
  const std::pair<SetValue, const char*> values[] = {
      {0.1, "0.1"},
      {2.0, "2.0"},
      {int64_t{7}, "7"},
      {true, "true"},
      {std::vector{1.0, 2.5}, "[1.0, 2.5]"},
      {std::vector{std::vector{1.0, 2.0}, std::vector{3.0, 4.0}}, "[[1.0, 2.0], [3.0, 4.0]]"},
      {SetValue::word("a \"b\""), R"("a \"b\"")"},
      {SetValue::table({{"at", std::vector{1.0, 2.0}}, {"mode", SetValue::word("flee")}}),
       R"({ at = [1.0, 2.0], mode = "flee" })"},
      {SetValue::table({}), "{}"}};
  for (const auto& [value, text] : values) {
    EXPECT_EQ(value.text(), text);
    EXPECT_EQ(value_text(*SetValueNode::of("k", value)), value_text(*SetValueNode::of("k", text)));
  }
  EXPECT_THAT(SetValue("[1, 2.5]").numbers(), ElementsAre(1.0, 2.5));
  EXPECT_THAT(SetValue(int64_t{7}).numbers(), ElementsAre(7.0));
  EXPECT_THAT(SetValue("[true]").numbers(), ElementsAre());
  EXPECT_EQ(SetValue("bounce").word(), "bounce");
  EXPECT_EQ(SetValue(2.0).word(), "");
  EXPECT_EQ(SetValueNode::of("k", SetValue()), nullptr);
}

TEST(SetValue, KeepsTheTextAsItWasGiven) {
  for (const char* text : {"bounce", " 2.50 # half", "a{", "1\nb = 2"})
    EXPECT_EQ(SetValue(text).text(), text);
  EXPECT_THROW(SetValueNode::of("k", "a{"), UserError);
  EXPECT_THROW(SetValueNode::of("k", std::string(33, '[')), UserError);
}

/// The sentence that refuses the text; empty: it is accepted.
std::string depth_fault(const std::string& text) {
  try {
    check_toml_depth(text, "t");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

// Brackets in a string do not count, and those behind it do: the check sees where each string ends.
TEST(TomlDepth, StringsEndWhereTheParserEndsThem) {
  const std::string deep(33, '['), said = ": brackets inside brackets; allowed: at most 32";
  const std::pair<std::string, int> strings[] = {
      {R"("" )", 2},          {R"("\\")", 2},          {R"("\"[")", 2},           {R"('\')", 2},
      {R"('"')", 2},          {R"("""a"b""c""")", 2},  {R"(""""quoted"""")", 2},  {R"(""""two"""""")", 2},
      {R"('''it's''''')", 2}, {"\"\"\"a\nb\"\"\"", 3}, {"\"\"\"a\\\nb\"\"\"", 3}, {"'''a\n\nb'''", 4},
      {"\"not closed", 2},    {"\"not closed\\", 2},   {"'not closed", 2},
  };
  for (const auto& [text, line] : strings) {
    EXPECT_EQ(depth_fault("a = " + text + "\nb = 1"), "") << text;
    EXPECT_EQ(depth_fault("a = " + text + "\n" + deep), "t:" + std::to_string(line) + said) << text;
  }
  for (const char* quotes : {"\"", "'", "\"\"\"", "'''"})
    EXPECT_EQ(depth_fault("a = " + (quotes + deep) + quotes), "") << quotes;
  EXPECT_EQ(depth_fault("a = \"\"\"" + deep), "");  // to the end of the text: the parser refuses it
  EXPECT_EQ(depth_fault("a = \"" + deep + "\\"), "");
}

TEST(TomlDepth, BracketsThatCloseNothingOpenNoRoom) {
  EXPECT_EQ(depth_fault("]]}}" + std::string(32, '[')), "");
  EXPECT_EQ(depth_fault("]]}}" + std::string(33, '{')), "t:1: brackets inside brackets; allowed: at most 32");
}

TEST(TomlValues, AreShownAsTheyAreRead) {
  EXPECT_EQ(toml_string("a\"b\\c\x7f\n"), R"("a\"b\\c\u007F\u000A")");
  EXPECT_EQ(parse_value("k", toml_string("\x7f\x01"), "s")["value"].value_or(std::string()), "\x7f\x01");
  EXPECT_EQ(range_text(kAnyNumber), "a number from -3.4e38 to 3.4e38");
  EXPECT_EQ(range_text({-kLargest, 5.0}), "a number from -3.4028234663852886e+38 to 5");
  EXPECT_EQ(range_text({-1.0, kLargest}), "a finite number of at least -1");
  EXPECT_EQ(range_text(kPositive), "a number above 0 (from 1e-9 to 1e9)");
  EXPECT_EQ(range_text({1e-9, 5.0}), "a number from 1e-09 to 5");
}

TEST(Colours, AreSixHexadecimalDigits) {
  const auto colour = hex_colour("#0aF9fF");
  ASSERT_TRUE(colour);
  EXPECT_EQ((*colour)[0], 10.0f / 255.0f);
  EXPECT_FLOAT_EQ((*colour)[1], 249.0f / 255.0f);
  EXPECT_EQ((*colour)[2], 1.0f);
  for (const char* wrong :
       {"", "#00000", "0000000", "#/00000", "#:00000", "#0@0000", "#00G000", "#000`00", "#00000g"})
    EXPECT_FALSE(hex_colour(wrong)) << wrong;
}

}  // namespace
}  // namespace murmur
