#include "support/random_rules.h"

#include <algorithm>
#include <numbers>
#include <utility>

#include <fmt/format.h>

namespace murmur {

RandomRules::RandomRules(uint64_t seed) : seed_(seed) {
  RandomChoice draw(seed);
  const auto vector = [&](double least, double most) {
    std::vector<double> all(static_cast<size_t>(context.dimensions));
    for (double& x : all) x = draw.real(least, most);
    return all;
  };
  context.dimensions = draw.chance(0.5) ? 2 : 3;
  context.species = draw.chance(0.5) ? 0 : static_cast<size_t>(draw.whole(2, 4));
  context.time_step = draw.real(0.1, 2.0);
  context.size = vector(50, 100);
  context.wrapped = draw.chance(0.5);
  context.radius = draw.real(10, 20);
  if (draw.chance(0.5)) context.cursor = vector(0, 50);
  if (draw.chance(0.5)) context.goal = vector(0, 50);

  grow_rules(draw);

  const auto meaning = [&](double least, double most) {
    Meaning all{TreeType::kVector, {}};
    const std::vector<double> drawn = vector(least, most);
    std::copy(drawn.begin(), drawn.end(), all.at.begin());
    return all;
  };
  const auto given = [&](const std::vector<double>& numbers) {
    Meaning all{TreeType::kVector, {}};
    std::copy(numbers.begin(), numbers.end(), all.at.begin());
    return all;
  };
  const auto kind = [&] {
    return number_meaning(
        static_cast<double>(draw.whole(0, std::max<int64_t>(0, static_cast<int64_t>(context.species) - 1))));
  };
  boid = {{"v", meaning(-2, 2)},
          {"p", meaning(0, 50)},
          {"id", number_meaning(17)},
          {"species", kind()},
          {"n", number_meaning(3)},
          {"pi", number_meaning(std::numbers::pi)},
          {"true", truth_meaning(true)},
          {"false", truth_meaning(false)},
          {"radius", number_meaning(context.radius)},
          {"size", given(context.size)},
          {"step", number_meaning(5)},
          {"time", number_meaning(5 * context.time_step)}};
  for (const std::string& state : context.states) boid[state] = number_meaning(draw.real(-2, 2));
  if (context.cursor) boid["cursor"] = given(*context.cursor);
  if (context.goal) boid["goal"] = given(*context.goal);
  for (int k = 0; k < 3; ++k) {
    RandomNames pair = boid;
    pair["d"] = k == 2 ? Meaning{TreeType::kVector, {}} : meaning(-10, 10);  // one at the same place
    pair["v_j"] = meaning(-2, 2);
    pair["species_j"] = kind();
    pair["id_j"] = number_meaning(20 - k);
    for (const std::string& state : context.states) pair[state + "_j"] = number_meaning(draw.real(-2, 2));
    pair["r"] = evaluate(*tree_of(TreeType::kNumber, "length", {tree_of(TreeType::kVector, "d")}), pair);
    pairs.push_back(std::move(pair));
  }
}

RandomRules::RandomRules(uint64_t seed, RuleContext of_flock) : context(std::move(of_flock)), seed_(seed) {
  RandomChoice draw(seed);
  grow_rules(draw);
}

void RandomRules::grow_rules(RandomChoice& draw) {
  for (int64_t states = std::max<int64_t>(0, draw.whole(-3, 4)); states > 0; --states)
    context.states.push_back("state_" + std::to_string(states));
  size_t taken = 0;  // of the states
  for (int64_t count = draw.whole(1, 3); count > 0; --count) {
    RandomRule rule;
    if (draw.chance(0.5)) rule.range = context.radius * draw.real(0.05, 1);
    const auto table = [&](size_t rows, size_t columns) {
      std::vector<std::vector<double>> all(rows, std::vector<double>(columns));
      for (std::vector<double>& row : all) {
        for (double& x : row) x = draw.chance(0.1) ? -0.0 : draw.real(-2, 2);
      }
      return all;
    };
    rule.lets.push_back({"gain", table(1, 1), {}, {}});
    if (context.species > 0) rule.lets.push_back({"of_kind", table(1, context.species), {}, {}});
    if (context.species > 0)
      rule.lets.push_back({"of_pair", table(context.species, context.species), {}, {}});
    const auto expression = [&](TreeType type, bool of_pairs) {
      return grow(draw, context, rule, of_pairs, type, static_cast<int>(draw.whole(0, 14)));
    };
    const auto add_parts = [&](bool of_pairs) {
      const TreeType types[] = {TreeType::kNumber, TreeType::kVector, TreeType::kTruth};
      for (int64_t parts = draw.whole(-2, 2); parts > 0; --parts)
        rule.parts.push_back({fmt::format("{}_part_{}", of_pairs ? "pair" : "a", parts),
                              expression(draw.one_of(types), of_pairs), of_pairs});
    };
    add_parts(true);
    for (int64_t sums = draw.whole(0, 3); sums > 0; --sums) {
      const TreeType type = draw.chance(0.5) ? TreeType::kNumber : TreeType::kVector;
      TreePointer tree = expression(type, true);
      if (draw.chance(0.3)) tree = tree_of(type, "least", {expression(TreeType::kNumber, true), tree});
      rule.sums.emplace_back("sum_" + std::to_string(sums), tree);
    }
    add_parts(false);
    if (draw.chance(0.5)) rule.when = expression(TreeType::kTruth, false);
    rule.add = expression(TreeType::kVector, false);
    while (taken < context.states.size() && (count == 1 || draw.chance(0.5)))
      rule.states.emplace_back(context.states[taken++], expression(TreeType::kNumber, false));
    rules.push_back(std::move(rule));
  }
}

std::vector<CustomRule> RandomRules::as_text() const {
  RandomChoice draw(seed_ + 1);
  std::vector<CustomRule> all;
  for (const RandomRule& rule : rules) {
    CustomRule text;
    text.range = rule.range;
    text.lets = rule.lets;
    for (const auto& [name, tree] : rule.sums) text.sums.push_back({name, text_of(*tree, 0, draw)});
    for (const RandomPart& part : rule.parts) text.parts.push_back({part.name, text_of(*part.tree, 0, draw)});
    if (rule.when) text.when = text_of(*rule.when, 0, draw);
    text.add = text_of(*rule.add, 0, draw);
    for (const auto& [name, tree] : rule.states)
      text.states.push_back({name, 0.25 * static_cast<double>(text.states.size()), text_of(*tree, 0, draw)});
    all.push_back(std::move(text));
  }
  return all;
}

std::string RandomRules::described() const {
  std::string all = fmt::format("{}D, {} species\n", context.dimensions, context.species);
  for (const CustomRule& rule : as_text()) {
    for (const CustomRule::Text& sum : rule.sums) all += sum.name + " = " + sum.text + "\n";
    for (const CustomRule::Text& part : rule.parts) all += part.name + " = " + part.text + "\n";
    all += "when = " + rule.when + "\nadd = " + rule.add + "\n";
    for (const CustomRule::State& state : rule.states) all += state.name + ": next = " + state.next + "\n";
  }
  return all;
}

void RandomRules::define(const RandomRule& rule, RandomNames& names) const {
  names["range"] = number_meaning(rule.range > 0 ? rule.range : context.radius);
  for (const CustomRule::Let& let : rule.lets) {
    names[let.name] = number_meaning(let.value[0][0]);
    for (size_t i = 0; i < let.value.size(); ++i) {
      for (size_t j = 0; j < let.value[i].size(); ++j) {
        const bool is_row = let.value.size() == 1;
        names[is_row ? fmt::format("{}[{}]", let.name, j) : fmt::format("{}[{}, {}]", let.name, i, j)] =
            number_meaning(let.value[i][j]);
      }
    }
  }
}

}  // namespace murmur
