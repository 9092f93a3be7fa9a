// Makes operations of the tree of an expression, and checks types.
#pragma once

#include <string_view>
#include <vector>

#include "sim/rules/names.h"
#include "sim/rules/operations.h"
#include "sim/rules/tokens.h"

namespace murmur::rules {

/// "a number", "a vector", "a truth"
std::string_view described(Type type);

/// Adds the text's operations to the program, and what is wrong with it to `faults`, in the order of their places. The program of a
/// text with faults cannot be used. `least_by`: of a text least(by, value), which is allowed where it is not null.
Typed make_expression(std::string_view text, Operations& operations, const Scope& scope,
                      std::vector<TextFault>& faults, Typed* least_by = nullptr);

}  // namespace murmur::rules
