// Programs of rules: what each operation of the language yields, what is shared, what is computed once for all pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "support/double_program.h"

namespace murmur {
namespace {

RuleContext world(int dimensions) {
  RuleContext context;
  context.dimensions = dimensions;
  context.size = {10, 20, 30};
  context.size.resize(static_cast<size_t>(dimensions));
  context.radius = 8;
  context.time_step = 0.25;
  context.species = 2;
  context.species_names = {"hare", "fox"};
  context.cursor = std::vector<double>{9, 2, 3};
  context.goal = std::vector<double>{1, 1, 1};
  return context;
}

CustomRule rule_of(const std::string& add) {
  CustomRule rule;
  rule.add = add;
  rule.lets = {{"gain", {{0.5}}, {}, {}}, {"kind", {{10, 20}}, {}, {}}, {"pair", {{1, 2}, {3, 4}}, {}, {}}};
  return rule;
}

/// v = (3, -4, 12), p = (1, 2, 3), id 7, species 1, step 6, n = 5; d = (-1, 2, 2), v_j = (1, 1, 1), species_j 0.
double plain_input(CustomSlot slot) {
  const double d[] = {-1, 2, 2}, v[] = {3, -4, 12};
  switch (slot.input) {
    case CustomInput::kDisplacement:
      return d[slot.component];
    case CustomInput::kOtherVelocity:
      return 1;
    case CustomInput::kOtherSpecies:
      return 0;
    case CustomInput::kVelocity:
      return v[slot.component];
    case CustomInput::kPosition:
      return 1.0 + slot.component;
    case CustomInput::kId:
      return 7;
    case CustomInput::kSpecies:
      return 1;
    case CustomInput::kStep:
      return 6;
    default:
      return 5;
  }
}

std::array<double, 3> vector_of(const std::string& text, const RuleContext& context) {
  return *run_in_double(compile_rules({rule_of(text)}, context), context.dimensions, plain_input, {})
              .added[0];
}

double number_of(const std::string& text, int dimensions = 2) {
  const std::string rest = dimensions == 2 ? ", 0)" : ", 0, 0)";
  return vector_of("vec(" + text + rest, world(dimensions))[0];
}

TEST(RulesProgramsTest, Numbers) {
  const struct {
    const char* text;
    double value;
  } cases[] = {
      {"1.5e1", 15},
      {".5", 0.5},
      {"pi", std::numbers::pi},
      {"gain", 0.5},
      {"2 + 3 * 4", 14},
      {"(2 + 3) * 4", 20},
      {"7 - 2 - 1", 4},
      {"8 / 4 / 2", 1},
      {"8 / 4 * 2", 4},
      {"-2 * -3", 6},
      {"--2", 2},
      {"2 - -3", 5},
      {"2 / 3", 2.0 / 3},
      {"abs(-2)", 2},
      {"floor(-1.5)", -2},
      {"sqrt(9)", 3},
      {"sin(1)", std::sin(1)},
      {"cos(1)", std::cos(1)},
      {"exp(1)", std::exp(1)},
      {"log(2)", std::log(2)},
      {"min(3, 1, 2)", 1},
      {"max(3, 1, 2, 4)", 4},
      {"clamp(5, 1, 3)", 3},
      {"clamp(0, 1, 3)", 1},
      {"clamp(2, 1, 3)", 2},
      {"mix(2, 4, 0.25)", 2.5},
      {"smoothstep(1, 3, 2)", 0.5},
      {"smoothstep(1, 3, 1.5)", 0.15625},
      {"smoothstep(1, 3, 9)", 1},
      {"mod(7, 5)", 2},
      {"mod(-1, 5)", 4},
      {"mod(-7.5, 2)", 0.5},
      {"mod(5, -3)", -1},
      {"dot(v, p)", -5},
      {"length(v)", 5},
      {"unit(v).y", -0.8},
      {"unit(v - v).x", 0},
      {"limit(v, 1).x", 3 * (1.0 / 5)},
      {"limit(v, 9).y", -4},
      {"perp(v).x", 4},
      {"perp(v).y", 3},
      {"(v * 2).y", -8},
      {"(2 * v).y", -8},
      {"(v / 2).x", 1.5},
      {"(-v).x", -3},
      {"-v.x", -3},
      {"mix(v, p, 0.5).y", -1},
      {"vec(1, 2).y", 2},
      {"true ? 1 : 2", 1},
      {"false ? 1 : 2", 2},
      {"1 < 2 ? 3 < 2 ? 4 : 5 : 6", 5},
      {"1 > 2 ? 1 : 2 > 1 ? 7 : 8", 7},
      {"(n > 1 ? v : p).x", 3},
      {"1 < 1 ? 1 : 0", 0},
      {"1 <= 1 ? 1 : 0", 1},
      {"1 > 1 ? 1 : 0", 0},
      {"1 >= 1 ? 1 : 0", 1},
      {"1 == 1 ? 1 : 0", 1},
      {"1 != 1 ? 1 : 0", 0},
      {"1 != 2 ? 1 : 0", 1},
      {"0 / 0 == 0 / 0 ? 1 : 0", 0},
      {"0 / 0 != 0 / 0 ? 1 : 0", 1},
      {"true or true and false ? 1 : 0", 1},
      {"(true or true) and false ? 1 : 0", 0},
      {"not false ? 1 : 0", 1},
      {"not true or true ? 1 : 0", 1},
      {"not 1 < 2 ? 1 : 0", 0},
      {"not not true ? 1 : 0", 1},
      {"false or false ? 1 : 0", 0},
      {"n", 5},
      {"id", 7},
      {"species", 1},
      {"step", 6},
      {"time", 1.5},
      {"size.y", 20},
      {"range", 8},
      {"radius", 8},
      {"cursor.x", 9},
      {"goal.y", 1},
      {"random(5)", fake_draw(5)},
      {"noise(v, 63)", fake_field({3, -4, 0}, 63)},
      {"kind[species]", 20},
      {"kind[0]", 10},
      {"kind[fox]", 20},
      {"pair[hare, species]", 2},
      {"fox + hare", 1},
      {"species == fox ? 3 : 4", 3},
      {"pair[species, 0]", 3},
      {"pair[0, species]", 2},
      {"pair[1, 1]", 4},
      {"pair[species, species]", 4},
      {"to(cursor).x", 8},
  };
  for (const auto& known : cases) EXPECT_EQ(number_of(known.text), known.value) << known.text;
  EXPECT_EQ(number_of("dot(v, p)", 3), 31);
  EXPECT_EQ(number_of("length(v)", 3), 13);
  EXPECT_EQ(number_of("cross(v, p).x", 3), -36);
  EXPECT_EQ(number_of("cross(v, p).y", 3), 3);
  EXPECT_EQ(number_of("cross(v, p).z", 3), 10);
  EXPECT_EQ(number_of("noise(v, 0)", 3), fake_field({3, -4, 12}, 0));
  EXPECT_FALSE(std::signbit(number_of("-0")));  // 0 - 0
}

TEST(RulesProgramsTest, ShortestWayInAWrappedWorld) {
  RuleContext context = world(2);
  context.wrapped = true;
  EXPECT_EQ(vector_of("to(cursor)", context)[0], -2);  // 9 is left of 1
  EXPECT_EQ(vector_of("to(vec(6, 2))", context)[0], 5);
  EXPECT_EQ(vector_of("to(vec(2, 13))", context)[1], -9);
  EXPECT_EQ(vector_of("to(vec(-5, 2))", context)[0], 4);
}

TEST(RulesProgramsTest, SumsOverPairs) {
  CustomRule rule = rule_of("vec(way.x + same, count)");
  rule.sums = {
      {"way", "d / r + v_j - v"}, {"count", "1"}, {"same", "pair[species, species_j] + kind[species_j]"}};
  rule.range = 4;
  const CustomPrograms programs = compile_rules({rule_of("v"), rule}, world(2));
  const DoubleRun run = run_in_double(programs, 2, plain_input, {plain_input, plain_input, plain_input});
  const double r = std::sqrt(5.0);
  ASSERT_EQ(run.sums.size(), 4u);
  EXPECT_NEAR(run.sums[0], 3 * (-1 / r - 2), 1e-12);
  EXPECT_NEAR(run.sums[1], 3 * (2 / r + 5), 1e-12);
  EXPECT_EQ(run.sums[2], 3);
  EXPECT_EQ(run.sums[3], 3 * 13);
  EXPECT_EQ((*run.added[1])[1], 3);
  EXPECT_EQ((*run.added[0])[0], 3);
  EXPECT_EQ(programs.ranges, (std::vector<double>{8, 4}));
  for (const CustomSumTerm& term : programs.sums) EXPECT_EQ(term.rule, 1);
}

/// The nearest of the boids of a lower id, and the distance of the nearest of all.
TEST(RulesProgramsTest, TheValueOfTheNeighbourWithTheLeast) {
  CustomRule rule = rule_of("way");
  rule.sums = {{"way", "least(lower ? r : 1 / 0, d)"}, {"near", "least(r, r)"}, {"count", "1"}};
  rule.parts = {{"lower", "id_j < 10"}};
  const CustomPrograms programs = compile_rules({rule}, world(2));
  const auto pair = [](double x, double id) {
    return [=](CustomSlot slot) {
      if (slot.input == CustomInput::kDisplacement) return slot.component == 0 ? x : 0.0;
      return slot.input == CustomInput::kOtherId ? id : plain_input(slot);
    };
  };
  const auto added = [&](const std::vector<InputOf>& pairs) {
    const DoubleRun run = run_in_double(programs, 2, plain_input, pairs);
    EXPECT_EQ(run.sums.at(5), static_cast<double>(pairs.size()));
    return std::pair((*run.added[0])[0], run.sums.at(3));
  };
  EXPECT_EQ(added({pair(4, 9), pair(1, 12), pair(-3, 2), pair(3, 3)}), std::pair(-3.0, 1.0));
  EXPECT_EQ(added({pair(1, 12)}), std::pair(0.0, 1.0));
  EXPECT_EQ(added({}), std::pair(0.0, 0.0));
}

/// A part is no operation more than its text where it stands.
TEST(RulesProgramsTest, APartIsItsText) {
  CustomRule named = rule_of("out * far + perp(out) * (n > 2 ? far : 1)"),
             written = rule_of(
                 "(p - size / 2) * length(p - size / 2) + "
                 "perp(p - size / 2) * (n > 2 ? length(p - size / 2) : 1)");
  named.parts = {{"far", "length(out)"}, {"out", "p - size / 2"}, {"unused", "v * n"}};
  for (CustomRule* rule : {&named, &written}) rule->sums = {{"s", "d"}};
  const CustomPrograms a = compile_rules({named}, world(2)), b = compile_rules({written}, world(2));
  EXPECT_EQ(a.boid_code.size(), b.boid_code.size());
  const DoubleRun x = run_in_double(a, 2, plain_input, {}), y = run_in_double(b, 2, plain_input, {});
  EXPECT_EQ(x.added, y.added);
}

TEST(RulesProgramsTest, WhenFalseAddsNothing) {
  CustomRule rule = rule_of("v");
  for (const auto& [when, acts] : {std::pair{"n > 9", false}, {"n > 4", true}, {"", true}}) {
    rule.when = when;
    const CustomPrograms programs = compile_rules({rule}, world(2));
    EXPECT_EQ(programs.additions[0].conditional, rule.when != "");
    EXPECT_EQ(run_in_double(programs, 2, plain_input, {}).added[0].has_value(), acts) << when;
  }
}

size_t count(const std::vector<Instruction>& code, Op op) {
  return static_cast<size_t>(
      std::count_if(code.begin(), code.end(), [&](const Instruction& i) { return i.op == op; }));
}

TEST(RulesProgramsTest, TheSameIsComputedOnce) {
  CustomRule rule = rule_of("unit(v) * length(v) + unit(v)");
  rule.when = "length(v) > 1";
  const CustomPrograms one = compile_rules({rule}, world(2)), two = compile_rules({rule, rule}, world(2));
  EXPECT_EQ(count(one.boid_code, Op::kSquareRoot), 1u);
  EXPECT_EQ(one.boid_code.size(), two.boid_code.size());
  EXPECT_EQ(two.additions.size(), 2u);
  EXPECT_TRUE(one.pair_code.empty());
  EXPECT_TRUE(one.pair_inputs.empty());
}

TEST(RulesProgramsTest, EqualNumbersShareAnEntryButNotZeros) {
  CustomRule rule = rule_of("vec(minus + zero, 1 + 1.0 + 10e-1)");
  rule.lets = {{"minus", {{-0.0}}, {}, {}}, {"zero", {{0.0}}, {}, {}}};
  const CustomPrograms programs = compile_rules({rule}, world(2));
  ASSERT_EQ(programs.numbers.size(), 3u);
  EXPECT_TRUE(std::signbit(programs.numbers[0]));
  EXPECT_FALSE(std::signbit(programs.numbers[1]));
  EXPECT_EQ(programs.numbers[2], 1.0);
}

TEST(RulesProgramsTest, OnlyWhatIsUsedIsThere) {
  const CustomPrograms none = compile_rules({rule_of("vec(0, 0)")}, world(2));
  EXPECT_TRUE(none.boid_inputs.empty());
  EXPECT_EQ(none.boid_code.size(), 1u);
  const CustomPrograms part = compile_rules({rule_of("vec((v + unit(p)).x, 0) * 1")}, world(2));
  for (const CustomSlot& slot : part.boid_inputs)
    EXPECT_FALSE(slot.input == CustomInput::kVelocity && slot.component == 1);
  const CustomPrograms copy = compile_rules({rule_of("v")}, world(3));
  EXPECT_TRUE(copy.boid_code.empty());
  EXPECT_EQ(copy.boid_inputs.size(), 3u);
  EXPECT_TRUE(compile_rules({}, world(2)).additions.empty());
}

/// For all pairs of a boid: what is the same comes first, and neither it nor an input is overwritten.
TEST(RulesProgramsTest, WhatIsTheSameForPairsIsComputedOnce) {
  CustomRule rule = rule_of("a");
  rule.sums = {{"a", "unit(v) * gain * r + d * exp(sqrt(abs(v.x)))"},
               {"b", "random(1) < 0.5 ? species_j : time"}};
  const CustomPrograms programs = compile_rules({rule}, world(3));
  const std::vector<Instruction> front(
      programs.pair_code.begin(),
      programs.pair_code.begin() + static_cast<std::ptrdiff_t>(programs.same_for_pairs));
  const std::vector<Instruction> rest(
      programs.pair_code.begin() + static_cast<std::ptrdiff_t>(programs.same_for_pairs),
      programs.pair_code.end());
  EXPECT_EQ(count(front, Op::kSquareRoot), 2u);
  EXPECT_EQ(count(front, Op::kExponential), 1u);
  EXPECT_EQ(count(front, Op::kRandom), 1u);
  EXPECT_EQ(count(rest, Op::kSquareRoot), 1u);  // r
  for (const Op op : {Op::kNumber, Op::kRandom, Op::kExponential, Op::kDivide})
    EXPECT_EQ(count(rest, op), 0u);
  for (const Instruction& i : programs.pair_code) EXPECT_GE(i.to, programs.pair_inputs.size());
  for (size_t k = 1; k < programs.pair_inputs.size(); ++k)
    EXPECT_LE(programs.pair_inputs[k - 1].input, programs.pair_inputs[k].input);
}

}  // namespace
}  // namespace murmur
