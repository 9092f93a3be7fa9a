// An expression of a rule as a tree, by the precedence of its operators.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "sim/rules/tokens.h"

namespace murmur::rules {

constexpr int kDeepest = 200;  ///< depth of parentheses and the like within each other

enum class TermKind {
  kNumber,
  kName,
  kCall,    ///< parts: arguments
  kIndex,   ///< parts: indices of the table `text`
  kPart,    ///< .x, .y, .z of parts[0]
  kUnary,   ///< -, not
  kBinary,  ///< text: the operator
  kChoice,  ///< parts[0] ? parts[1] : parts[2]
};
struct Term {
  TermKind kind;
  size_t at;              ///< byte of its operator, name or number
  std::string_view text;  ///< name or operator
  double number = 0.0;
  std::vector<size_t> parts = {};  ///< indices of terms
};
struct Syntax {
  std::vector<Term> terms;  ///< each after its parts; the last one is the expression
  size_t begin = 0;         ///< byte of its first token
};

/// @throws TextFault. The tree refers to `text`.
Syntax parse(std::string_view text);

}  // namespace murmur::rules
