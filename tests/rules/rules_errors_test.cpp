// What is wrong with the text of a rule: the sentence and its place.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "support/plain_rules.h"

namespace murmur {
namespace {

std::string fault_of_text(const std::string& key, const std::string& text, const RuleContext& context) {
  CustomRule rule = plain_rule(context);
  (key == "add" ? rule.add : key == "when" ? rule.when : rule.sums[0].text) = text;
  const std::string fault = fault_of({rule}, context);
  const std::string start = (key == "sum" ? "sums.pull" : key) + " ";
  return fault.starts_with(start) ? fault.substr(start.size()) : fault;
}

struct Case {
  std::string key, text, fault;
};

constexpr const char* kNames =
    "there are gain, count, pull, n, v, p, id, step, time, size, range, radius, pi, true, false";

const Case kFlat[] = {
    {"add", "v", ""},
    {"add", "", "1:1 add is required: what the rule adds to the velocity"},
    {"add", " \n ", "2:2 an expression is missing"},
    {"sum", "", "1:1 an expression is missing"},
    // signs and letters
    {"add", "v $ 2", "1:3 $ is not of this language"},
    {"add", "v \u2212 p", "1:3 \u2212 is not of this language; write -"},
    {"add", "\u00b5 + v", "1:1 the character U+00B5 is not of this language"},
    {"add", "v * \u00e9", "1:5 \u00e9 (U+00E9) is not of this language; names have letters from a to z"},
    {"add", "v * \u0444", "1:5 \u0444 (U+0444) is not of this language; names have letters from a to z"},
    {"add", "v + \U0001F426", "1:5 the character U+1F426 is not of this language"},
    {"add", "v\n +\u00a0v", "2:3 the character U+00A0 is not of this language"},
    {"add", std::string("v\0", 2), "1:2 the character U+0000 is not of this language"},
    {"add", "v\x07", "1:2 the character U+0007 is not of this language"},
    {"add", "v +\xff", "1:4 the byte 0xFF is no character of UTF-8"},
    {"add", "v * \xe2\x82", "1:5 the byte 0xE2 is no character of UTF-8"},
    {"when", "n > 1 && n < 3", "1:7 && is not of this language; write and"},
    {"when", "n = 1", "1:3 = is not of this language; write =="},
    {"when", "!true", "1:1 ! is not of this language; write not"},
    {"add", "v ^ 2", "1:3 ^ is not of this language; write x * x"},
    {"add", "v * 2 # twice", "1:7 # is not of this language; write no comments"},
    // numbers
    {"add", "v * 1.", "1:7 after the point of a number there is a digit: 1.0"},
    {"add", "v * 1e", "1:7 after the e of a number there is its exponent: 1e-3"},
    {"add", "v * 2x", "1:6 a letter follows a number; a product has a *: 2 * x"},
    {"add", "v * 1e999", "1:5 the number 1e999 is too large or too small; the largest is 3.4e38"},
    {"add", "v * 3.4e38", ""},
    {"add", "v * 3.5e38", "1:5 the number 3.5e38 is too large or too small; the largest is 3.4e38"},
    {"add", "v * 1.2.3",
     "1:8 the number .3 does not belong to the expression before it; an operator is missing"},
    // grammar
    {"add", "v v", "1:3 the name \"v\" does not belong to the expression before it; an operator is missing"},
    {"add", "v * 0,5", "1:6 ',' does not belong to the expression before it; a number has a point: 0.5"},
    {"add", "v, v", "1:2 ',' does not belong to the expression before it"},
    {"add", "v)", "1:2 this ')' has no '('"},
    {"add", "(v", "1:3 ')' is expected for the '(' before it; here is the end of the text"},
    {"add", "v +", "1:4 a value is expected; here is the end of the text"},
    {"add", "v * (1 + )", "1:10 a value is expected; here is ')'"},
    {"add", "+v", "1:1 a sign '+' before a value has no use"},
    {"add", "v ** 2", "1:4 there are no powers: write x * x"},
    {"add", "or v", "1:1 a value is expected; here is the name \"or\""},
    {"add", "true ? v", "1:9 ':' is expected after c ? a; here is the end of the text"},
    {"add", "vec(1, 2", "1:9 ',' or ')' of the function is expected; here is the end of the text"},
    {"add", "vec(1, 2,)", "1:10 a value is expected after ','"},
    {"add", "vec(1 2)", "1:7 ',' or ')' of the function is expected; here is the number 2"},
    {"when", "1 < n < 3", "1:7 comparisons do not chain: write a < b and b < c"},
    {"when", "n == not true", "1:6 'not' is weaker than what is before it: write (not a)"},
    {"add", "v.w", "1:3 the parts of a vector are .x, .y and .z"},
    {"add", "v.x.y", "1:4 a part of a vector is a number, which has no parts"},
    {"add", "(v)[0]", "1:4 '[' does not belong to the expression before it"},
    // names
    {"add", "pul", "1:1 there is no name \"pul\"; did you mean \"pull\"?"},
    {"add", "v * gian", "1:5 there is no name \"gian\"; did you mean \"gain\"?"},
    {"add", "xyzzy", std::string("1:1 there is no name \"xyzzy\"; ") + kNames},
    {"add", "v + sqrt", "1:5 sqrt is a function: sqrt(x)"},
    {"add", "v + vec", "1:5 vec is a function: vec(...)"},
    {"add", "leng(v) * v", "1:1 there is no function \"leng\"; did you mean \"length\"?"},
    {"add", "normalize(v)", "1:1 there is no function \"normalize\"; write unit(a)"},
    {"add", "v * pow(n, 2)", "1:5 there is no function \"pow\"; write x * x, or exp(y * log(x)) for x > 0"},
    {"add", "v * round", "1:5 there is no name \"round\"; write floor(x + 0.5)"},
    {"add", "v * x", "1:5 there is no name \"x\"; write p.x"},
    {"add", "v * id_j", "1:5 id_j is of a pair: it is for sums only"},
    {"add", "least(n, v)", "1:1 least(by, value) is the whole text of a sum"},
    {"sum", "d + least(r, d)", "1:5 least(by, value) is the whole text of a sum"},
    {"sum", "least(r)", "1:1 least(by, value) takes 2 values; here is 1"},
    {"sum", "least(d, r)",
     "1:7 least(by, value) takes a number here, not a vector; of a vector take length(a) or .x"},
    {"sum", "least(r, r < 1)", "1:12 least(by, value) takes a number here, not a truth"},
    {"add", "pull[0]", "1:1 pull is no table: it has no index"},
    {"add", "if length(p) < 10 then v else p",
     "1:4 the name \"length\" does not belong to the expression before it; for if, then and else write c ? a "
     ": b"},
    {"add", "if (n > 1) then v else p",
     "1:12 the name \"then\" does not belong to the expression before it; "
     "for if, then and else write c ? a : b"},
    {"add", "if(n > 1, v, p)", "1:1 there is no function \"if\"; write c ? a : b"},
    {"add", "v % 3", "1:3 % is not of this language; write mod(x, m)"},
    {"add", "gain(2) * v", "1:1 gain is no function; a product has a *"},
    {"add", "n(2) * v", "1:1 n is no function; a product has a *"},
    {"add", "v * r", "1:5 r is of a pair: it is for sums only"},
    {"when", "d.x > 0", "1:1 d is of a pair: it is for sums only"},
    {"sum", "d * n", "1:5 n is known after the sums: it is for `when`, `add` and `next` only"},
    {"sum", "d * count", "1:5 count is a sum: it is for `when`, `add` and `next` only, not for sums"},
    {"add", "cursor - p", "1:1 there is no [cursor]"},
    {"add", "to(goal)", "1:4 there is no [goal]"},
    {"add", "v * species", "1:5 this flock has no species"},
    {"add", "v * gain[0]", "1:5 gain is no table: it has no index"},
    {"add", "v * n[0]", "1:5 n is no table: it has no index"},
    {"add", "v * nothing[0]", std::string("1:5 there is no name \"nothing\"; ") + kNames},
    // types
    {"add", "  1", "1:3 `add` is a vector, a velocity: for example unit(v) * 0.1; this is a number"},
    {"add", "n > 1", "1:1 `add` is a vector, a velocity: for example unit(v) * 0.1; this is a truth"},
    {"when", "\n n", "2:2 `when` is a truth, such as length(v) < 1; this is a number"},
    {"sum", "r < 1", "1:1 a sum is of numbers or vectors; to count, write a < b ? 1 : 0; this is a truth"},
    {"add", "v + 1", "1:3 '+' is for two numbers or two vectors; here are a vector and a number"},
    {"add", "v - (n > 1)", "1:3 '-' is for two numbers or two vectors; here are a vector and a truth"},
    {"add", "true + true", "1:6 '+' is for two numbers or two vectors; here are two truths"},
    {"add", "v * v", "1:3 '*' is not for two vectors; use dot(a, b), or vec of products of their parts"},
    {"add", "v * (n > 1)",
     "1:3 '*' is for numbers and vectors, and c ? a : b for truths; here are a vector and a truth"},
    {"add", "1 / v", "1:3 '/' is for a number or a vector by a number; here are a number and a vector"},
    {"add", "v / true", "1:3 '/' is for a number or a vector by a number; here are a vector and a truth"},
    {"add", "-true", "1:1 '-' is for numbers and vectors; here is a truth"},
    {"when", "v < 1", "1:3 '<' compares two numbers; here are a vector and a number"},
    {"when", "v == p", "1:3 '==' compares two numbers; here are two vectors"},
    {"when", "n and true", "1:3 'and' is for truths, such as a < b; here is a number"},
    {"when", "true or v", "1:6 'or' is for truths, such as a < b; here is a vector"},
    {"when", "not n", "1:1 'not' is for truths, such as a < b; here is a number"},
    {"add", "n ? v : p", "1:3 before '?' is a truth, such as a < b; here is a number"},
    {"add", "true ? v : 1", "1:6 c ? a : b takes a and b of one type; here are a vector and a number"},
    {"add", "n.x * v", "1:3 a number has no part .x"},
    {"add", "v.z * v", "1:3 a vector has .x and .y in 2D, and no .z"},
    // functions
    {"add", "clamp(n, 1) * v", "1:1 clamp(x, lo, hi) takes 3 values; here are 2"},
    {"add", "min(n) * v", "1:1 min(a, b) takes 2 or more values; here is 1"},
    {"add", "sqrt() * v", "1:1 sqrt(x) takes 1 value; here are 0"},
    {"add", "vec(1, 2, 3)", "1:1 vec(x, y) takes 2 values; here are 3"},
    {"add", "vec(1, v)", "1:8 vec(x, y) takes a number here, not a vector; of a vector take length(a) or .x"},
    {"add", "abs(v)", "1:5 abs(x) takes a number here, not a vector; of a vector take length(a) or .x"},
    {"add", "unit(1)", "1:6 unit(a) takes a vector here, not a number"},
    {"add", "mix(v, 1, 1)", "1:8 mix(a, b, t) takes a vector here, not a number"},
    {"add", "mix(v, v, v)",
     "1:11 mix(a, b, t) takes a number here, not a vector; of a vector take length(a) or .x"},
    {"add", "mix(true, true, 1)", "1:5 mix(a, b, t) takes a number here, not a truth"},
    {"add", "to(1)", "1:4 to(place) takes a vector here, not a number"},
    {"add", "cross(v, v)", "1:1 cross(a, b) is for 3D; this world has 2 dimensions"},
    {"add", "random(64) * v", "1:8 in random(k) k is a whole number from 0 to 63, as digits"},
    {"add", "random(0.5) * v", "1:8 in random(k) k is a whole number from 0 to 63, as digits"},
    {"add", "random(-1) * v", "1:8 in random(k) k is a whole number from 0 to 63, as digits"},
    {"add", "noise(p, gain) * v", "1:10 in noise(a, k) k is a whole number from 0 to 63, as digits"},
};

const Case kDeep[] = {
    {"add", "perp(v)", "1:1 perp(a) is for 2D; this world has 3 dimensions"},
    {"add", "vec(1, 2)", "1:1 vec(x, y, z) takes 3 values; here are 2"},
    {"add", "cross(v, p) * v.z", ""},
};

const Case kSpecies[] = {
    {"add", "v * of_kind", "1:5 of_kind has a number for each species: write of_kind[species]"},
    {"add", "v * of_pair", "1:5 of_pair has a number for each pair of species: write of_pair[species, 0]"},
    {"sum", "d * of_pair",
     "1:5 of_pair has a number for each pair of species: write of_pair[species, species_j]"},
    {"add", "v * of_kind[1, 2]", "1:5 of_kind has one index; here are 2 given"},
    {"add", "v * of_pair[1]", "1:5 of_pair has two indices; here is one given"},
    {"add", "v * of_kind[]", "1:5 of_kind has one index; here are 0 given"},
    {"add", "v * of_kind[3]",
     "1:13 an index is species, species_j, the name of a species or a whole number from 0 to 2"},
    {"add", "v * of_kind[0.5]",
     "1:13 an index is species, species_j, the name of a species or a whole number from 0 to 2"},
    {"add", "v * of_kind[n]",
     "1:13 an index is species, species_j, the name of a species or a whole number from 0 to 2"},
    {"add", "v * of_pair[species, species_j]", "1:22 species_j is of a pair: it is for sums only"},
    {"sum", "d * of_pair[species_j, 2] * of_kind[species]", ""},
};

void expect_faults(const auto& cases, const RuleContext& context) {
  for (const Case& known : cases)
    EXPECT_EQ(fault_of_text(known.key, known.text, context), known.fault) << known.text;
}

TEST(RulesErrorsTest, OfTexts) {
  expect_faults(kFlat, flat_world());
  expect_faults(kDeep, deep_world());
  expect_faults(kSpecies, species_world());
}

/// The fault of a rule after `change`.
std::string after(const std::function<void(CustomRule&)>& change, const RuleContext& context = flat_world()) {
  CustomRule rule = plain_rule(context);
  change(rule);
  return fault_of({rule}, context);
}

TEST(RulesErrorsTest, OfNames) {
  const std::string form = " 1:1 a name has 1 to 32 letters, digits and _, the first one no digit";
  const auto let_named = [&](const std::string& name) {
    return after([&](CustomRule& rule) { rule.lets[0].name = name; });
  };
  EXPECT_EQ(let_named(""), "let." + form);
  EXPECT_EQ(let_named("2nd"), "let.2nd" + form);
  EXPECT_EQ(let_named("a-b"), "let.a-b" + form);
  EXPECT_EQ(let_named("gr\u00f6\u00dfe"), "let.gr\u00f6\u00dfe" + form);
  EXPECT_EQ(let_named(std::string(33, 'a')), "let." + std::string(33, 'a') + form);
  EXPECT_EQ(let_named(std::string(32, 'a')), "");
  EXPECT_EQ(let_named("_2"), "");
  for (const char* word : {"and", "true", "pi", "vec", "to", "sqrt", "n", "species_j", "range"})
    EXPECT_EQ(let_named(word),
              fmt::format("let.{0} 1:1 {0} is a word of the language; take another name", word));
  const std::string twice = " 1:1 this rule has pull twice; each let, sum and part has a name of its own";
  EXPECT_EQ(let_named("pull"), "sums.pull" + twice);
  EXPECT_EQ(after([](CustomRule& rule) { rule.sums[1].name = "pull"; }), "sums.pull" + twice);
  EXPECT_EQ(fault_of({plain_rule(flat_world()), plain_rule(flat_world())}, flat_world()), "");
}

TEST(RulesErrorsTest, OfNumbers) {
  const auto let = [](const std::vector<std::vector<double>>& value, const RuleContext& context) {
    return after([&](CustomRule& rule) { rule.lets[0].value = value; }, context);
  };
  const std::string none =
      "let.gain 1:1 a `let` is one number, as this flock has no species; a position is a part: "
      "where.gain = \"vec(300, 300)\"";
  const std::string three =
      "let.gain 1:1 a `let` is one number, 3 numbers (one for each species) or 3 rows of 3";
  EXPECT_EQ(let({}, flat_world()), none);
  EXPECT_EQ(let({{}}, flat_world()), none);
  EXPECT_EQ(let({{1, 2}}, flat_world()), none);
  EXPECT_EQ(let({{1, 2}}, species_world()), three);
  EXPECT_EQ(let({{1}, {2}, {3}}, species_world()), three);
  EXPECT_EQ(let({{1, 2, 3}, {1, 2, 3}}, species_world()), three);
  EXPECT_EQ(let({{1, 2, 3}, {1, 2}, {1, 2, 3}}, species_world()), three);
  EXPECT_EQ(let({{1, 2, 3}}, species_world()), "");
  EXPECT_EQ(let({{std::nan("")}}, flat_world()), "let.gain 1:1 a `let` is finite");

  const auto range = [](double value) { return after([&](CustomRule& rule) { rule.range = value; }); };
  const std::string finite = "range 1:1 range is a finite number above 0, or 0 for rules.radius";
  EXPECT_EQ(range(-1), finite);
  EXPECT_EQ(range(std::nan("")), finite);
  EXPECT_EQ(range(std::numeric_limits<double>::infinity()), finite);
  EXPECT_EQ(range(50.5), "range 1:1 range is at most rules.radius, which is 50; here is 50.5");
  EXPECT_EQ(range(50), "");
}

/// All faults of all texts, without those that follow from another one.
TEST(RulesErrorsTest, EveryFaultOfEveryText) {
  const auto faults = [](const std::function<void(CustomRule&)>& change) {
    std::vector<CustomRule> rules(2, plain_rule(flat_world()));
    change(rules[1]);
    std::string all;
    for (const RuleError& error : rule_faults(rules, flat_world()))
      all += fmt::format("{}.{} {}: {}\n", error.rule, error.key, error.column,
                         error.cause.substr(0, error.cause.find(';')));
    return all;
  };
  EXPECT_EQ(faults([](CustomRule&) {}), "");
  EXPECT_EQ(faults([](CustomRule& rule) {
              rule.sums[0].text = "unit(dd)";
              rule.add = "pull * 0.1 + v + 1 + vv";
            }),
            "1.sums.pull 6: there is no name \"dd\"\n1.add 16: '+' is for two numbers or two vectors\n"
            "1.add 22: there is no name \"vv\"\n");
  EXPECT_EQ(faults([](CustomRule& rule) {
              rule.sums[0].text = "1 +";
              rule.sums[1].text = "r < 1";
              rule.when = "n";
              rule.add = "-(pull ? aa : bb) * count + clamp(cc, 1) + limit(dot(pull, 1), v) * leng(ee)";
            }),
            "1.sums.pull 4: a value is expected\n1.sums.count 1: a sum is of numbers or vectors\n"
            "1.when 1: `when` is a truth, such as length(v) < 1\n"
            "1.add 10: there is no name \"aa\"\n1.add 15: there is no name \"bb\"\n"
            "1.add 29: clamp(x, lo, hi) takes 3 values\n1.add 35: there is no name \"cc\"\n"
            "1.add 60: dot(a, b) takes a vector here, not a number\n"
            "1.add 64: limit(a, longest) takes a number here, not a vector\n"
            "1.add 69: there is no function \"leng\"\n1.add 74: there is no name \"ee\"\n");
  EXPECT_EQ(faults([](CustomRule& rule) { rule.add = "true and aa or bb and vec(cc, dd) == ee"; }),
            "1.add 10: there is no name \"aa\"\n1.add 16: there is no name \"bb\"\n"
            "1.add 27: there is no name \"cc\"\n1.add 31: there is no name \"dd\"\n"
            "1.add 35: '==' compares two numbers\n1.add 38: there is no name \"ee\"\n"
            "1.add 1: `add` is a vector, a velocity: for example unit(v) * 0.1\n");
}

TEST(RulesErrorsTest, SpeciesAreKnownByTheirNames) {
  RuleContext context = species_world();
  context.species_names = {"sheep", "dog", "gain"};
  EXPECT_EQ(fault_of_text("when", "species == dog", context), "");
  EXPECT_EQ(fault_of_text("sum", "d * (species_j == sheep ? of_pair[dog, species] : gain)", context), "");
  EXPECT_EQ(fault_of_text("when", "species == dgo", context),
            "1:12 there is no name \"dgo\"; did you mean \"dog\"?");
  EXPECT_EQ(fault_of_text("add", "dog(1) * v", context), "1:1 dog is no function; a product has a *");
  EXPECT_EQ(fault_of_text("add", "v * of_kind[n]", context),
            "1:13 an index is species, species_j, the name of a species or a whole number from 0 to 2");
}

/// The first fault in the order of the text's keys, with the index of its rule.
TEST(RulesErrorsTest, OfALaterRule) {
  std::vector<CustomRule> rules(3, plain_rule(flat_world()));
  rules[2].sums[1].text = "d +";
  rules[2].add = "1";
  try {
    compile_rules(rules, flat_world());
    FAIL();
  } catch (const RuleError& error) {
    EXPECT_EQ(error.rule, 2u);
    EXPECT_EQ(error.key, "sums.count");
    EXPECT_EQ(error.column, 4);
  }
}

TEST(RulesErrorsTest, NumbersThatBoidsKeep) {
  const auto fault = [](const std::vector<std::vector<CustomRule::State>>& states,
                        const std::string& add = "v", const std::string& sum = "1") {
    RuleContext context = flat_world();
    std::vector<CustomRule> rules;
    for (const std::vector<CustomRule::State>& of_rule : states) {
      rules.push_back(plain_rule(context));
      rules.back().states = of_rule;
      rules.back().add = add;
      rules.back().sums[1].text = sum;
      for (const CustomRule::State& state : of_rule) context.states.push_back(state.name);
    }
    return fault_of(rules, context);
  };
  EXPECT_EQ(fault({{{"age", 1, "age + gain + count"}}}, "v * age", "age_j - age"), "");
  EXPECT_EQ(fault({{{"age", 1, ""}}, {{"left", 0, "left + age"}}}, "v * age * left"), "");
  EXPECT_EQ(fault({{{"age", 1, "v"}}}),
            "state.age.next 1:1 `next` is a number, such as min(hunger + 0.01, 1); this is a vector");
  EXPECT_EQ(fault({{{"age", 1, "age +"}}}).substr(0, 19), "state.age.next 1:6 ");
  EXPECT_EQ(fault({{{"age", 1, "age_j"}}}), "state.age.next 1:1 age_j is of a pair: it is for sums only");
  EXPECT_EQ(fault({{{"age", 1, ""}}}, "v * ages"),
            "add 1:5 there is no name \"ages\"; did you mean \"age\"?");
  EXPECT_EQ(fault({{{"gain", 1, ""}}}),
            "let.gain 1:1 gain is a number that boids keep (state.gain); take another name");
  EXPECT_EQ(fault({{{"count", 1, ""}}}),
            "sums.count 1:1 count is a number that boids keep (state.count); take another name");
  EXPECT_EQ(fault({{{"n", 1, ""}}}), "state.n 1:1 n is a word of the language; take another name");
  EXPECT_EQ(fault({{{"age_j", 1, ""}}}),
            "state.age_j 1:1 the name ends with _j, as that of a neighbour's number; take another name");
  EXPECT_EQ(fault({{{"age", 1, ""}}, {{"age", 1, ""}}}),
            "state.age 1:1 there is another age; all rules know it, so one name is of one number");
  EXPECT_EQ(fault({{{"a", 1, ""}, {"b", 1, ""}}, {{"c", 1, ""}, {"e", 1, ""}, {"f", 1, ""}}}),
            "state.f 1:1 boids keep at most 4 numbers; here are 5");
  EXPECT_EQ(fault({{{"age", std::numeric_limits<double>::infinity(), ""}}}),
            "state.age 1:1 start is a finite number");
}

}  // namespace
}  // namespace murmur
