// Custom rules, `[[rule]]`, as part of a scenario: what they may use, and their faults. The rule language is
// implemented in sim/rules. Reads no files.
#pragma once

#include <string>
#include <vector>

#include "sim/rules/compile.h"
#include "sim/scenario/scenario.h"

namespace murmur {

/// The numbers that boids keep, by index of Columns::custom_states; valid until the scenario changes.
std::vector<const CustomRule::State*> custom_states(const Scenario& scenario);
std::vector<std::string> custom_state_names(const Scenario& scenario);

/// Properties of the scenario that its rules may use.
RuleContext rule_context(const Scenario& scenario);

/// Faults in the texts of the rules; empty: all rules can be compiled, also together. Rules that have other faults are skipped.
std::vector<RuleError> rule_errors(const Scenario& scenario);
/// Position of an error: "rule[0].add, line 2, column 14"; the line is named only if the text has several.
std::string place_of(const RuleError& error, const Scenario& scenario);
/// The text that a key of a rule refers to: "add", "when", "sums.NAME", "where.NAME", "state.NAME.next"; empty: none.
std::string text_of(const CustomRule& rule, const std::string& key);

}  // namespace murmur
