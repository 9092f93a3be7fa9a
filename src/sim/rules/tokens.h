// The words and signs of a rule's expression (docs/rules.md), with their positions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace murmur::rules {

constexpr size_t kMostBytes = 10000;  ///< largest size of an expression's text
constexpr size_t kLongestName = 32;   ///< most characters of the name of a rule, `let` or sum

/// A fault in a text, and the byte at which it is.
struct TextFault {
  size_t at;
  std::string what;
};

enum class TokenKind { kNumber, kName, kSign, kEnd };
struct Token {
  TokenKind kind;
  size_t at;              ///< byte position of the token
  std::string_view text;  ///< "" for the end of the text
  double number = 0.0;
};

/// Splits a text into tokens, which refer to `text`; the last one is kEnd. @throws TextFault.
std::vector<Token> tokens_of(std::string_view text);

/// The names in a text, without .x, .y and .z; none if the text has a fault. They refer to `text`.
std::vector<std::string_view> names_in(std::string_view text);

/// A token in words: "a name", "'+'", "the end of the text"
std::string described(const Token& token);

/// Whether a text consists of letters, digits and '_' and does not begin with a digit.
bool is_word(std::string_view text);

}  // namespace murmur::rules
