// Expressions of rules as trees, and their text with as few parentheses as precedence allows (and sometimes more).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "support/random_choice.h"

namespace murmur {

enum class TreeType { kNumber, kVector, kTruth };

struct Tree;
using TreePointer = std::shared_ptr<Tree>;
struct Tree {
  TreeType type;
  std::string head;  ///< operator, function, name, literal; "[" of a table in `name`
  std::vector<TreePointer> kids = {};
  std::string name = {};  ///< of a table
  bool is_fixed = false;  ///< stays as it is: an index, the k of random(k)
  size_t size() const;
};

/// 1, vec(1, 1) or true.
TreePointer plain_tree(TreeType type, int dimensions);

TreePointer tree_of(TreeType type, std::string head, std::vector<TreePointer> kids = {});

/// @param least  strength of the operator around it; 0: none
std::string text_of(const Tree& tree, int least, RandomChoice& draw);

}  // namespace murmur
