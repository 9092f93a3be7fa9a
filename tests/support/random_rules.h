// Random custom rules as text, and what they mean: their trees evaluated on vectors, without programs.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/rules/compile.h"
#include "support/rule_growth.h"
#include "support/rule_trees.h"

namespace murmur {

struct Meaning {
  TreeType type = TreeType::kNumber;
  std::array<double, 3> at = {};  ///< 1 and 0 for truths
};
inline Meaning number_meaning(double x) { return {TreeType::kNumber, {x, 0, 0}}; }
inline Meaning truth_meaning(bool x) { return {TreeType::kTruth, {x ? 1.0 : 0.0, 0, 0}}; }
using RandomNames = std::map<std::string, Meaning>;

class RandomRules {
 public:
  explicit RandomRules(uint64_t seed);
  /// For a flock that is there. They have no meaning in trees: `boid` and `pairs` are empty.
  RandomRules(uint64_t seed, RuleContext of_flock);
  std::vector<CustomRule> as_text() const;
  std::string described() const;
  /// Adds what names mean in a rule: its numbers.
  void define(const RandomRule& rule, RandomNames& names) const;
  Meaning evaluate(const Tree& tree, const RandomNames& names) const;

  RuleContext context;
  std::vector<RandomRule> rules;
  RandomNames boid;
  std::vector<RandomNames> pairs;
  std::string wrong_function;  ///< one that evaluate() gets wrong

 private:
  void grow_rules(RandomChoice& draw);
  Meaning call(const Tree& tree, const std::vector<Meaning>& x) const;
  uint64_t seed_;
};

}  // namespace murmur
