#include "sim/scenario/custom_rules.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "sim/rules/tokens.h"
#include "sim/scenario/read.h"
#include "sim/scenario/species.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/utf8.h"

namespace murmur {
namespace {

size_t characters(std::string_view text) {
  size_t count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(std::max<size_t>(utf8_character(text), 1));
  return count;
}

/// The node of a key such as "sums.pull" in a rule, or the nearest enclosing node; null: there is none.
const toml::node* node_in_rule(const toml::table* merged, size_t index, const std::string& key) {
  const toml::array* const tables = merged ? merged->get_as<toml::array>("rule") : nullptr;
  const toml::node* found = tables ? tables->get(index) : nullptr;
  for (size_t begin = 0; found && begin < key.size();) {
    const size_t end = std::min(key.find('.', begin), key.size());
    const toml::table* const table = found->as_table();
    const toml::node* const inner = table ? table->get(key.substr(begin, end - begin)) : nullptr;
    if (!inner) break;
    found = inner;
    begin = end + 1;
  }
  return found;
}

/// Checks of a rule that do not belong to the rule language.
template <class Refuse>
void check_keys(const CustomRule& rule, const Refuse& refuse) {
  const bool one_line =
      std::none_of(rule.name.begin(), rule.name.end(), [](unsigned char c) { return c < 0x20; });
  if (characters(rule.name) > rules::kLongestName || !one_line)
    refuse("name", fmt::format("is {}; allowed: at most {} characters, all of one line",
                               toml_string(shortened(rule.name)), rules::kLongestName));
  if (rule.lets.size() > kMostNames)
    refuse("let", fmt::format("has {} numbers; allowed: at most {}", rule.lets.size(), kMostNames));
  if (rule.states.size() > kMostNames)
    refuse("state",
           fmt::format("has {} numbers; allowed: at most {}", rule.states.size(), kMostCustomStates));
  for (const CustomRule::Let& let : rule.lets) {
    if (let.from && let.to && *let.from > *let.to)
      refuse("let." + let.name,
             fmt::format("has a slider from {} to {}; allowed: from at most to", *let.from, *let.to));
  }
}

/// Whether the keys of a rule were read without a fault.
bool is_whole(const CustomRule& rule) {
  const auto is_empty = [](const CustomRule::Text& one) { return one.text.empty(); };
  return !rule.add.empty() &&
         std::none_of(rule.lets.begin(), rule.lets.end(),
                      [](const CustomRule::Let& let) { return let.value.empty(); }) &&
         std::none_of(rule.sums.begin(), rule.sums.end(), is_empty) &&
         std::none_of(rule.parts.begin(), rule.parts.end(), is_empty);
}

}  // namespace

std::vector<const CustomRule::State*> custom_states(const Scenario& scenario) {
  std::vector<const CustomRule::State*> states;
  for (const CustomRule& rule : scenario.custom_rules)
    for (const CustomRule::State& state : rule.states) states.push_back(&state);
  return states;
}

std::vector<std::string> custom_state_names(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const CustomRule::State* state : custom_states(scenario)) names.push_back(state->name);
  return names;
}

RuleContext rule_context(const Scenario& scenario) {
  RuleContext context;
  context.dimensions = scenario.dimensions();
  context.species = scenario.species.size();
  for (const Scenario::Species& one : scenario.species) context.species_names.push_back(one.name);
  context.time_step = scenario.rules.time_step;
  if (scenario.clock) context.clock_step = scenario.clock->step, context.clock_time = scenario.clock->time;
  context.size = scenario.world.size;
  context.wrapped = scenario.world.metric == Metric::kWrapped;
  context.radius = scenario.rules.radius;
  if (scenario.cursor && scenario.cursor->mode != CursorMode::kNone) context.cursor = scenario.cursor->at;
  if (scenario.goal && scenario.goal->path.size() == 1) context.goal = scenario.goal->path.front();
  context.states = custom_state_names(scenario);
  return context;
}

std::vector<RuleError> rule_errors(const Scenario& scenario) {
  if (scenario.custom_rules.empty() || scenario.world.size.empty()) return {};
  RuleContext context = rule_context(scenario);
  for (std::optional<std::vector<double>>* const place : {&context.cursor, &context.goal})
    if (*place) (*place)->resize(scenario.world.size.size());  // the position already has a fault of its own
  const std::vector<CustomRule>& rules = scenario.custom_rules;
  if (std::all_of(rules.begin(), rules.end(), is_whole)) return rule_faults(rules, context);
  std::vector<RuleError> errors;
  for (size_t k = 0; k < rules.size(); ++k) {
    if (!is_whole(rules[k])) continue;
    for (const RuleError& error : rule_faults({rules[k]}, context))
      errors.emplace_back(k, error.key, error.line, error.column, error.cause);
  }
  return errors;
}

std::string text_of(const CustomRule& rule, const std::string& key) {
  if (key == "add") return rule.add;
  if (key == "when") return rule.when;
  for (const CustomRule::Text& sum : rule.sums)
    if (key == "sums." + sum.name) return sum.text;
  for (const CustomRule::Text& part : rule.parts)
    if (key == "where." + part.name) return part.text;
  for (const CustomRule::State& state : rule.states)
    if (key == state.next_key()) return state.next;
  return "";
}

std::string place_of(const RuleError& error, const Scenario& scenario) {
  std::string place = fmt::format("rule[{}].{}", error.rule, error.key);
  const std::string text = text_of(scenario.custom_rules.at(error.rule), error.key);
  if (text.empty()) return place;
  if (text.find('\n') != std::string::npos) place += fmt::format(", line {}", error.line);
  return place + fmt::format(", column {}", error.column);
}

void check_custom_rules(const Scenario& scenario, const toml::table* merged, Faults& faults) {
  const std::vector<CustomRule>& rules = scenario.custom_rules;
  if (rules.size() > kMostCustomRules)
    return faults.add(node_in_rule(merged, kMostCustomRules, ""), "rule",
                      fmt::format("has {} tables; allowed: at most {}", rules.size(), kMostCustomRules));
  const auto refuse = [&](size_t index, const std::string& key, const std::string& place,
                          const std::string& text) {
    const toml::node* const node = node_in_rule(merged, index, key);
    faults.add(key == "range" ? given({node, node_of(merged, "rules", "radius")}) : node, place, text);
  };
  std::vector<bool> wrong;
  for (size_t k = 0; k < rules.size(); ++k) {
    const size_t before = faults.count();
    check_keys(rules[k], [&](const std::string& key, const std::string& text) {
      refuse(k, key, fmt::format("rule[{}].{}", k, key), text);
    });
    wrong.push_back(faults.count() > before);
  }
  for (const RuleError& error : rule_errors(scenario))
    if (!wrong[error.rule])  // otherwise the error may be a consequence
      refuse(error.rule, error.key, place_of(error, scenario), error.cause);
}

}  // namespace murmur
