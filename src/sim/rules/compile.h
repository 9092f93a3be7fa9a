// Makes programs (model/own/program.h) from the text of rules of one's own, and says what is wrong with a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/own/program.h"
#include "sim/rules/context.h"
#include "sim/rules/own_rule.h"
#include "sim/util/errors.h"

namespace murmur {

/// OwnRules with arrays of its own, numbers in double.
struct OwnPrograms {
  std::vector<OwnSlot> pair_inputs, boid_inputs;
  std::vector<Instruction> pair_code, boid_code;
  size_t same_for_pairs = 0;
  std::vector<double> numbers;
  std::vector<OwnSumTerm> sums;
  std::vector<double> ranges;  ///< range of each rule; R for a rule without one
  std::vector<OwnAddition> additions;
  std::vector<OwnNext> nexts;
  int pair_registers = 0, boid_registers = 0;
};

/// A text that is no rule.
class RuleError : public UserError {
 public:
  RuleError(size_t in_rule, std::string in_key, int at_line, int at_column, const std::string& what);
  size_t rule;  ///< index
  std::string
      key;  ///< "add", "when", "sums.NAME", "state.NAME.next", "let.NAME", "state.NAME", "name" or "range"
  int line, column;   ///< place in its text, from 1; column counts characters, not bytes
  std::string cause;  ///< the message without the place
};

/// @throws RuleError: the first fault
OwnPrograms compile_rules(const std::vector<OwnRule>& rules, const RuleContext& context);
/// Every fault, by rule and then in the order of its sums, `when`, `add` and states; empty: the rules can be compiled.
std::vector<RuleError> rule_faults(const std::vector<OwnRule>& rules, const RuleContext& context);

}  // namespace murmur
