// Makes operations of the tree of an expression, and checks types.
#pragma once

#include <string_view>

#include "sim/rules/names.h"
#include "sim/rules/operations.h"

namespace murmur::rules {

/// "a number", "a vector", "a truth"
std::string_view described(Type type);

/// Adds the text's operations to the program. @throws TextFault
Typed make_expression(std::string_view text, Operations& operations, const Scope& scope);

}  // namespace murmur::rules
