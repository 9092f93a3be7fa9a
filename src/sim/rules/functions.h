// The functions of the rule language: names, arguments, and their operations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/rules/operations.h"

namespace murmur::rules {

/// A function. `takes` has a letter for each argument: n a number, v a vector, t a number or a vector (all t of the
/// same type), a a number or a vector, k an integer literal from 0 to 63; + after the last letter: may be repeated.
/// An argument k is passed as `index`.
struct Function {
  std::string_view name, call, takes;
  int dimensions;  ///< dimension of the worlds that have the function; 0: all
  Typed (*make)(Operations& operations, const std::vector<Typed>& values, size_t index);
};

/// The function of this name, or null. Does not include vec and to, whose arguments depend on the world, nor least,
/// which only sums have.
const Function* find_function(std::string_view name);

std::vector<std::string> function_names();

/// What to write for a word of another language: "unit(a)" for "normalize"; empty: the word is not known.
std::string_view instead_of(std::string_view word);

}  // namespace murmur::rules
