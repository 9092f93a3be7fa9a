// Random expressions of rules, of every operation and name of the language.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/rules/compile.h"
#include "support/random_choice.h"
#include "support/rule_trees.h"

namespace murmur {

struct RandomPart {
  std::string name;
  TreePointer tree;
  bool of_pairs;  ///< sums alone use it
};

struct RandomRule {
  double range = 0.0;
  std::vector<CustomRule::Let> lets;
  std::vector<std::pair<std::string, TreePointer>> sums;
  std::vector<RandomPart> parts;
  std::vector<std::pair<std::string, TreePointer>> states;  ///< with what they are next
  TreePointer when, add;
};

/// An expression of about `budget` operations, in a sum (`of_pairs`) or in `when` or `add`.
TreePointer grow(RandomChoice& draw, const RuleContext& context, const RandomRule& rule, bool of_pairs,
                 TreeType type, int budget);

}  // namespace murmur
