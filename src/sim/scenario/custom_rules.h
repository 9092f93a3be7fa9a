// Custom rules as keys of a scenario, `[[rule]]`: what they may use of it, and what is wrong with them. Their language is
// sim/rules. Reads no files.
#pragma once

#include <string>
#include <vector>

#include "sim/rules/compile.h"
#include "sim/scenario/scenario.h"

namespace murmur {

/// The numbers that boids keep, by index of Columns::custom_states; valid as long as the scenario is as it is.
std::vector<const CustomRule::State*> custom_states(const Scenario& scenario);
std::vector<std::string> custom_state_names(const Scenario& scenario);

/// What the rules of this scenario are compiled with.
RuleContext rule_context(const Scenario& scenario);

/// The faults of the rules' texts; empty: all of them can be compiled, together too. Rules with other faults have none here.
std::vector<RuleError> rule_errors(const Scenario& scenario);
/// "rule[0].add, line 2, column 14"; the line only where its text has several.
std::string place_of(const RuleError& error, const Scenario& scenario);
/// The text that a place is in: "add", "when", "sums.NAME", "where.NAME", "state.NAME.next"; empty: it is in none.
std::string text_of(const CustomRule& rule, const std::string& key);

}  // namespace murmur
