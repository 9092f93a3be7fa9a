// Makes programs (model/own/program.h) from the text of rules of one's own, and says what is wrong with a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/own/program.h"
#include "sim/rules/own_rule.h"
#include "sim/util/errors.h"

namespace murmur {

/// What a rule may use of its flock.
struct RuleContext {
  int dimensions = 2;
  size_t species = 0;  ///< 0: there are none
  double time_step = 1.0;
  std::vector<double> size;  ///< (D,) of the world
  bool wrapped = false;      ///< the metric
  double radius = 0.0;       ///< R
  std::optional<std::vector<double>> cursor, goal;
};

/// OwnRules with arrays of its own, numbers in double.
struct OwnPrograms {
  std::vector<OwnSlot> pair_inputs, boid_inputs;
  std::vector<Instruction> pair_code, boid_code;
  size_t same_for_pairs = 0;
  std::vector<double> numbers;
  std::vector<OwnSumTerm> sums;
  std::vector<double> ranges;  ///< by rule; R for a rule without one
  std::vector<OwnAddition> additions;
  int pair_registers = 0, boid_registers = 0;
};

/// A text that is no rule.
class RuleError : public UserError {
 public:
  RuleError(size_t in_rule, std::string in_key, int at_line, int at_column, const std::string& what);
  size_t rule;        ///< index
  std::string key;    ///< "add", "when", "sums.NAME", "let.NAME", "name" or "range"
  int line, column;   ///< of its text, from 1; column counts characters, not bytes
  std::string cause;  ///< the message without the place
};

/// @throws RuleError
OwnPrograms compile_rules(const std::vector<OwnRule>& rules, const RuleContext& context);

}  // namespace murmur
