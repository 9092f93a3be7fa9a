// Parses an expression of a rule to a tree, by the precedence of its operators.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "sim/rules/tokens.h"

namespace murmur::rules {

constexpr int kDeepest = 200;  ///< largest nesting depth of parentheses and other levels

enum class TermKind {
  kNumber,
  kName,
  kCall,    ///< function call; parts: arguments
  kIndex,   ///< parts: indices of the table `text`
  kPart,    ///< .x, .y, .z of parts[0]
  kUnary,   ///< operator - or not, before its operand
  kBinary,  ///< operator `text` between two parts
  kChoice,  ///< parts[0] ? parts[1] : parts[2]
};
struct Term {
  TermKind kind;
  size_t at;              ///< byte position of the operator, name or number
  std::string_view text;  ///< name or operator
  double number = 0.0;
  std::vector<size_t> parts = {};  ///< indices of terms
};
struct Syntax {
  std::vector<Term> terms;  ///< each term comes after its parts; the last one is the whole expression
  size_t begin = 0;         ///< byte position of the first token
};

/// Parses an expression. @throws TextFault. The tree refers to `text`.
Syntax parse(std::string_view text);

}  // namespace murmur::rules
