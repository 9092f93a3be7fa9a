// Converts the syntax tree of an expression to operations, and checks types.
#pragma once

#include <string_view>
#include <vector>

#include "sim/rules/names.h"
#include "sim/rules/operations.h"
#include "sim/rules/tokens.h"

namespace murmur::rules {

/// A type in words: "a number", "a vector", "a truth"
std::string_view described(Type type);

/// Adds the operations of an expression to the program, and its faults, sorted by position, to `faults`. The program
/// is not usable if there are faults. `least_by`: receives the first argument of least(by, value), which is allowed
/// only where it is not null.
Typed make_expression(std::string_view text, Operations& operations, const Scope& scope,
                      std::vector<TextFault>& faults, Typed* least_by = nullptr);

}  // namespace murmur::rules
