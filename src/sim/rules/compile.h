// Compiles the text of custom rules to programs (model/custom/program.h), and reports faults in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/custom/program.h"
#include "sim/rules/context.h"
#include "sim/rules/custom_rule.h"
#include "sim/util/errors.h"

namespace murmur {

/// A CustomRules that owns its arrays, with numbers in double.
struct CustomPrograms {
  std::vector<CustomSlot> pair_inputs, boid_inputs;
  std::vector<Instruction> pair_code, boid_code;
  size_t same_for_pairs = 0;
  std::vector<double> numbers;
  std::vector<CustomSumTerm> sums;
  std::vector<double> ranges;  ///< range of each rule [world units]; R for a rule without one
  std::vector<CustomAddition> additions;
  std::vector<CustomNext> nexts;
  int pair_registers = 0, boid_registers = 0;
};

/// Thrown for a fault in the text of a rule.
class RuleError : public UserError {
 public:
  RuleError(size_t in_rule, std::string in_key, int at_line, int at_column, const std::string& what);
  size_t rule;  ///< index of the rule
  std::string
      key;  ///< "add", "when", "sums.NAME", "state.NAME.next", "let.NAME", "state.NAME", "name" or "range"
  int line, column;   ///< position in the text, from 1; column counts characters, not bytes
  std::string cause;  ///< the message without the position
};

/// Compiles all rules. @throws RuleError: the first fault
CustomPrograms compile_rules(const std::vector<CustomRule>& rules, const RuleContext& context);
/// All faults, by rule, then in the order of its sums, `when`, `add` and states; empty: the rules can be compiled.
std::vector<RuleError> rule_faults(const std::vector<CustomRule>& rules, const RuleContext& context);

}  // namespace murmur
