#include "sim/scenario/toml_values.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/util/counts.h"
#include "sim/util/near_names.h"

namespace murmur {
namespace {

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

}  // namespace

std::string range_text(const Range& range) {
  if (range.low == -kLargest && range.high == kLargest) return "a number from -3.4e38 to 3.4e38";
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

std::string meant_by(std::string_view text) {
  text = trimmed(text);
  std::vector<std::string> parts;  // parts of the text between commas
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::optional<double> number = typed_number(text.substr(begin, end - begin));
    if (!number) break;
    parts.push_back(number_text(*number));
    begin = end + 1;
  }
  const std::string array = parts.size() > 1 && std::count(text.begin(), text.end(), ',') + 1 ==
                                                    static_cast<std::ptrdiff_t>(parts.size())
                                ? fmt::format("[{}]", fmt::join(parts, ", "))
                                : "";
  std::vector<std::string> all;
  if (const std::optional<int64_t> whole = typed_whole(text))
    all.push_back(fmt::format("{}", *whole));
  else if (const std::optional<double> number = typed_number(text))
    all.push_back(number_text(*number));
  if (!array.empty()) all.push_back(array);
  if (!all.empty()) return fmt::format("; did you mean {}?", fmt::join(all, ", or "));
  const size_t dash = text.find('-', 1);
  if (dash != text.npos && typed_whole(text.substr(0, dash)) && typed_whole(text.substr(dash + 1)))
    return fmt::format("; a sweep writes a range as {}..{}", text.substr(0, dash), text.substr(dash + 1));
  const bool quoted = !text.empty() && (text.front() == '"' || text.front() == '\'');
  if (quoted && text.find(text.front(), 1) == text.npos) return "; its quote is not closed";
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto in_word = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  const bool word =
      !text.empty() && std::all_of(text.begin(), text.end(), in_word) && (text[0] < '0' || text[0] > '9');
  // Whether the text is a rule's expression, as in add = v * 2.
  const bool expression = text.find_first_of("[{\"'") == text.npos &&
                          text.find_first_of("+*/<>?(") != text.npos &&
                          std::any_of(text.begin(), text.end(), is_letter);
  if (word || expression) return fmt::format("; a text stands in quotes: {}", toml_string(text));
  return "";
}

}  // namespace murmur
