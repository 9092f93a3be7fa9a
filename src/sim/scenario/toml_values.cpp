#include "sim/scenario/toml_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/util/near_names.h"

namespace murmur {

std::string range_text(const Range& range) {
  if (range.low == -kLargest && range.high == kLargest) return "a finite number";
  if (range.high == kLargest) return fmt::format("a finite number of at least {}", range.low);
  if (range.low == kPositive.low && range.high == kPositive.high)
    return "a number above 0 (from 1e-9 to 1e9)";
  return fmt::format("a number from {} to {}", range.low, range.high);
}

std::string number_text(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string suggestion(const std::string& word, const std::vector<std::string>& known,
                       const std::string& prefix) {
  std::vector<std::string> names = near_names(word, known);
  const bool near = !names.empty();
  if (!near) names = known;
  for (std::string& name : names) name = prefix + name;
  return near ? fmt::format("did you mean {}?", fmt::join(names, " or "))
              : fmt::format("known are {}", fmt::join(names, ", "));
}

}  // namespace murmur
