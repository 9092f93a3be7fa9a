#include "sim/editing/panel_controls.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "sim/scenario/behaviour_fields.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

/// Makes the controls of one table's fields; inner tables have separate groups.
struct Controls {
  std::vector<Control>& controls;
  std::string path;  ///< "rules.", "obstacle[]."

  void operator()(const Field& f, double) const { add(f, ControlKind::kNumber); }
  void operator()(const Field& f, int64_t) const { add(f, ControlKind::kWhole); }
  void operator()(const Field& f, uint64_t) const { add(f, ControlKind::kWhole); }
  void operator()(const Field& f, bool) const { add(f, ControlKind::kFlag); }
  void operator()(const Field& f, const std::vector<double>&) const { add(f, ControlKind::kVector); }
  template <class E>
  requires std::is_enum_v<E>
  void operator()(const Field& f, E) const {
    add(f, ControlKind::kChoice);
    for (const auto& word : words_for(E{})) controls.back().words.emplace_back(word.text);
  }
  template <class Other>
  requires(!std::is_enum_v<Other>) void operator()(const Field&, const Other&) const {}

 private:
  void add(const Field& f, ControlKind kind) const {
    controls.push_back(
        {path + f.key, f.label ? f.label : f.key, f.unit, f.help, kind, f.slider, {}, f.zero, f.minus_one});
  }
};

template <FieldTable T>
std::vector<Control> controls_of(const std::string& path, const T& table = {}) {
  std::vector<Control> controls;
  read_fields(table, Controls{controls, path});
  return controls;
}

/// Makes a group with a switch for each optional table, and for those within it.
struct OptionalGroups {
  std::vector<ControlGroup>& groups;
  std::string path;

  template <FieldTable T>
  void operator()(const Field& f, const std::optional<T>&) const {
    const std::string table = path + f.key;
    std::vector<Control> controls = controls_of<T>(table + ".");
    if (!controls.empty()) groups.push_back({f.label ? f.label : f.key, table, std::move(controls)});
    read_fields(T{}, OptionalGroups{groups, table + "."});
  }
  template <class Other>
  void operator()(const Field&, const Other&) const {}
};

std::vector<ControlGroup> make_groups() {
  std::vector<ControlGroup> groups{
      {"Rules", "", controls_of<Scenario::Rules>("rules.")},
      {"Separation", "", controls_of<Scenario::Rules::Separation>("rules.separation.")},
      {"Alignment", "", controls_of<Scenario::Rules::Alignment>("rules.alignment.")},
      {"Cohesion", "", controls_of<Scenario::Rules::Cohesion>("rules.cohesion.")}};
  read_fields(Scenario::Rules{}, OptionalGroups{groups, "rules."});
  read_fields(Scenario{}, OptionalGroups{groups, ""});
  groups.push_back({"World", "", controls_of<Scenario::World>("world.")});
  std::vector<Control> start = controls_of<Scenario>("");
  std::erase_if(start, [](const Control& control) { return control.key != "seed"; });  // N has buttons
  std::ranges::copy(controls_of<Scenario::Start>("start."), std::back_inserter(start));
  groups.push_back({"Start", "", start});
  return groups;
}

}  // namespace

const std::vector<ControlGroup>& control_groups() {
  static const std::vector<ControlGroup> groups = make_groups();
  return groups;
}

const Control& control_of(std::string_view key) {
  for (const ControlGroup& group : control_groups()) {
    const auto found = std::ranges::find(group.controls, key, &Control::key);
    if (found != group.controls.end()) return *found;
  }
  throw std::out_of_range("no control " + std::string(key));
}

const std::vector<Control>& obstacle_controls() {
  static const std::vector<Control> controls = controls_of<Scenario::Obstacle>("obstacle[].");
  return controls;
}

const std::vector<Control>& predator_controls() {
  static const std::vector<Control> controls = controls_of<Scenario::Predator>("predator[].");
  return controls;
}

}  // namespace murmur
