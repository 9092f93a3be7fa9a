// The names that an expression may use, and their values.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/rules/context.h"
#include "sim/rules/custom_rule.h"
#include "sim/rules/operations.h"
#include "sim/rules/syntax.h"

namespace murmur::rules {

/// Values that a rule knows, by name.
using Known = std::map<std::string, Typed>;

/// Where an expression is evaluated.
struct Scope {
  const RuleContext& context;
  const CustomRule& rule;
  bool of_pairs;       ///< whether the expression is in a sum; false: in `when`, `add` or a state
  const Known& known;  ///< parts of the rule, and its sums in the program of boids
};

/// Whether one of the texts has the given name.
bool has_name(const std::vector<CustomRule::Text>& texts, std::string_view name);

/// Whether a word has a fixed meaning, so that no `let` and no sum may have this name.
bool is_reserved(std::string_view name);

/// Suffix of a neighbour's value: "hunger_j".
constexpr std::string_view kOfNeighbour = "_j";

/// All names that an expression may use here, without functions.
std::vector<std::string> usable_names(const Scope& scope);

/// Range of the rule, or R if it has none.
double range_of(const CustomRule& rule, const RuleContext& context);

/// Makes the value of a name. @throws TextFault at the byte `at`
Typed make_name(Operations& operations, const Scope& scope, std::string_view name, size_t at);

/// Makes one entry of a `let` with several numbers. @throws TextFault
Typed make_table_entry(Operations& operations, const Scope& scope, const Syntax& syntax, const Term& term);

}  // namespace murmur::rules
