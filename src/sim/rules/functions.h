// The functions of the language: how each is called, and what it is in operations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/rules/operations.h"

namespace murmur::rules {

/// `takes` has a letter for each argument: n a number, v a vector, t a number or a vector (of the same type as the other
/// t), a a number or a vector, k a whole number from 0 to 63 as a literal; + after the last one: it may come again. An argument k comes as `index`.
struct Function {
  std::string_view name, call, takes;
  int dimensions;  ///< dimensions of the worlds that have it; 0: all
  Typed (*make)(Operations& operations, const std::vector<Typed>& values, size_t index);
};

/// None: nullptr. vec, to and least are not here: what they take depends on the world, and least is for sums alone.
const Function* find_function(std::string_view name);

std::vector<std::string> function_names();

/// What to write here for a word of other languages: "unit(a)" for "normalize"; empty: the word is none of them.
std::string_view instead_of(std::string_view word);

}  // namespace murmur::rules
