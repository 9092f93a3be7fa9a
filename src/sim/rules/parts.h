// The named parts of the texts of a rule (`where`): in which order they can be made, and for which of the two programs.
#pragma once

#include <vector>

#include "sim/rules/context.h"
#include "sim/rules/custom_rule.h"

namespace murmur::rules {

struct Part {
  const CustomRule::Text* text;
  bool of_pairs = false;    ///< has what a pair has, so that sums alone can use it
  bool after_sums = false;  ///< has n or a sum, so that sums cannot use it
};

/// The parts of a rule, each after those in its text; without those that are made of themselves. They refer to `rule`.
std::vector<Part> parts_in_order(const CustomRule& rule, const RuleContext& context);

}  // namespace murmur::rules
