#include "support/rule_trees.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace murmur {

TreePointer tree_of(TreeType type, std::string head, std::vector<TreePointer> kids) {
  return std::make_shared<Tree>(Tree{type, std::move(head), std::move(kids)});
}

size_t Tree::size() const {
  size_t sum = 1;
  for (const TreePointer& kid : kids) sum += kid->size();
  return sum;
}

TreePointer plain_tree(TreeType type, int dimensions) {
  if (type == TreeType::kTruth) return tree_of(TreeType::kTruth, "true");
  if (type == TreeType::kNumber) return tree_of(TreeType::kNumber, "1");
  const std::vector<TreePointer> ones(static_cast<size_t>(dimensions), tree_of(TreeType::kNumber, "1"));
  return tree_of(TreeType::kVector, "vec", ones);
}

namespace {

/// How tightly an expression holds together: parentheses are written around looser ones.
int strength(const Tree& tree) {
  const std::string& head = tree.head;
  if (head == "?") return 0;
  if (head == "or") return 1;
  if (head == "and") return 2;
  if (head == "not") return 3;
  if (head[0] == '<' || head[0] == '>' || head[0] == '=' || head[0] == '!') return 4;
  if (head == "+" || head == "-") return tree.kids.size() == 1 ? 7 : 5;
  return head == "*" || head == "/" ? 6 : 8;
}

}  // namespace

std::string text_of(const Tree& tree, int least, RandomChoice& draw) {
  const int own = strength(tree);
  if (own < least || draw.chance(0.05)) return "(" + text_of(tree, own, draw) + ")";
  const auto kid = [&](size_t i, int at_least) { return text_of(*tree.kids[i], at_least, draw); };
  const char* const blanks[] = {" ", " ", "\n", "\t", "  ", " \r\n "};
  const std::string blank = draw.one_of(blanks);
  if (own == 0) return kid(0, 1) + blank + "?" + kid(1, 0) + ":" + blank + kid(2, 0);
  if (own == 3) return "not" + blank + kid(0, 3);
  if (own == 7) return "-" + kid(0, 7);
  if (own < 7) {
    const bool chains = own != 4;
    return kid(0, chains ? own : 5) + blank + tree.head + blank + kid(1, own + 1);
  }
  if (tree.head[0] == '.' && !tree.kids.empty()) return kid(0, 8) + tree.head;
  if (tree.kids.empty()) return tree.head;
  std::vector<std::string> parts;
  for (size_t i = 0; i < tree.kids.size(); ++i) parts.push_back(kid(i, 0));
  const std::string list = fmt::format("{}", fmt::join(parts, "," + blank));
  return tree.head == "[" ? tree.name + "[" + list + "]" : tree.head + "(" + list + ")";
}

}  // namespace murmur
