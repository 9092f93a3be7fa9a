// Functions for reading CSV text strictly and fast: lines, fields, numbers rounded once, and a list of faults that
// stays short when a million rows are wrong. Used by state_csv.cpp.
#pragma once

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur {

/// Collects faults: the first 20 are reported, the others are only counted.
class FaultList {
 public:
  void add(std::string fault) {
    if (++count_ <= kFaultsListed) listed_.push_back(std::move(fault));
  }
  bool any() const { return count_ > 0; }
  void raise() {
    if (!any()) return;
    if (count_ > kFaultsListed) listed_.push_back(fmt::format("and {} more", count_ - kFaultsListed));
    throw UserError(std::move(listed_));
  }

 private:
  static constexpr size_t kFaultsListed = 20;
  std::vector<std::string> listed_;
  size_t count_ = 0;
};

/// Returns lines one by one, without their line ends.
class CsvLines {
 public:
  explicit CsvLines(std::string_view text) : rest_(text) {}
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++number_;
    return true;
  }
  int64_t number() const { return number_; }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  int64_t number_ = 0;
};

/// Splits a line at commas. @returns the number of fields, or Max + 1 if there are too many.
template <int Max>
int split(std::string_view line, std::string_view (&fields)[Max]) {
  int count = 0;
  for (;;) {
    const size_t comma = line.find(',');
    if (count == Max) return Max + 1;
    fields[count++] = line.substr(0, comma);
    if (comma == std::string_view::npos) return count;
    line.remove_prefix(comma + 1);
  }
}

template <class I>
bool to_integer(std::string_view text, I& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

#ifdef __cpp_lib_to_chars
template <class T>
std::from_chars_result number_from(const char* first, const char* last, T& value) {
  return std::from_chars(first, last, value);
}
#else
/// Reads a number where the library's from_chars reads only integers: libc++ before 20. strtof and strtod also round once.
template <class T>
std::from_chars_result number_from(const char* first, const char* last, T& value) {
  const std::string text(first, last);
  const size_t digit = text.find_first_not_of('-');
  const bool plain =
      digit < 2 && text.find_first_not_of("0123456789.eE+-") == std::string::npos && text[digit] != '+';
  if (!plain) return {first, std::errc::invalid_argument};
  char* end = nullptr;
  errno = 0;
  const T read = sizeof(T) == sizeof(float) ? static_cast<T>(std::strtof(text.c_str(), &end))
                                            : static_cast<T>(std::strtod(text.c_str(), &end));
  const char* const place = first + (end - text.c_str());
  if (end == text.c_str()) return {first, std::errc::invalid_argument};
  if (errno == ERANGE) return {place, std::errc::result_out_of_range};
  value = read;
  return {place, std::errc()};
}
#endif

/// Converts text to T with one rounding. @returns "", or the fault.
template <class T>
const char* to_number(std::string_view text, T& value) {
  const char* const last = text.data() + text.size();
  const auto [end, error] = number_from(text.data(), last, value);
  if (error == std::errc::invalid_argument || end != last) return "is not a number";
  if (error == std::errc::result_out_of_range) {
    // The number is too large, or so small that it rounds to zero; strtold distinguishes these cases for any exponent.
    const long double wide = std::strtold(std::string(text).c_str(), nullptr);
    if (std::fabs(wide) > 1.0L) return "is too large";
    value = static_cast<T>(wide);
  }
  return std::isfinite(value) ? "" : "is not finite";
}

}  // namespace murmur
