// Ranges and values as TOML text for messages and files. Numbers have the shortest text that
// reads back to the same bits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/look/field.h"

namespace murmur {

/// Most parts of a dotted key, and most brackets around a value: no key of a scenario has more than four.
inline constexpr size_t kMostKeyParts = 16, kMostBrackets = 32;

std::string range_text(const Range& range);      ///< text such as "a number from 0 to 1"
std::string number_text(double value);           ///< shortest TOML float with the same bits: "0.1", "2.0"
std::string toml_string(std::string_view text);  ///< the text as a TOML basic string, with quotes
/// Ends a message: "did you mean rules.radius?", or the list of known names, each after `prefix`.
std::string suggestion(const std::string& word, const std::vector<std::string>& known,
                       const std::string& prefix = "");
/// Guess for a text that is not a TOML value: "; did you mean 1.5, or [1.0, 5.0]?"; empty: no guess.
std::string meant_by(std::string_view text);

}  // namespace murmur
