#include "app/controls/rule_editor.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/rules/functions.h"
#include "sim/rules/names.h"
#include "sim/rules/tokens.h"
#include "sim/scenario/custom_rules.h"

namespace murmur {
namespace {

constexpr std::string_view kOff = "false", kOffBefore = "false and (", kSums = "sums.";

std::string key_of_rule(size_t rule) { return fmt::format("rule[{}]", rule); }
std::string quoted(std::string_view text) { return SetValue::word(text).text(); }

/// The rest of a switched-off condition: "false and (n > 0)" -> "n > 0"; none: the rule is not switched off.
std::optional<std::string> without_off(const std::string& when) {
  if (when == kOff) return "";
  if (!when.starts_with(kOffBefore) || !when.ends_with(')')) return {};
  std::string inner = when.substr(kOffBefore.size(), when.size() - kOffBefore.size() - 1);
  int depth = 0;
  for (const char c : inner) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth < 0) return {};  // the last parenthesis closes another one than the first
  }
  return inner;
}

/// The text with the name `old` replaced by `name`. A text with a syntax error stays as it is.
std::string with_name(const std::string& text, const std::string& old, const std::string& name) {
  std::string changed;
  size_t from = 0;
  try {
    bool part = false;  // whether the word is a part of a vector, as in .x
    for (const rules::Token& token : rules::tokens_of(text)) {
      if (token.kind == rules::TokenKind::kName && token.text == old && !part) {
        changed += text.substr(from, token.at - from) + name;
        from = token.at + token.text.size();
      }
      part = token.text == ".";
    }
  } catch (const rules::TextFault&) {
    return text;
  }
  return changed + text.substr(from);
}

SetValue value_of(const CustomRule::Let& let) {
  if (let.value.size() > 1) return let.value;
  return let.value.front().size() > 1 ? SetValue(let.value.front()) : SetValue(let.value.front().front());
}

std::string text_of(const CustomRule::Let& let) {
  if (!let.from && !let.to) return value_of(let).text();
  std::string text = fmt::format("{{ value = {}", value_of(let).text());
  if (let.from) text += fmt::format(", from = {}", SetValue(*let.from).text());
  if (let.to) text += fmt::format(", to = {}", SetValue(*let.to).text());
  return text + " }";
}

std::vector<std::string> names_of(const CustomRule& rule) {
  std::vector<std::string> names;
  for (const CustomRule::Let& let : rule.lets) names.push_back(let.name);
  for (const CustomRule::Text& sum : rule.sums) names.push_back(sum.name);
  for (const CustomRule::Text& part : rule.parts) names.push_back(part.name);
  for (const CustomRule::State& state : rule.states) names.push_back(state.name);
  return names;
}

/// The keys of all texts of a rule.
std::vector<std::string> texts_of(const CustomRule& rule) {
  std::vector<std::string> keys{"add", "when"};
  for (const CustomRule::Text& sum : rule.sums) keys.push_back(std::string(kSums) + sum.name);
  for (const CustomRule::Text& part : rule.parts) keys.push_back("where." + part.name);
  for (const CustomRule::State& state : rule.states) keys.push_back(state.next_key());
  return keys;
}

}  // namespace

void RuleEditor::follow() {
  const auto flock_has = [this](const auto& place, const std::string& text) {
    return place.first < rules().size() && murmur::text_of(rules()[place.first], place.second) == text;
  };
  std::erase_if(aside_, [&](const auto& one) {
    if (!flock_has(one.first, one.second.base)) return false;
    drafts_.insert(one);
    return true;
  });
  std::erase_if(drafts_, [&](const auto& one) {
    if (flock_has(one.first, one.second.base)) return false;
    if (!flock_has(one.first, one.second.text))
      aside_.insert_or_assign(one.first, one.second);  // the text stays out of use
    return true;
  });
}

std::string RuleEditor::text(size_t rule, const std::string& key) const {
  const auto draft = drafts_.find({rule, key});
  return draft == drafts_.end() ? murmur::text_of(rules().at(rule), key) : draft->second.text;
}

void RuleEditor::type(size_t rule, const std::string& key, const std::string& text) {
  const std::string base = murmur::text_of(rules().at(rule), key);
  if (text == base)
    drafts_.erase({rule, key});
  else
    drafts_[{rule, key}] = {text, base};
}

void RuleEditor::discard(size_t rule, const std::string& key) {
  std::erase_if(drafts_, [&](const auto& one) {
    return one.first.first == rule && (key.empty() || one.first.second == key);
  });
}

bool RuleEditor::waits(size_t rule) const {
  const auto first = drafts_.lower_bound({rule, ""});
  return first != drafts_.end() && first->first.first == rule;
}

std::optional<RuleError> RuleEditor::error(size_t rule) const {
  if (!waits(rule)) return {};
  std::vector<CustomRule> all = rules();
  CustomRule& typed = all.at(rule);
  typed.add = text(rule, "add");
  typed.when = text(rule, "when");
  for (CustomRule::Text& sum : typed.sums) sum.text = text(rule, std::string(kSums) + sum.name);
  for (CustomRule::Text& part : typed.parts) part.text = text(rule, "where." + part.name);
  for (CustomRule::State& state : typed.states) state.next = text(rule, state.next_key());
  try {
    compile_rules(all, rule_context(scenario()));
  } catch (const RuleError& error) {
    if (error.rule == rule) return error;
    return RuleError(rule, "add", 1, 1, error.cause);  // a fault of all rules together
  }
  return {};
}

bool RuleEditor::set(size_t rule, const std::string& keys) {
  return model_.set_table(key_of_rule(rule), SetValue(fmt::format("{{ {} }}", keys)));
}

bool RuleEditor::apply(size_t rule) {
  if (const auto wrong = error(rule)) {
    model_.notices().say(wrong->what());
    return false;
  }
  std::string keys;
  size_t count = 0;
  for (const std::string& key : texts_of(rules().at(rule))) {
    const auto draft = drafts_.find({rule, key});
    if (draft == drafts_.end()) continue;
    keys += fmt::format("{}{} = {}", count++ == 0 ? "" : ", ", key, quoted(draft->second.text));
  }
  if (count == 0) return false;
  if (count > 1) return set(rule, keys);
  const auto& [place, draft] = *drafts_.lower_bound({rule, ""});
  return model_.set_table(fmt::format("rule[{}].{}", rule, place.second),
                          draft.text.empty() ? SetValue() : SetValue::word(draft.text));
}

std::string RuleEditor::words(size_t rule, const std::string& key) const {
  const CustomRule& own = rules().at(rule);
  const RuleContext context = rule_context(scenario());
  const bool of_pairs = key.starts_with(kSums);
  std::vector<std::string> names = rules::usable_names({context, own, of_pairs, {}});
  if (!of_pairs)
    for (const CustomRule::Text& sum : own.sums)
      if (sum.name != "n") names.push_back(sum.name);
  for (const CustomRule::Text& part : own.parts) names.push_back(part.name);
  std::vector<std::string> functions;
  for (const std::string& name : rules::function_names()) {
    const rules::Function* const function = rules::find_function(name);
    if (!function || function->dimensions == 0 || function->dimensions == context.dimensions)
      functions.push_back(name);
  }
  return fmt::format("names: {}\nfunctions: {}", fmt::join(names, ", "), fmt::join(functions, ", "));
}

void RuleEditor::add(const RuleExample& example) {
  model_.set_table(key_of_rule(rules().size()), example.rule);
}

void RuleEditor::remove(size_t rule) {
  const bool last = rules().size() <= 1;
  if (!model_.set_table(last ? "rule" : key_of_rule(rule), SetValue())) return;
  decltype(drafts_) later;
  for (auto& [place, draft] : drafts_)
    if (place.first != rule)
      later[{place.first - (place.first > rule ? 1 : 0), place.second}] = std::move(draft);
  drafts_ = std::move(later);
}

void RuleEditor::set_name(size_t rule, const std::string& name) {
  model_.set_table(fmt::format("rule[{}].name", rule), name.empty() ? SetValue() : SetValue::word(name));
}

bool RuleEditor::is_on(size_t rule) const { return !without_off(rules().at(rule).when); }

void RuleEditor::switch_rule(size_t rule, bool on) {
  if (on == is_on(rule)) return;
  const std::string& when = rules().at(rule).when;
  const std::string then = on             ? *without_off(when)
                           : when.empty() ? std::string(kOff)
                                          : fmt::format("{}{})", kOffBefore, when);
  model_.set_table(fmt::format("rule[{}].when", rule), then.empty() ? SetValue() : SetValue::word(then));
}

void RuleEditor::set_range(size_t rule, double range) {
  model_.set_table(fmt::format("rule[{}].range", rule), range > 0.0 ? SetValue(range) : SetValue());
}

std::string RuleEditor::fresh_name(size_t rule, std::string_view first) const {
  const std::vector<std::string> used = names_of(rules().at(rule));
  std::string name(first);
  for (int k = 2; std::find(used.begin(), used.end(), name) != used.end(); ++k)
    name = fmt::format("{}_{}", first, k);
  return name;
}

void RuleEditor::add_sum(size_t rule) {
  model_.set_table(fmt::format("rule[{}].sums.{}", rule, fresh_name(rule, "sum")), SetValue::word("unit(d)"));
}

void RuleEditor::add_let(size_t rule) {
  model_.set_table(fmt::format("rule[{}].let.{}", rule, fresh_name(rule, "gain")),
                   SetValue("{ value = 0.1, from = 0.0, to = 1.0 }"));
}

void RuleEditor::change_name(size_t rule, std::string_view table, const std::string& old,
                             const std::string& name) {
  const CustomRule own = rules().at(rule);
  if (name == old) return;
  const std::vector<std::string> used = names_of(own);
  if (std::find(used.begin(), used.end(), name) != used.end())
    return model_.notices().say(fmt::format("rule[{}] has {} already; allowed: another name", rule, name));
  std::string keys;
  if (table == "let") {
    const auto let = std::find_if(own.lets.begin(), own.lets.end(),
                                  [&](const CustomRule::Let& one) { return one.name == old; });
    if (let == own.lets.end()) return;
    keys = fmt::format("let.{} = \"\", let.{} = {}", old, quoted(name), text_of(*let));
  } else {
    keys = fmt::format("sums.{} = \"\", sums.{} = {}", old, quoted(name),
                       quoted(murmur::text_of(own, std::string(kSums) + old)));
  }
  for (const std::string& key : texts_of(own)) {
    const std::string text = murmur::text_of(own, key), then = with_name(text, old, name);
    if (then != text) keys += fmt::format(", {} = {}", key, quoted(then));
  }
  if (!set(rule, keys)) return;
  decltype(drafts_) changed;  // typed texts get the new name, too
  for (auto& [place, draft] : drafts_) {
    auto key = place;
    if (place.first == rule) {
      if (table != "let" && place.second == std::string(kSums) + old) key.second = std::string(kSums) + name;
      draft = {with_name(draft.text, old, name), with_name(draft.base, old, name)};
    }
    changed[key] = std::move(draft);
  }
  drafts_ = std::move(changed);
}

void RuleEditor::remove(size_t rule, std::string_view table, const std::string& name) {
  model_.set_table(fmt::format("rule[{}].{}.{}", rule, table, name), SetValue());
}

std::string RuleEditor::key_of(size_t rule, const CustomRule::Let& let) {
  return fmt::format("rule[{}].let.{}{}", rule, let.name, let.from || let.to ? ".value" : "");
}

/// The ends of the slider of a number; without ends of its own, at most twice the first value.
std::pair<double, double> RuleEditor::span(size_t rule, const CustomRule::Let& let) const {
  std::vector<double> values;
  for (const std::vector<double>& row : let.value) values.insert(values.end(), row.begin(), row.end());
  const SetValue& first = model_.first(key_of(rule, let));
  double largest = 0.0;
  for (const double value : first.empty() ? values : first.numbers())
    largest = std::max(largest, std::abs(value));
  const double usual = largest > 0.0 ? 2.0 * largest : 1.0;
  double low = let.from.value_or(std::min(-usual, let.to.value_or(0.0))),
         high = let.to.value_or(std::max(usual, let.from.value_or(0.0)));
  for (const double value : values) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high};
}

void RuleEditor::set_span(size_t rule, const CustomRule::Let& let, double from, double to) {
  model_.set_table(fmt::format("rule[{}].let.{}", rule, let.name),
                   SetValue::table({{"from", from}, {"to", to}}));
}

}  // namespace murmur
