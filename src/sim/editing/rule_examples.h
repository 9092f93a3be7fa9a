// Example custom rules, scaled to a flock; a new example is a row in rule_examples.cpp. Owns nothing; used by the panel.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

struct RuleExample {
  std::string name, what;  ///< one word as name, and a short description for the user
  SetValue rule;           ///< a table for [[rule]]
};

/// Examples for the world's dimension.
std::vector<RuleExample> rule_examples(const Scenario& scenario);

}  // namespace murmur
