#include "sim/editing/panel_controls.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "sim/scenario/entries.h"

namespace murmur {
namespace {

/// Kind of control of an entry; none: the entry has no control, or its table has a group of its own.
std::optional<ControlKind> kind_of(const Member& member) {
  using Kind = std::optional<ControlKind>;
  return std::visit(Overloaded{[](double*) -> Kind { return ControlKind::kNumber; },
                               [](std::optional<double>*) -> Kind { return ControlKind::kNumber; },
                               [](int64_t*) -> Kind { return ControlKind::kWhole; },
                               [](uint64_t*) -> Kind { return ControlKind::kWhole; },
                               [](std::optional<int64_t>*) -> Kind { return ControlKind::kWhole; },
                               [](bool*) -> Kind { return ControlKind::kFlag; },
                               [](std::vector<double>*) -> Kind { return ControlKind::kVector; },
                               [](const ChoiceRef&) -> Kind { return ControlKind::kChoice; },
                               [](const auto&) -> Kind { return std::nullopt; }},
                    member);
}

/// The controls of one table's keys, without inner tables, which have groups of their own. @param path "rules.", "obstacle[]."
std::vector<Control> controls_of(const TableRef& table, const std::string& path) {
  std::vector<Control> controls;
  for (const auto& [f, member] : table.entries()) {
    const std::optional<ControlKind> kind = kind_of(member);
    if (!kind) continue;
    Control& one = controls.emplace_back(Control{
        path + f.key, f.label ? f.label : f.key, f.unit, f.help, *kind, f.slider, {}, f.zero, f.minus_one});
    if (kind == ControlKind::kNumber) one.least = f.range.low, one.most = f.range.high;
    if (std::holds_alternative<int64_t*>(member) || std::holds_alternative<std::optional<int64_t>*>(member))
      one.least = static_cast<double>(f.least), one.most = static_cast<double>(f.most);
    if (const auto* const choice = std::get_if<ChoiceRef>(&member))
      for (const AnyWord& word : choice->words) one.words.emplace_back(word.text);
  }
  return controls;
}

/// Makes a group with a switch for each optional table with a label, and for the optional tables within it.
void add_optional_groups(const TableRef& table, const std::string& path, std::vector<ControlGroup>& groups) {
  for (const auto& [f, member] : table.entries()) {
    const auto* const optional = std::get_if<OptionalTableRef>(&member);
    if (!optional) continue;
    const std::string name = path + f.key;
    const FreshTable inner = optional->fresh();
    std::vector<Control> controls = controls_of(inner.table, name + ".");
    if (f.label && !controls.empty()) groups.push_back({f.label, name, std::move(controls)});
    add_optional_groups(inner.table, name + ".", groups);
  }
}

std::vector<ControlGroup> make_groups() {
  const Scenario scenario;
  const TableRef all = table_ref(scenario), rules = table_ref(scenario.rules);
  const auto inner = [](const TableRef& table, const char* key) {
    return std::get<TableRef>(find_entry(table.entries(), key)->member);
  };
  std::vector<ControlGroup> groups{
      {"Rules", "", controls_of(rules, "rules.")},
      {"Separation", "", controls_of(inner(rules, "separation"), "rules.separation.")},
      {"Alignment", "", controls_of(inner(rules, "alignment"), "rules.alignment.")},
      {"Cohesion", "", controls_of(inner(rules, "cohesion"), "rules.cohesion.")}};
  add_optional_groups(rules, "rules.", groups);
  add_optional_groups(all, "", groups);
  groups.push_back({"World", "", controls_of(inner(all, "world"), "world.")});
  std::vector<Control> start = controls_of(all, "");
  std::erase_if(start,
                [](const Control& control) { return control.key != "seed"; });  // N has buttons instead
  for (Control& control : controls_of(inner(all, "start"), "start.")) start.push_back(std::move(control));
  groups.push_back({"Start", "", start});
  return groups;
}

}  // namespace

std::pair<double, double> slider_ends(const Slider& slider, const std::vector<double>& now,
                                      const std::vector<double>& first, const Scenario& scenario) {
  double low = 0.0, high = slider.high, largest = 0.0;
  for (const double value : first) largest = std::max(largest, std::abs(value));
  switch (slider.span) {
    case SliderSpan::kFixed:
      low = slider.low;
      break;
    case SliderSpan::kFourTimesStart:
    case SliderSpan::kSigned:
      if (largest > 0.0) high = 4.0 * largest;
      if (slider.span == SliderSpan::kSigned) low = -high;
      break;
    case SliderSpan::kWorld:
      high = *std::max_element(scenario.world.size.begin(), scenario.world.size.end());
      break;
    case SliderSpan::kSpeed:
      high = scenario.rules.max_speed;
      low = -high;
      break;
  }
  for (const double value : now) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high};
}

const std::vector<ControlGroup>& control_groups() {
  static const std::vector<ControlGroup> groups = make_groups();
  return groups;
}

const Control& control_of(std::string_view key) {
  for (const ControlGroup& group : control_groups()) {
    for (const Control& control : group.controls) {
      if (control.key == key) return control;
    }
  }
  throw std::out_of_range("no control " + std::string(key));
}

ControlGroup array_controls(std::string_view key) {
  ControlGroup group{.title = "", .table = std::string(key), .controls = {}};
  const Scenario scenario;
  const std::vector<Entry> entries = entries_of(scenario);
  const Entry* const array = find_entry(entries, key);
  group.title = array->field.label;
  group.controls = controls_of(std::get<TableArrayRef>(array->member).fresh().table, group.table + "[].");
  return group;
}

}  // namespace murmur
