// Ranges and values as TOML text for messages and files. Numbers have the shortest text that
// reads back to the same bits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/look/field.h"

namespace murmur {

/// Parts of one dotted key, and brackets around one value: no scenario key has more than four.
inline constexpr size_t kMostKeyParts = 16, kMostBrackets = 32;

std::string range_text(const Range& range);      ///< "a number from 0 to 1"
std::string number_text(double value);           ///< shortest that reads back, a TOML float: "0.1", "2.0"
std::string toml_string(std::string_view text);  ///< as a TOML basic string
/// "did you mean rules.radius?", or the list of known names, each after `prefix`.
std::string suggestion(const std::string& word, const std::vector<std::string>& known,
                       const std::string& prefix = "");
/// What is probably meant by a text that is not a TOML value: "; did you mean 1.5, or [1.0, 5.0]?"; empty: unknown.
std::string meant_by(std::string_view text);

}  // namespace murmur
