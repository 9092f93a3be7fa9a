// Rules that are too many, too long, too deep, or no rules at all: one sentence with a place within the text, and no crash.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/double_program.h"
#include "support/random_rules.h"

namespace murmur {
namespace {

RuleContext world(int dimensions, size_t species = 0) {
  RuleContext context;
  context.dimensions = dimensions;
  context.species = species;
  context.size = std::vector<double>(static_cast<size_t>(dimensions), 100.0);
  context.radius = 50;
  return context;
}

CustomRule rule_of(const std::string& add) {
  CustomRule rule;
  rule.add = add;
  return rule;
}

std::string fault_of(const std::vector<CustomRule>& rules, const RuleContext& context) {
  try {
    compile_rules(rules, context);
  } catch (const RuleError& error) {
    return fmt::format("{}.{} {}:{} {}", error.rule, error.key, error.line, error.column, error.cause);
  }
  return "";
}
std::string fault_of(const std::string& add) { return fault_of({rule_of(add)}, world(2)); }

std::string times(size_t count, const std::string& text) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST(RulesLimitsTest, Rules) {
  EXPECT_EQ(fault_of(std::vector<CustomRule>(8, rule_of("v")), world(2)), "");
  EXPECT_EQ(fault_of(std::vector<CustomRule>(9, rule_of("v")), world(2)),
            "8.name 1:1 a flock has at most 8 rules; here are 9");
}

TEST(RulesLimitsTest, Sums) {
  CustomRule rule = rule_of("v");
  for (int k = 0; k < 8; ++k) rule.sums.push_back({"s" + std::to_string(k), "d"});
  EXPECT_EQ(fault_of({rule}, world(2)), "");
  rule.sums.push_back({"more", "d"});
  EXPECT_EQ(fault_of({rule}, world(2)), "0.sums.more 1:1 a rule has at most 8 sums; here are 9");
}

TEST(RulesLimitsTest, Operations) {
  EXPECT_EQ(fault_of("v" + times(64, " + v")), "");
  EXPECT_EQ(fault_of("  v" + times(65, " + v")), "0.add 1:3 the expression has 65 operations; at most 64");
  EXPECT_EQ(fault_of("v" + times(63, " + v") + " + -v"),
            "0.add 1:1 the expression has 65 operations; at most 64");
  EXPECT_EQ(fault_of("v" + times(61, " + v") + " * min(1, 1, 1)"), "");
  EXPECT_EQ(fault_of("v * min(1" + times(64, ", 1") + ")"),
            "0.add 1:1 the expression has 65 operations; at most 64");
  EXPECT_EQ(fault_of("v" + times(62, " + v") + " + perp(true ? v : v)"),
            "0.add 1:1 the expression has 65 operations; at most 64");
}

/// `sums` vector sums in each of 8 rules, in 3D: each number of theirs has a register to the end.
std::vector<CustomRule> long_rules(int sums) {
  std::vector<CustomRule> rules;
  for (int i = 0; i < 8; ++i) {
    rules.push_back(rule_of("v"));
    for (int k = 0; k < sums; ++k)
      rules.back().sums.push_back({"s" + std::to_string(k), fmt::format("d + v_j * {}.5", 8 * i + k)});
  }
  return rules;
}

TEST(RulesLimitsTest, Registers) {
  const CustomPrograms programs = compile_rules(long_rules(3), world(3));
  EXPECT_GT(programs.pair_registers, 90);
  EXPECT_LE(programs.pair_registers, kMostOwnRegisters);
  for (const Instruction& i : programs.pair_code)
    EXPECT_LT(std::max({i.to, i.a, i.b, i.c}), programs.pair_registers);
  const std::string fault = fault_of(long_rules(8), world(3));
  EXPECT_TRUE(fault.starts_with("7.add 1:1 the sums of all rules together keep 26")) << fault;
  EXPECT_TRUE(fault.ends_with(" numbers at once; at most 128")) << fault;
}

TEST(RulesLimitsTest, Numbers) {
  CustomRule rule = rule_of("v * t[species, 63]");
  rule.lets.push_back({"t", std::vector<std::vector<double>>(64, std::vector<double>(64, 0.5)), {}, {}});
  EXPECT_EQ(fault_of({rule}, world(2, 64)),
            "0.add 1:1 the rules have 4097 different numbers, with those of `let`; at most 4096");
  rule.add = "v * t[0, species]";  // no multiplication by 64
  EXPECT_EQ(fault_of({rule}, world(2, 64)), "");
  rule.lets[0].value.assign(300, std::vector<double>(300, 0.5));
  EXPECT_EQ(fault_of({rule}, world(2, 300)),
            "0.add 1:1 the rules have 90000 different numbers, with those of `let`; at most 4096");
  rule.add = "v";  // a table that is not used is none of the program's
  EXPECT_EQ(fault_of({rule}, world(2, 300)), "");
}

TEST(RulesLimitsTest, Depth) {
  const std::string deep = "the expression is nested deeper than 200";
  EXPECT_EQ(fault_of(times(200, "(") + "v" + times(200, ")")), "");
  EXPECT_EQ(fault_of(times(201, "(") + "v" + times(201, ")")), "0.add 1:202 " + deep);
  EXPECT_EQ(fault_of(times(9999, "(")), "0.add 1:202 " + deep);
  EXPECT_EQ(fault_of(times(9999, "-")), "0.add 1:201 " + deep);
  EXPECT_EQ(fault_of(times(2000, "not ")), "0.add 1:801 " + deep);
  EXPECT_EQ(fault_of(times(2000, "f(\n")), "0.add 202:1 " + deep);
  EXPECT_EQ(fault_of(times(2000, "a[")), "0.add 1:403 " + deep);
  EXPECT_EQ(fault_of(times(1000, "true?")), "0.add 1:1006 " + deep);
  EXPECT_EQ(fault_of(times(1000, "true?v:")), "0.add 1:1406 " + deep);
}

TEST(RulesLimitsTest, Length) {
  EXPECT_EQ(fault_of(times(1000000, "(")), "0.add 1:1 the text has 1000000 bytes; at most 10000");
  EXPECT_EQ(fault_of(times(1 << 20, "\xff")), "0.add 1:1 the text has 1048576 bytes; at most 10000");
  EXPECT_EQ(fault_of("v" + times(9999, " ")), "");
  EXPECT_EQ(fault_of("v" + times(10000, " ")), "0.add 1:1 the text has 10001 bytes; at most 10000");
  const std::string name(9000, 'x');
  EXPECT_LT(fault_of(name).size(), 400u);
  EXPECT_LT(fault_of(name + "(1)").size(), 400u);
  EXPECT_LT(fault_of("v " + name).size(), 400u);
  EXPECT_LT(fault_of(times(9000, "9")).size(), 400u);
}

/// Every character of Unicode alone: those of the language are letters and digits, signs and blanks.
TEST(RulesLimitsTest, EveryCharacter) {
  for (uint32_t point = 0; point < 0x110000; point += point < 0x3000 ? 1 : 97) {
    std::string text = "v\n+ ";
    const auto byte = [&](uint32_t bits) { text += static_cast<char>(bits); };
    if (point >= 0x10000) byte(0xf0 | point >> 18);
    if (point >= 0x800) byte(point >= 0x10000 ? 0x80 | (point >> 12 & 0x3f) : 0xe0 | point >> 12);
    if (point >= 0x80) byte(point >= 0x800 ? 0x80 | (point >> 6 & 0x3f) : 0xc0 | point >> 6);
    byte(point >= 0x80 ? 0x80 | (point & 0x3f) : point);
    const bool is_surrogate = point >= 0xd800 && point < 0xe000;
    const std::string fault = fault_of(text);
    if (point == 'v' || point == 'p') {
      EXPECT_EQ(fault, "");
    } else if (point >= 0x80) {
      EXPECT_TRUE(fault.starts_with("0.add 2:3 ")) << point << fault;
      EXPECT_NE(fault.find(is_surrogate ? "is no character of UTF-8" : "is not of this language"),
                std::string::npos)
          << fault;
    } else {
      EXPECT_TRUE(fault.starts_with(point == '\n' ? "0.add 3:1 " : "0.add 2:")) << point << fault;
    }
  }
}

/// Compiles, and runs what is a rule; the place of a fault is within the text, at most one behind its end.
void expect_answer(const std::string& text, const RuleContext& context, size_t& right) {
  CustomRule rule = rule_of(text);
  rule.sums = {{"s", text}, {"w", "d"}};
  rule.lets.push_back({"gain", {{0.5}}, {}, {}});
  if (context.species > 0) rule.lets.push_back({"t", {{1, 2}, {3, 4}}, {}, {}});
  for (const bool in_sum : {true, false}) {
    (in_sum ? rule.add : rule.sums[0].text) = "v";
    (in_sum ? rule.sums[0].text : rule.add) = text;
    try {
      const CustomPrograms programs = compile_rules({rule}, context);
      run_in_double(programs, context.dimensions, [](CustomSlot) { return 1.0; },
                    {[](CustomSlot) { return 1.0; }});
      ++right;
    } catch (const RuleError& error) {
      const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
      ASSERT_GE(error.line, 1);
      ASSERT_LE(error.line, lines);
      ASSERT_GE(error.column, 1);
      ASSERT_LE(error.column, static_cast<int>(text.size()) + 1);
      ASSERT_FALSE(error.cause.empty());
      ASSERT_LT(error.cause.size(), 1000u);
    }
  }
}

TEST(RulesLimitsTest, RandomBytesAreRefused) {
  RandomChoice draw(1);
  size_t right = 0;
  for (int k = 0; k < 30000; ++k) {
    std::string text;
    for (int64_t length = draw.whole(0, 40); length > 0; --length)
      text += static_cast<char>(draw.whole(0, 255));
    expect_answer(text, world(2), right);
  }
}

TEST(RulesLimitsTest, RandomWordsAreRefusedOrRun) {
  const char* const words[] = {"v",       "d",    "p",    "n",     "r",    "1",       "0.5",    "(",    ")",
                               "[",       "]",    ",",    ".x",    ".y",   ".z",      "+",      "-",    "*",
                               "/",       "<",    "==",   "!=",    "?",    ":",       "and",    "or",   "not",
                               "true",    "min(", "vec(", "unit(", "to(",  "random(", "noise(", "mix(", "t[",
                               "species", "gain", "w",    "\n",    "dot(", "cross(",  "time"};
  RandomChoice draw(2);
  size_t right = 0;
  for (int k = 0; k < 40000; ++k) {
    std::string text;
    for (int64_t length = draw.whole(1, 12); length > 0; --length)
      text += std::string(draw.one_of(words)) + " ";
    expect_answer(text, world(draw.chance(0.5) ? 2 : 3, draw.chance(0.5) ? 0 : 2), right);
  }
  EXPECT_GT(right, 200u);
}

TEST(RulesLimitsTest, ChangedRulesAreRefusedOrRun) {
  RandomChoice draw(3);
  size_t right = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    const RandomRules rules(seed);
    for (int k = 0; k < 10; ++k) {
      std::string text = rules.as_text()[0].add;
      for (int64_t changes = draw.whole(1, 3); changes > 0 && !text.empty(); --changes) {
        const auto at = static_cast<size_t>(draw.whole(0, static_cast<int64_t>(text.size()) - 1));
        switch (draw.whole(0, 3)) {
          case 0:
            text.erase(at, static_cast<size_t>(draw.whole(1, 4)));
            break;
          case 1:
            text.insert(at, text.substr(static_cast<size_t>(draw.whole(0, static_cast<int64_t>(at))), 8));
            break;
          case 2:
            text[at] = static_cast<char>(draw.whole(0, 255));
            break;
          default:
            text.resize(at);
        }
      }
      RuleContext context = world(rules.context.dimensions, rules.context.species == 0 ? 0 : 2);
      context.cursor = rules.context.cursor;
      expect_answer(text, context, right);
    }
  }
  EXPECT_GT(right, 500u);
}

}  // namespace
}  // namespace murmur
