// Parts of rules that have names: where they may stand, and what is wrong with them.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "support/plain_rules.h"

namespace murmur {
namespace {

TEST(RulesPartsTest, HaveFaultsOfTheirOwn) {
  const auto fault = [](const std::vector<CustomRule::Text>& parts, const char* sum, const char* add) {
    CustomRule rule = plain_rule(flat_world());
    rule.parts = parts;
    rule.sums[0].text = sum;
    rule.add = add;
    return fault_of({rule}, flat_world());
  };
  EXPECT_EQ(fault({{"out", "p - size / 2"}, {"far", "length(out)"}}, "d * far", "out * far"), "");
  EXPECT_EQ(fault({{"out", "p - sise"}}, "out", "out"),
            "where.out 1:5 there is no name \"sise\"; did you mean \"size\"?");
  EXPECT_EQ(fault({{"way", "unit(d)"}}, "way", "way"), "add 1:1 way is of a pair: it is for sums only");
  EXPECT_EQ(fault({{"way", "unit(d)"}, {"way2", "way * 2"}}, "way2", "v + way2"),
            "add 1:5 way2 is of a pair: it is for sums only");
  EXPECT_EQ(fault({{"mean", "pull / n"}}, "d + mean", "mean"),
            "sums.pull 1:5 mean has n or a sum in it: it is for `when`, `add` and `next` only");
  EXPECT_EQ(fault({{"mixed", "r * n"}}, "d", "v"),
            "where.mixed 1:5 n is known after the sums: it is for `when`, `add` and `next` only");
  EXPECT_EQ(fault({{"a", "b + 1"}, {"b", "a.x"}, {"c", "v.a"}}, "d", "v"), "where.a 1:1 a is made of itself");
  EXPECT_EQ(fault({{"x", "v.x"}, {"y", "x + v.y"}}, "d", "vec(x, y)"), "");
  EXPECT_EQ(fault({{"gain", "1"}}, "d", "v"),
            "where.gain 1:1 this rule has gain twice; each let, sum and part has a name of its own");
  EXPECT_EQ(fault({{"n", "1"}}, "d", "v"), "where.n 1:1 n is a word of the language; take another name");
  EXPECT_EQ(fault({{"out", "p"}}, "d", "out[0]"), "add 1:1 out is no table: it has no index");
  EXPECT_EQ(fault({{"far", "n > 3"}}, "d", "far ? v : p"), "");
  EXPECT_EQ(fault({{"way", "least(r, d)"}}, "d", "v"),
            "where.way 1:1 least(by, value) is the whole text of a sum");
}

/// A flock with one species needs no index for its numbers; what is no table has none.
TEST(RulesPartsTest, AnIndexOfWhatIsNoTableWhereThereIsOneSpecies) {
  RuleContext context = flat_world();
  context.species = 1;
  for (const char* text : {"v[0]", "pull[0] * v", "pull[species]"}) {
    CustomRule rule;
    rule.sums = {{"pull", "d"}};
    rule.add = text;
    EXPECT_EQ(fault_of({rule}, context),
              fmt::format("add 1:1 {} is no table: it has no index", text[0] == 'v' ? "v" : "pull"));
  }
}

}  // namespace
}  // namespace murmur
