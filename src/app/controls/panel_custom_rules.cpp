// Draws the section Own rules of the panel: texts, sums and numbers of custom rules, edited while the flock flies.
#include <algorithm>

#include <fmt/format.h>

#include "app/controls/panel.h"
#include "model/custom/program.h"
#include "sim/editing/rule_examples.h"
#include "sim/scenario/species.h"

namespace murmur {
namespace {

constexpr const char* kHowToApply =
    "Ctrl + Enter applies what is typed and goes on, Esc puts the old text back";

std::string title_of(const CustomRule& rule, size_t index) {
  return fmt::format("{}###rule[{}]", rule.name.empty() ? "a rule without a name" : rule.name, index);
}

}  // namespace

void Panel::custom_rules(Widgets& widgets) {
  const size_t count = rules_.rules().size();
  if (count == 0)
    widgets.text("What a boid does beside the three rules, as a formula. An example shows how it is written.",
                 Tone::kQuiet);
  const std::vector<RuleExample> examples = rule_examples(model_.run().expected().scenario);
  std::vector<Widgets::Option> options;
  for (const RuleExample& example : examples)
    options.push_back({.text = example.name, .why_not = {}, .help = example.what});
  const bool full = count >= static_cast<size_t>(kMostCustomRules);
  widgets.disable(full);
  int chosen = -1;
  if (widgets.choice({.name = "rule.add",
                      .label = "add a rule",
                      .help = "an example, to be changed",
                      .minus_one = full ? "all 8 are there" : "an example"},
                     options, chosen) == Edit::kChanged)
    rules_.add(examples[static_cast<size_t>(chosen)]);
  if (rules_.rules().size() > count) widgets.go_to(fmt::format("rule[{}]", count));
  widgets.disable(false);
  for (size_t k = 0; k < rules_.rules().size(); ++k) {
    const bool was_on = rules_.is_on(k);
    bool on = was_on;
    const bool open = widgets.section(title_of(rules_.rules()[k], k), true, &on);
    if (on != was_on) rules_.switch_rule(k, on);
    if (open) custom_rule(widgets, k);
  }
}

void Panel::custom_rule(Widgets& widgets, size_t index) {
  const CustomRule rule = rules_.rules()[index];  // a copy: changes replace the rules
  const std::string element = fmt::format("rule[{}]", index);
  std::string name = rule.name;
  if (widgets.name({.name = element + ".name", .label = "name", .help = "for messages"}, name) ==
      Edit::kChanged)
    rules_.set_name(index, name);
  const std::optional<RuleError> error = rules_.error(index);
  sums_of_rule(widgets, index, rule, error);
  for (const CustomRule::Text& part : rule.parts) {
    widgets.text(part.name + " stands for", Tone::kQuiet);
    text_of_rule(widgets, index, "where." + part.name, error);
  }
  widgets.text("when (empty: always)", Tone::kQuiet);
  text_of_rule(widgets, index, "when", error);
  widgets.text("add, to the velocity", Tone::kQuiet);
  text_of_rule(widgets, index, "add", error);
  for (const CustomRule::State& state : rule.states) {
    widgets.text(fmt::format("{}, from {:g}: after each step", state.name, state.start), Tone::kQuiet);
    text_of_rule(widgets, index, state.next_key(), error);
  }
  const bool waits = rules_.waits(index);
  widgets.disable(!waits);
  const int pressed =
      widgets.buttons("", {element + ".apply", element + ".discard"},
                      {waits ? "Apply (Ctrl + Enter)" : "Applied", "Put back"}, {kHowToApply, kHowToApply});
  widgets.disable(false);
  if (pressed == 0) rules_.apply(index);
  if (pressed == 1) rules_.discard(index);
  for (const CustomRule::Let& let : rule.lets) number_of_rule(widgets, index, let);
  const int more = widgets.buttons(
      "", {element + ".add_let", element + ".add_sum", element + ".edit", element + ".remove"},
      {"+ Slider", "+ Sum", "Edit", "Remove"},
      {"a number with a slider, for the texts of this rule", "a sum over the neighbours in its range",
       "names and ends of its numbers; takes numbers and sums away", "takes the rule away"},
      edits_numbers_ ? 2 : -1);
  if (more == 0) rules_.add_let(index);
  if (more == 1) rules_.add_sum(index);
  if (more == 2) edits_numbers_ = !edits_numbers_;
  if (more == 3) rules_.remove(index);
  widgets.space();
}

void Panel::text_of_rule(Widgets& widgets, size_t index, const std::string& key,
                         const std::optional<RuleError>& error) {
  if (index >= rules_.rules().size()) return;
  const std::string name = fmt::format("rule[{}].{}", index, key);
  std::string text = rules_.text(index, key);
  const Widgets::TextUse use = widgets.lines(
      name, text, fmt::format("{}\n{}{}", kHowToApply, rules_.words(index, key), in_files(name)));
  if (use == Widgets::TextUse::kTyped || use == Widgets::TextUse::kApply) rules_.type(index, key, text);
  if (use == Widgets::TextUse::kApply) {
    if (rules_.waits(index)) rules_.apply(index);
    widgets.type_on(name);
  }
  if (use == Widgets::TextUse::kDiscard) rules_.discard(index, key);
  if (error && error->key == key)
    widgets.fault(name + ".error", rules_.text(index, key),
                  {.line = error->line, .column = error->column, .words = error->cause});
}

void Panel::sums_of_rule(Widgets& widgets, size_t index, const CustomRule& rule,
                         const std::optional<RuleError>& error) {
  if (rule.sums.empty()) return;
  const std::string element = fmt::format("rule[{}]", index);
  const double radius = model_.run().expected().scenario.rules.radius;
  const Widgets::Row row{
      .name = element + ".range",
      .label = "range",
      .help = "its sums have the neighbours that are nearer" + in_files(element + ".range"),
      .least = 0.0,
      .most = radius,
      .given = rule.range > 0.0};
  double range = rule.range;
  const Edit edit = range > 0.0 ? widgets.number(row, range, 0.0, radius)
                                : widgets.not_given(row, fmt::format("follows R: {:g}", radius));
  if (edit == Edit::kChanged) rules_.set_range(index, range);
  if (edit == Edit::kSwitched) rules_.set_range(index, range > 0.0 ? 0.0 : radius);
  for (const CustomRule::Text& sum : rule.sums) {
    const std::string key = "sums." + sum.name;
    std::string name = sum.name;
    const Edit use = widgets.name({.name = fmt::format("{}.{}.name", element, key),
                                   .label = "sum",
                                   .help = "over the neighbours in its range"},
                                  name);
    if (use == Edit::kChanged) rules_.change_name(index, "sums", sum.name, name);
    text_of_rule(widgets, index, key, error);
    if (edits_numbers_ && widgets.buttons("", {fmt::format("{}.{}.remove", element, key)},
                                          {fmt::format("Remove the sum {}", sum.name)}) == 0)
      rules_.remove(index, "sums", sum.name);
  }
}

/// Draws one number of a custom rule; with species, one for each species or for each pair of species.
void Panel::number_of_rule(Widgets& widgets, size_t index, const CustomRule::Let& let) {
  const std::string key = RuleEditor::key_of(index, let);
  const auto [low, high] = rules_.span(index, let);
  const bool one = let.value.size() == 1 && let.value.front().size() == 1;
  const auto& species = model_.run().expected().scenario.species;
  if (!one) widgets.text(let.name, Tone::kQuiet);
  for (size_t i = 0; i < let.value.size(); ++i) {
    for (size_t j = 0; j < let.value[i].size(); ++j) {
      std::string place = key, label = one ? let.name : species.at(j).name;
      if (let.value.size() > 1) place += fmt::format("[{}]", i), label = species.at(i).name + ", " + label;
      if (!one) place += fmt::format("[{}]", j);
      double value = let.value[i][j];
      const Widgets::Row row{
          .name = place,
          .label = label,
          .help =
              fmt::format("the slider goes from {:g} to {:g}; Ctrl + click or double click types a number{}",
                          low, high, in_files(place)),
          .differs = one && model_.differs(key)};
      const Edit edit = widgets.number(row, value, low, high);
      if (edit == Edit::kChanged) model_.set(place, value);
      if (edit == Edit::kReset) model_.reset(key);
    }
  }
  if (!edits_numbers_) return;
  const std::string plain = fmt::format("rule[{}].let.{}", index, let.name);
  std::string name = let.name;
  if (widgets.name({.name = plain + ".name", .label = "its name", .help = in_files(plain)}, name) ==
      Edit::kChanged)
    rules_.change_name(index, "let", let.name, name);
  std::vector<double> ends{let.from.value_or(low), let.to.value_or(high)};
  if (widgets.numbers({.name = plain + ".ends", .label = "from, to", .help = "the slider's ends"}, ends,
                      low - (high - low), high + (high - low)) == Edit::kChanged)
    rules_.set_span(index, let, ends[0], ends[1]);
  if (widgets.buttons("", {plain + ".remove"}, {fmt::format("Remove {}", let.name)}) == 0)
    rules_.remove(index, "let", let.name);
}

std::string Panel::words_of_custom_rules() const {
  std::string words = "Own rules, custom rules, formula, expression, rule[].add when sums let range name";
  for (const CustomRule& rule : rules_.rules()) {
    words += ", " + rule.name;
    for (const CustomRule::Let& let : rule.lets) words += ", " + let.name;
  }
  return words;
}

}  // namespace murmur
