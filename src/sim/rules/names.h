// The names that an expression may use, and what they are.
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

/// Values with names.
using Known = std::map<std::string, Typed>;

/// Where an expression stands.
struct Scope {
  const RuleContext& context;
  const CustomRule& rule;
  bool of_pairs;       ///< true in sums, false in `when` and `add`
  const Known& known;  ///< parts of this rule, and in the program of boids its sums
};

/// Whether one of the texts has this name.
bool has_name(const std::vector<CustomRule::Text>& texts, std::string_view name);

/// A word with a meaning of its own, which no `let` and no sum may have as its name.
bool is_reserved(std::string_view name);

/// "hunger_j" is that of a neighbour.
constexpr std::string_view kOfNeighbour = "_j";

/// The names that an expression there may use, functions apart.
std::vector<std::string> usable_names(const Scope& scope);

/// R, or the range of the rule.
double range_of(const CustomRule& rule, const RuleContext& context);

/// @throws TextFault at the byte `at`
Typed make_name(Operations& operations, const Scope& scope, std::string_view name, size_t at);

/// One of the numbers of a `let` with several. @throws TextFault
Typed make_table_entry(Operations& operations, const Scope& scope, const Syntax& syntax, const Term& term);

}  // namespace murmur::rules
