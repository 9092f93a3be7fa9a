// Draws the upper half of the panel: a card for each of the three rules, the distance and the speed that everyone
// understands, and under "More" the other keys of the rules.
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "app/controls/panel.h"

namespace murmur {
namespace {

struct RuleWords {
  const char *title, *sentence;
};
/// Name and sentence of each rule, in the order of kRuleNames.
constexpr std::array<RuleWords, 3> kRuleWords{{{"Separation", "steer away from those too close"},
                                               {"Alignment", "fly where the neighbours fly"},
                                               {"Cohesion", "steer to the middle of the neighbours"}}};

/// Keys that shape a flock together with the weights; the other keys are under "More".
constexpr std::array<std::string_view, 2> kMainKeys{"rules.radius", "rules.max_speed"};

bool has_a_place_of_its_own(const Control& control) {
  return std::ranges::count(kMainKeys, control.key) > 0 || control.key.ends_with(".weight");
}

}  // namespace

bool Panel::is_of_rules(const ControlGroup& group) {
  const std::string_view title = group.title;
  return title == "Rules" ||
         std::ranges::any_of(kRuleWords, [&](const RuleWords& rule) { return title == rule.title; });
}

void Panel::rule_cards(Widgets& widgets) {
  for (size_t k = 0; k < kRuleNames.size(); ++k) {
    const Control& weight_of = control_of(fmt::format("rules.{}.weight", kRuleNames[k]));
    const auto [low, high] = model_.span(weight_of);
    const std::vector<double> first = model_.first(weight_of.key).numbers();
    const Widgets::Card card{.row = row_of(weight_of, low, high),
                             .rule = static_cast<int>(k),
                             .title = kRuleWords[k].title,
                             .sentence = kRuleWords[k].sentence,
                             .first = first.empty() ? 0.0 : first.front(),
                             .on = model_.rule_on(k),
                             .alone = model_.rule_alone(k)};
    double weight = model_.number(weight_of.key);
    switch (widgets.card(card, weight, low, high)) {
      case Widgets::CardUse::kWeight:
        model_.set_number(weight_of.key, weight);
        break;
      case Widgets::CardUse::kReset:
        model_.reset(weight_of.key);
        break;
      case Widgets::CardUse::kSwitch:
        model_.switch_rule(k, !card.on);
        break;
      case Widgets::CardUse::kAlone:
        model_.leave_alone(k, !card.alone);
        break;
      case Widgets::CardUse::kNone:
        break;
    }
  }
}

void Panel::rules(Widgets& widgets) {
  rule_cards(widgets);
  for (const std::string_view key : kMainKeys) control(widgets, control_of(key));
  if (widgets.section("More", false)) {
    for (const ControlGroup& group : control_groups()) {
      if (!is_of_rules(group)) continue;
      if (group.title != std::string_view("Rules")) widgets.text(group.title, Tone::kQuiet);
      for (const Control& one : group.controls) {
        if (!has_a_place_of_its_own(one)) control(widgets, one);
      }
    }
  }
  // The button is always drawn: if it came and went, controls would move under the pointer.
  const int count = model_.differing();
  widgets.disable(count == 0);
  const std::string words = count == 0   ? std::string("No changed values")
                            : count == 1 ? std::string("Reset the changed value")
                                         : fmt::format("Reset {} changed values", count);
  if (widgets.buttons("", {"reset_all"}, {words}) == 0) model_.reset_all();
  widgets.disable(false);
}

}  // namespace murmur
