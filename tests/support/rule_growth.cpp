#include "support/rule_growth.h"

namespace murmur {

namespace {

constexpr TreeType kNumber = TreeType::kNumber, kVector = TreeType::kVector, kTruth = TreeType::kTruth;

/// Draws trees of a type, with at most `budget` operations.
class Growth {
 public:
  Growth(RandomChoice& draw, const RuleContext& context, const RandomRule& rule, bool of_pairs, int budget)
      : draw_(draw), context_(context), rule_(rule), of_pairs_(of_pairs), budget_(budget) {}

  TreePointer of(TreeType type) {
    if (--budget_ < 0 || draw_.chance(0.12)) return leaf(type);
    if (draw_.chance(0.06)) return tree_of(type, "?", {of(kTruth), of(type), of(type)});
    if (type == kTruth) return truth();
    return type == kVector ? vector() : number();
  }

 private:
  TreePointer call(TreeType type, const char* head, std::vector<TreeType> takes) {
    std::vector<TreePointer> kids;
    for (const TreeType kid : takes) kids.push_back(of(kid));
    return tree_of(type, head, kids);
  }
  TreePointer truth() {
    const char* const compares[] = {"<", "<=", ">", ">=", "==", "!="};
    switch (draw_.whole(0, 5)) {
      case 0:
        return call(kTruth, "and", {kTruth, kTruth});
      case 1:
        return call(kTruth, "or", {kTruth, kTruth});
      case 2:
        return call(kTruth, "not", {kTruth});
      default:
        return call(kTruth, draw_.one_of(compares), {kNumber, kNumber});
    }
  }
  TreePointer stream() {
    TreePointer k = tree_of(kNumber, std::to_string(draw_.whole(0, 63)));
    k->is_fixed = true;
    return k;
  }
  TreePointer number() {
    const char* const binary[] = {"+", "-", "*", "/", "+", "-", "*", "min", "max", "mod"};
    const char* const unary[] = {"-", "abs", "floor", "sqrt", "sin", "cos", "exp", "log"};
    const char* const parts[] = {".x", ".y", ".z"};
    switch (draw_.whole(0, 13)) {
      case 0:
        return call(kNumber, "dot", {kVector, kVector});
      case 1:
        return call(kNumber, "length", {kVector});
      case 2:
        return call(kNumber, parts[draw_.whole(0, context_.dimensions - 1)], {kVector});
      case 3:
        return call(kNumber, "clamp", {kNumber, kNumber, kNumber});
      case 4:
        return call(kNumber, "mix", {kNumber, kNumber, kNumber});
      case 5:
        return call(kNumber, "smoothstep", {kNumber, kNumber, kNumber});
      case 6:
        return call(kNumber, draw_.chance(0.5) ? "min" : "max", {kNumber, kNumber, kNumber, kNumber});
      case 7:
        return draw_.chance(0.5) ? tree_of(kNumber, "random", {stream()})
                                 : tree_of(kNumber, "noise", {of(kVector), stream()});
      case 8:
      case 9:
        return call(kNumber, draw_.one_of(unary), {kNumber});
      default:
        return call(kNumber, draw_.one_of(binary), {kNumber, kNumber});
    }
  }
  TreePointer vector() {
    const bool flat = context_.dimensions == 2;
    switch (draw_.whole(0, 10)) {
      case 0:
        return call(kVector, "vec", std::vector<TreeType>(flat ? 2 : 3, kNumber));
      case 1:
        return call(kVector, "unit", {kVector});
      case 2:
        return call(kVector, "limit", {kVector, kNumber});
      case 3:
        return flat ? call(kVector, "perp", {kVector}) : call(kVector, "cross", {kVector, kVector});
      case 4:
        return call(kVector, "mix", {kVector, kVector, kNumber});
      case 5:
        return call(kVector, "to", {kVector});
      case 6:
        return call(kVector, "-", {kVector});
      case 7:
        return call(kVector, "*", {kVector, kNumber});
      case 8:
        return call(kVector, "*", {kNumber, kVector});
      case 9:
        return call(kVector, "/", {kVector, kNumber});
      default:
        return call(kVector, draw_.chance(0.5) ? "+" : "-", {kVector, kVector});
    }
  }
  TreePointer index() {
    std::vector<std::string> all = {"0", std::to_string(context_.species - 1), "species"};
    if (of_pairs_) all.push_back("species_j");
    TreePointer tree = tree_of(kNumber, draw_.one_of(all));
    tree->is_fixed = true;
    return tree;
  }
  TreePointer leaf(TreeType type) {
    std::vector<std::string> names = {"v", "p", "size"};
    if (context_.cursor) names.push_back("cursor");
    if (context_.goal) names.push_back("goal");
    if (of_pairs_) names.insert(names.end(), {"d", "v_j"});
    if (type == kTruth) names = {"true", "false"};
    if (type == kNumber) {
      names = {"0",   "1",  "2",    "0.5",  "1e-3",  ".25",    "10", "1.5E1",
               "0.1", "id", "step", "time", "range", "radius", "pi"};
      names.push_back(of_pairs_ ? "r" : "n");
      if (of_pairs_) names.push_back("id_j");
      if (context_.species > 0) names.push_back(of_pairs_ && draw_.chance(0.5) ? "species_j" : "species");
    }
    for (const std::string& state : context_.states) {
      if (type == kNumber) names.push_back(of_pairs_ && draw_.chance(0.7) ? state + "_j" : state);
    }
    for (const auto& [name, sum] : rule_.sums) {
      if (!of_pairs_ && sum->type == type) names.insert(names.end(), {name, name});
    }
    for (const RandomPart& part : rule_.parts) {
      if (part.of_pairs == of_pairs_ && part.tree->type == type)
        names.insert(names.end(), {part.name, part.name});
    }
    for (const CustomRule::Let& let : rule_.lets) {
      if (type != kNumber || draw_.chance(0.5)) continue;
      if (let.value[0].size() == 1) {
        names.push_back(let.name);
      } else if (draw_.chance(0.2)) {
        TreePointer table = tree_of(kNumber, "[", {index()});
        if (let.value.size() > 1) table->kids.push_back(index());
        table->name = let.name;
        return table;
      }
    }
    return tree_of(type, draw_.one_of(names));
  }

  RandomChoice& draw_;
  const RuleContext& context_;
  const RandomRule& rule_;
  bool of_pairs_;
  int budget_;
};

}  // namespace

TreePointer grow(RandomChoice& draw, const RuleContext& context, const RandomRule& rule, bool of_pairs,
                 TreeType type, int budget) {
  return Growth(draw, context, rule, of_pairs, budget).of(type);
}

}  // namespace murmur
