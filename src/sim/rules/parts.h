// The named parts of a rule's expressions (`where`): an order in which they can be made, and the program that each belongs to.
#pragma once

#include <vector>

#include "sim/rules/context.h"
#include "sim/rules/custom_rule.h"

namespace murmur::rules {

struct Part {
  const CustomRule::Text* text;
  bool of_pairs = false;    ///< uses properties of a pair, so only sums can use the part
  bool after_sums = false;  ///< uses n or a sum, so sums cannot use the part
};

/// The parts of a rule, each after the parts that it uses; parts that depend on themselves are left out. Refers to `rule`.
std::vector<Part> parts_in_order(const CustomRule& rule, const RuleContext& context);

}  // namespace murmur::rules
