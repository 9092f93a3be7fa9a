#include "sim/util/counts.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/util/csv_text.h"
#include "sim/util/errors.h"
#include "sim/util/utf8.h"

namespace murmur {
namespace {

constexpr std::string_view kDigits = "0123456789";

/// Signs that people type instead of ASCII's: on keyboards of China and Japan, and in text copied from pages.
constexpr std::pair<std::string_view, char> kSigns[] = {{"\u2212", '-'}, {"\u2019", '\''}, {"\u00a0", ' '},
                                                        {"\u2009", ' '}, {"\u202f", ' '},  {"\u3000", ' '}};

/// Converts the text to ASCII without spaces at both ends; empty: it has other signs.
std::string in_ascii(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const size_t size = std::max<size_t>(utf8_character(text), 1);
    const std::string_view one = text.substr(0, size);
    text.remove_prefix(size);
    const auto* const sign = std::find_if(std::begin(kSigns), std::end(kSigns),
                                          [&](const auto& known) { return known.first == one; });
    // Full-width forms U+FF01 to U+FF5E stand for 0x21 to 0x7e.
    const bool wide = size == 3 && one[0] == '\xef' && (one[1] == '\xbc' || one[1] == '\xbd');
    if (sign != std::end(kSigns))
      plain += sign->second;
    else if (wide)
      plain += static_cast<char>((one[1] == '\xbc' ? 0x20 : 0x60) + (one[2] & 0x3f));
    else if (size == 1)
      plain += one[0];
    else
      return "";
  }
  const size_t first = plain.find_first_not_of(" \t"), last = plain.find_last_not_of(" \t");
  return first == std::string::npos ? "" : plain.substr(first, last - first + 1);
}

/// A number split into parts: -12.5e3 is {true, "12", "5", 3}.
struct Parts {
  bool negative = false;
  std::string whole, decimals;
  int exponent = 0;
};

/// Whether a separator stands before every group of three digits: "1,234,567".
bool grouped(std::string_view text, char separator) {
  size_t end = text.find(separator);
  if (end == 0 || end > 3 || text.front() == '0') return false;
  while (end != std::string_view::npos) {
    text.remove_prefix(end + 1);
    end = text.find(separator);
    if (std::min(end, text.size()) != 3) return false;
  }
  return true;
}

/// Splits digits at the decimal sign. `whole`: a point or comma may separate groups, "1.234". @returns false if the
/// text is no number, or ambiguous.
bool split_digits(std::string_view text, bool whole, Parts& parts) {
  std::string kinds;  // different separators, in the order of appearance
  for (const char c : text)
    if (kDigits.find(c) == kDigits.npos && kinds.find(c) == kinds.npos) kinds += c;
  if (kinds.size() > 2 || kinds.find_first_not_of(".,' _") != kinds.npos) return false;
  const char last = kinds.empty() ? '\0' : kinds.back();
  const bool can_be_decimal = (last == '.' || last == ',') && text.find(last) == text.rfind(last);
  if (kinds.size() == 2 && !can_be_decimal) return false;
  const bool groups = !kinds.empty() && grouped(text, last);
  const bool decimal = can_be_decimal && (kinds.size() == 2 || !groups || (last == '.' && !whole));
  std::string_view before = text;
  if (decimal) {
    before = text.substr(0, text.find(last));
    parts.decimals = text.substr(before.size() + 1);
  } else if (!kinds.empty() && (!groups || (can_be_decimal && !whole))) {
    return false;
  }
  const char thousands = decimal ? (kinds.size() == 2 ? kinds.front() : '\0') : last;
  if (thousands != '\0' && !grouped(before, thousands)) return false;
  for (const char c : before)
    if (c != thousands) parts.whole += c;
  return !parts.whole.empty() || !parts.decimals.empty();
}

std::optional<Parts> parts_of(std::string_view typed, bool whole) {
  std::string text = in_ascii(typed);
  Parts parts;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    parts.negative = text[0] == '-';
    text.erase(0, 1);
  }
  if (text.empty()) return std::nullopt;
  constexpr std::string_view kUnits = "kKMmGg";
  const size_t unit = kUnits.find(text.back());
  if (unit != kUnits.npos && (whole || (text.back() != 'm' && text.back() != 'g'))) {  // else metres, grams
    parts.exponent = 3 * (static_cast<int>(unit) / 2 + 1);
    text.pop_back();
  } else if (const size_t e = text.find_first_of("eE"); e != text.npos) {
    std::string_view power = std::string_view(text).substr(e + 1);
    if (power.starts_with('+')) power.remove_prefix(1);
    if (power.size() > 5 || !to_integer(power, parts.exponent)) return std::nullopt;
    text.resize(e);
  }
  // A number with an exponent or unit has decimals: "1.500k", "1.500e3".
  if (!split_digits(text, whole && parts.exponent == 0, parts)) return std::nullopt;
  return parts;
}

}  // namespace

std::optional<double> typed_number(std::string_view text) {
  const std::optional<Parts> parts = parts_of(text, false);
  if (!parts) return std::nullopt;
  double value = 0.0;
  const std::string digits = parts->whole + parts->decimals;
  const std::string exact = fmt::format("{}{}e{}", parts->negative ? "-" : "", digits,
                                        parts->exponent - static_cast<int>(parts->decimals.size()));
  if (*to_number(exact, value) != '\0') return std::nullopt;
  const bool vanished = value == 0.0 && digits.find_first_not_of('0') != digits.npos;
  return !vanished ? std::optional(value) : std::nullopt;
}

std::optional<int64_t> typed_whole(std::string_view text) {
  const std::optional<Parts> parts = parts_of(text, true);
  if (!parts || (parts->whole.size() > 1 && parts->whole.front() == '0')) return std::nullopt;
  // Whole numbers are computed exactly, also "2.5k".
  std::string digits = parts->whole + parts->decimals;
  int zeros = parts->exponent - static_cast<int>(parts->decimals.size());
  for (; zeros < 0 && digits.ends_with('0'); ++zeros) digits.pop_back();
  if (digits.find_first_not_of('0') == digits.npos) return 0;
  if (zeros < 0 || zeros > 18) return std::nullopt;
  int64_t value = 0;
  const std::string all =
      (parts->negative ? "-" : "") + digits + std::string(static_cast<size_t>(zeros), '0');
  return to_integer(all, value) ? std::optional(value) : std::nullopt;
}

std::string two_meanings(std::string_view text) {
  const std::optional<int64_t> whole = typed_whole(text);
  std::string point = in_ascii(text);
  if (!whole || typed_number(text) || point.find_first_not_of("0123456789,-") != point.npos) return "";
  std::replace(point.begin(), point.end(), ',', '.');
  return fmt::format("; it may mean {} or {}", point, *whole);
}

int64_t parse_count(const std::string& text) {
  if (const std::optional<int64_t> count = typed_whole(text); count && *count >= 0) return *count;
  throw UserError(
      "'" + text +
      "' is not a count: allowed are whole numbers of at least 0, such as 1000, 2.5k, 100k or 1M");
}

}  // namespace murmur
