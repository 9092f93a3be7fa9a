// Random rules as text, compiled and run in double, against an evaluator of their trees on vectors that knows nothing of
// programs. Every operation is exact, so both have the same bits.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "support/double_program.h"
#include "support/random_rules.h"

namespace murmur {
namespace {

bool same(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}

double component(const Meaning& meaning, int k) { return meaning.at[static_cast<size_t>(k)]; }

/// The boid's (or the pair's) inputs as the program wants them, from the names of the evaluator.
InputOf inputs_of(const RandomNames& names, const std::vector<std::string>& states) {
  return [&names, &states](CustomSlot slot) {
    switch (slot.input) {
      case CustomInput::kDisplacement:
        return component(names.at("d"), slot.component);
      case CustomInput::kOtherVelocity:
        return component(names.at("v_j"), slot.component);
      case CustomInput::kOtherSpecies:
        return component(names.at("species_j"), 0);
      case CustomInput::kOtherId:
        return component(names.at("id_j"), 0);
      case CustomInput::kOtherState:
        return component(names.at(states.at(slot.component) + "_j"), 0);
      case CustomInput::kState:
        return component(names.at(states.at(slot.component)), 0);
      case CustomInput::kVelocity:
        return component(names.at("v"), slot.component);
      case CustomInput::kPosition:
        return component(names.at("p"), slot.component);
      case CustomInput::kId:
        return component(names.at("id"), 0);
      case CustomInput::kSpecies:
        return component(names.at("species"), 0);
      case CustomInput::kStep:
        return component(names.at("step"), 0);
      case CustomInput::kNeighbours:
        return component(names.at("n"), 0);
      default:
        ADD_FAILURE();
        return 0.0;
    }
  };
}

/// "" if the rules mean the same compiled and as trees; else what differs.
std::string difference(const RandomRules& rules) {
  CustomPrograms programs;
  try {
    programs = compile_rules(rules.as_text(), rules.context);
  } catch (const RuleError& error) {
    return error.what();
  }
  std::vector<InputOf> pairs;
  for (const RandomNames& pair : rules.pairs) pairs.push_back(inputs_of(pair, rules.context.states));
  const int dimensions = rules.context.dimensions;
  const DoubleRun run =
      run_in_double(programs, dimensions, inputs_of(rules.boid, rules.context.states), pairs);
  if (run.added.size() != rules.rules.size()) return "another number of rules";
  size_t next = 0, state = 0;
  for (size_t i = 0; i < rules.rules.size(); ++i) {
    const RandomRule& rule = rules.rules[i];
    RandomNames names = rules.boid;
    rules.define(rule, names);
    for (const auto& [name, tree] : rule.sums) {
      Meaning sum{tree->type, {0, 0, 0}};
      const bool is_least = tree->head == "least";
      double least = std::numeric_limits<double>::infinity();
      for (RandomNames pair : rules.pairs) {
        rules.define(rule, pair);
        for (const RandomPart& part : rule.parts)
          if (part.of_pairs) pair[part.name] = rules.evaluate(*part.tree, pair);
        if (is_least) {
          const double by = rules.evaluate(*tree->kids[0], pair).at[0];
          if (!(by < least)) continue;
          least = by;
          sum = rules.evaluate(*tree->kids[1], pair);
          continue;
        }
        const Meaning term = rules.evaluate(*tree, pair);
        for (size_t k = 0; k < 3; ++k) sum.at[k] += term.at[k];
      }
      names[name] = sum;
      for (int k = 0; k < (tree->type == TreeType::kVector ? dimensions : 1); ++k) {
        if (next >= run.sums.size() || !same(run.sums[next], component(sum, k))) return "sum " + name;
        ++next;
      }
      if (is_least && (next >= run.sums.size() || !same(run.sums[next++], least))) return "least of " + name;
    }
    for (const RandomPart& part : rule.parts)
      if (!part.of_pairs) names[part.name] = rules.evaluate(*part.tree, names);
    for (const auto& [name, tree] : rule.states) {
      if (state >= run.next.size() || !same(run.next[state++], rules.evaluate(*tree, names).at[0]))
        return "state " + name;
    }
    const bool acts = !rule.when || rules.evaluate(*rule.when, names).at[0] > 0;
    if (acts != run.added[i].has_value()) return "when of rule " + std::to_string(i);
    if (!acts) continue;
    const Meaning add = rules.evaluate(*rule.add, names);
    for (int k = 0; k < dimensions; ++k) {
      if (!same((*run.added[i])[static_cast<size_t>(k)], component(add, k)))
        return "add of rule " + std::to_string(i);
    }
  }
  return next == run.sums.size() && state == run.next.size() ? "" : "too many sums or states";
}

/// Every expression within `tree`, the outer ones first.
void collect(TreePointer& tree, std::vector<TreePointer*>& all) {
  all.push_back(&tree);
  for (TreePointer& kid : tree->kids) collect(kid, all);
}

/// Replaces expressions by a part of theirs or a number while the rules stay wrong.
void shrink(RandomRules& rules) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    std::vector<TreePointer*> all;
    for (RandomRule& rule : rules.rules) {
      for (auto& [name, tree] : rule.sums) collect(tree, all);
      for (RandomPart& part : rule.parts) collect(part.tree, all);
      if (rule.when) collect(rule.when, all);
      collect(rule.add, all);
      for (auto& [name, tree] : rule.states) collect(tree, all);
    }
    for (TreePointer* place : all) {
      const TreePointer before = *place;
      std::vector<TreePointer*> inside;
      TreePointer copy = before;
      collect(copy, inside);
      std::vector<TreePointer> candidates;
      if (before->kids.size() > 0) candidates.push_back(plain_tree(before->type, rules.context.dimensions));
      for (size_t i = 1; i < inside.size(); ++i) {
        if ((*inside[i])->type == before->type) candidates.push_back(*inside[i]);
      }
      for (const TreePointer& candidate : candidates) {
        if (candidate->size() >= before->size() || before->is_fixed) continue;
        *place = candidate;
        if (!difference(rules).empty()) {
          smaller = true;
          break;
        }
        *place = before;
      }
      if (smaller) break;
    }
  }
}

TEST(RandomRulesTest, MeanTheSameCompiledAndAsTrees) {
  size_t instructions = 0, acting = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    RandomRules rules(seed);
    const std::string wrong = difference(rules);
    if (!wrong.empty()) {
      shrink(rules);
      FAIL() << "seed " << seed << ": " << wrong << "\nshrunk: " << difference(rules) << "\n"
             << rules.described();
    }
    const CustomPrograms programs = compile_rules(rules.as_text(), rules.context);
    instructions += programs.pair_code.size() + programs.boid_code.size();
    acting += programs.additions.size();
  }
  EXPECT_GT(instructions, 100000u);  // they are not trivial
  EXPECT_GT(acting, 3000u);
}

/// The search for a smaller program: of a wrong evaluator only what is wrong remains.
TEST(RandomRulesTest, ShrinksToWhatDiffers) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    RandomRules rules(seed);
    rules.wrong_function = "smoothstep";
    if (difference(rules).empty()) continue;
    shrink(rules);
    size_t size = 0;
    for (const RandomRule& rule : rules.rules) {
      for (const auto& [name, tree] : rule.sums) size += tree->size();
      for (const RandomPart& part : rule.parts) size += part.tree->size();
      size += (rule.when ? rule.when->size() : 0) + rule.add->size();
    }
    EXPECT_NE(rules.described().find("smoothstep"), std::string::npos);
    EXPECT_LE(size, 60u) << rules.described();
    return;
  }
  FAIL() << "no rule has a smoothstep that counts";
}

}  // namespace
}  // namespace murmur
