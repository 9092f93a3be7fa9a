// The words and signs of an expression of a rule (docs/rules.md), and the place of each.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace murmur::rules {

constexpr size_t kMostBytes = 10000;  ///< longest text
constexpr size_t kLongestName = 32;   ///< longest name of a rule, a `let` or a sum; characters

/// What is wrong with a text, and at which of its bytes.
struct TextFault {
  size_t at;
  std::string what;
};

enum class TokenKind { kNumber, kName, kSign, kEnd };
struct Token {
  TokenKind kind;
  size_t at;              ///< index of the first byte
  std::string_view text;  ///< "" at the end
  double number = 0.0;
};

/// @throws TextFault. The tokens refer to `text`; the last one is kEnd.
std::vector<Token> tokens_of(std::string_view text);

/// The names in a text, without .x, .y and .z; none in a text with a fault. They refer to `text`.
std::vector<std::string_view> names_in(std::string_view text);

/// "a name", "'+'", "the end of the text"
std::string described(const Token& token);

/// A word of letters, digits and '_' that does not begin with a digit.
bool is_word(std::string_view text);

}  // namespace murmur::rules
