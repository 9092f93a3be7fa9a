#include "sim/rules/compile.h"

#include <utility>

#include <fmt/format.h>

namespace murmur {

RuleError::RuleError(size_t in_rule, std::string in_key, int at_line, int at_column, const std::string& what)
    : UserError(
          fmt::format("rule[{}].{}, line {}, column {}: {}", in_rule, in_key, at_line, at_column, what)),
      rule(in_rule),
      key(std::move(in_key)),
      line(at_line),
      column(at_column),
      cause(what) {}

OwnPrograms compile_rules(const std::vector<OwnRule>& rules, const RuleContext&) {
  if (rules.empty()) return {};
  throw RuleError(0, "add", 1, 1, "rules of one's own cannot be compiled yet");
}

}  // namespace murmur
