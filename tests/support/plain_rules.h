// A plain rule, worlds for it, and what is wrong with rules in a short form.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/rules/compile.h"

namespace murmur {

inline RuleContext flat_world() {
  RuleContext context;
  context.size = {100, 80};
  context.radius = 50;
  return context;
}

inline RuleContext species_world() {
  RuleContext context = flat_world();
  context.species = 3;
  return context;
}

inline RuleContext deep_world() {
  RuleContext context = flat_world();
  context.dimensions = 3;
  context.size = {100, 80, 60};
  return context;
}

/// A rule that may use the numbers gain, of_kind and of_pair, and in `add` the sums pull and count.
inline CustomRule plain_rule(const RuleContext& context) {
  CustomRule rule;
  rule.lets.push_back({"gain", {{0.5}}, {}, {}});
  if (context.species > 0) {
    rule.lets.push_back({"of_kind", {{1, 2, 3}}, {}, {}});
    rule.lets.push_back({"of_pair", {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, {}, {}});
  }
  rule.sums = {{"pull", "d"}, {"count", "1"}};
  rule.add = "v";
  return rule;
}

/// "key line:column cause", or "" if the rules are right.
inline std::string fault_of(const std::vector<CustomRule>& rules, const RuleContext& context) {
  try {
    compile_rules(rules, context);
  } catch (const RuleError& error) {
    EXPECT_EQ(std::string(error.what()), fmt::format("rule[{}].{}, line {}, column {}: {}", error.rule,
                                                     error.key, error.line, error.column, error.cause));
    return fmt::format("{} {}:{} {}", error.key, error.line, error.column, error.cause);
  }
  return "";
}

}  // namespace murmur
