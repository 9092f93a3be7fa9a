// Ranges of numbers, and values as TOML text for messages and files. Numbers have the shortest text that
// reads back to the same bits.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace murmur {

/// Allowed values of a number, both ends included.
struct Range {
  double low, high;
};
inline constexpr double kLargest = static_cast<double>(std::numeric_limits<float>::max());
inline constexpr Range kAnyNumber{-kLargest, kLargest};
inline constexpr Range kNotNegative{0.0, kLargest};
/// Lengths, speeds and times: their squares stay normal numbers in float32.
inline constexpr Range kPositive{1e-9, 1e9};
inline constexpr Range kReach{0.0, 1e9};
inline constexpr Range kProbability{0.0, 1.0};

std::string range_text(const Range& range);      ///< "a number from 0 to 1"
std::string number_text(double value);           ///< shortest that reads back, a TOML float: "0.1", "2.0"
std::string toml_string(std::string_view text);  ///< as a TOML basic string
/// "did you mean rules.radius?", or the list of known names, each after `prefix`.
std::string suggestion(const std::string& word, const std::vector<std::string>& known,
                       const std::string& prefix = "");

}  // namespace murmur
