// Custom rules to begin with, scaled to a flock. A further one is a row in rule_examples.cpp. Owns nothing; used by the panel.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

struct RuleExample {
  std::string name, what;  ///< one word, and a few for the user
  SetValue rule;           ///< a table for [[rule]]
};

/// Examples for the world's dimension.
std::vector<RuleExample> rule_examples(const Scenario& scenario);

}  // namespace murmur
