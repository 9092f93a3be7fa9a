#include "sim/rules/tokens.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include "sim/util/csv_text.h"
#include "sim/util/utf8.h"

namespace murmur::rules {

namespace {

/// A habit from other languages, and what to write instead.
struct Habit {
  std::string_view text, instead;
};
constexpr Habit kHabits[] = {
    {"\u2212", "-"},
    {"\u00d7", "*"},
    {"\u00b7", "*"},
    {"\u00f7", "/"},
    {"\u2264", "<="},
    {"\u2265", ">="},
    {"\u2260", "!="},
    {"\u03c0", "pi"},
    {"\u221a", "sqrt(x)"},
    {"\u2018", "no quotes"},
    {"\u201c", "no quotes"},
    {"\"", "no quotes"},
    {"'", "no quotes"},
    {"&&", "and"},
    {"||", "or"},
    {"&", "and"},
    {"|", "or, or abs(x)"},
    {"!", "not"},
    {"=", "=="},
    {"^", "x * x"},
    {"%", "mod(x, m)"},
    {"{", "("},
    {"}", ")"},
    {";", "one expression"},
    {"#", "no comments"},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// The code point of the UTF-8 character, of `size` bytes, that `text` begins with.
unsigned code_point(std::string_view text, size_t size) {
  const auto byte = [&](size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
  unsigned point = size == 1 ? byte(0) : byte(0) & (0xffu >> (size + 1));
  for (size_t i = 1; i < size; ++i) point = (point << 6) | (byte(i) & 0x3fu);
  return point;
}

[[noreturn]] void refuse_character(std::string_view rest, size_t at) {
  for (const Habit& habit : kHabits) {
    if (rest.starts_with(habit.text))
      throw TextFault{at, fmt::format("{} is not of this language; write {}", habit.text, habit.instead)};
  }
  const size_t size = utf8_character(rest);
  if (size == 0)
    throw TextFault{at, fmt::format("the byte 0x{:02X} is no character of UTF-8",
                                    static_cast<unsigned>(static_cast<unsigned char>(rest[0])))};
  const unsigned point = code_point(rest, size);
  if (point > ' ' && point < 0x7f) throw TextFault{at, fmt::format("{} is not of this language", rest[0])};
  // Latin, Greek and Cyrillic letters; other characters may be invisible or change the direction of text.
  const bool letter = (point >= 0xc0 && point < 0x250) || (point >= 0x370 && point < 0x530);
  throw TextFault{
      at, letter ? fmt::format("{} (U+{:04X}) is not of this language; names have letters from a to z",
                               rest.substr(0, size), point)
                 : fmt::format("the character U+{:04X} is not of this language", point)};
}

/// Number of bytes of the operator that `text` begins with, or 0.
size_t sign_size(std::string_view text) {
  for (const std::string_view sign : {"<=", ">=", "==", "!="}) {
    if (text.starts_with(sign)) return 2;
  }
  return std::string_view("+-*/<>?:(),.[]").find(text[0]) != std::string_view::npos ? 1 : 0;
}

/// Number of bytes of the number that `text` begins with: digits, a point, digits, an exponent.
size_t number_size(std::string_view text, size_t at) {
  size_t end = 0;
  const auto digits = [&] {
    const size_t begin = end;
    while (end < text.size() && is_digit(text[end])) ++end;
    return end > begin;
  };
  digits();
  if (end < text.size() && text[end] == '.') {
    ++end;
    if (!digits()) throw TextFault{at + end, "after the point of a number there is a digit: 1.0"};
  }
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    ++end;
    if (end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
    if (!digits()) throw TextFault{at + end, "after the e of a number there is its exponent: 1e-3"};
  }
  if (end < text.size() && is_letter(text[end]))
    throw TextFault{at + end, "a letter follows a number; a product has a *: 2 * x"};
  return end;
}

}  // namespace

bool is_word(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

std::vector<Token> tokens_of(std::string_view text) {
  if (text.size() > kMostBytes)
    throw TextFault{0, fmt::format("the text has {} bytes; at most {}", text.size(), kMostBytes)};
  std::vector<Token> tokens;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at;
      continue;
    }
    const std::string_view rest = text.substr(at);
    Token token{TokenKind::kSign, at, {}};
    size_t size = 0;
    if (is_letter(c)) {
      token.kind = TokenKind::kName;
      while (size < rest.size() && (is_letter(rest[size]) || is_digit(rest[size]))) ++size;
    } else if (is_digit(c) || (c == '.' && rest.size() > 1 && is_digit(rest[1]))) {
      token.kind = TokenKind::kNumber;
      size = number_size(rest, at);
      const auto result = number_from(rest.data(), rest.data() + size, token.number);
      if (result.ec != std::errc() || !std::isfinite(static_cast<float>(token.number)))
        throw TextFault{at, fmt::format("the number {} is too large or too small; the largest is 3.4e38",
                                        shortened(rest.substr(0, size)))};
    } else {
      size = sign_size(rest);
      if (size == 0) refuse_character(rest, at);
    }
    token.text = rest.substr(0, size);
    tokens.push_back(token);
    at += size;
  }
  tokens.push_back({TokenKind::kEnd, text.size(), {}});
  return tokens;
}

std::vector<std::string_view> names_in(std::string_view text) {
  std::vector<std::string_view> names;
  try {
    bool component = false;
    for (const Token& token : tokens_of(text)) {
      if (token.kind == TokenKind::kName && !component) names.push_back(token.text);
      component = token.text == ".";
    }
  } catch (const TextFault&) {
    return {};
  }
  return names;
}

std::string described(const Token& token) {
  switch (token.kind) {
    case TokenKind::kEnd:
      return "the end of the text";
    case TokenKind::kNumber:
      return fmt::format("the number {}", shortened(token.text));
    case TokenKind::kName:
      return fmt::format("the name \"{}\"", shortened(token.text));
    default:
      return fmt::format("'{}'", token.text);
  }
}

}  // namespace murmur::rules
