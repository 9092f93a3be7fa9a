#include "app/live/panel_controls.h"

#include <algorithm>
#include <optional>

#include "sim/scenario/behaviour_fields.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

/// Makes the controls of one table's fields; tables within it have groups of their own.
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
    requires(!std::is_enum_v<Other>)
  void operator()(const Field&, const Other&) const {}

 private:
  void add(const Field& f, ControlKind kind) const {
    controls.push_back({path + f.key, f.label ? f.label : f.key, f.unit, f.help, kind, f.slider, {}});
  }
};

template <FieldTable T>
std::vector<Control> controls_of(const std::string& path, const T& table = {}) {
  std::vector<Control> controls;
  read_fields(table, Controls{controls, path});
  return controls;
}

/// An optional table's group, with a switch.
template <FieldTable T>
ControlGroup optional_group(const char* title, const std::string& table) {
  return {title, table, controls_of<T>(table + ".")};
}

std::vector<ControlGroup> make_groups() {
  std::vector<Control> start = controls_of<Scenario>("");
  std::erase_if(start, [](const Control& control) { return control.key != "seed"; });  // N has buttons
  std::ranges::copy(controls_of<Scenario::Start>("start."), std::back_inserter(start));
  return {{"Rules", "", controls_of<Scenario::Rules>("rules.")},
          {"Separation", "", controls_of<Scenario::Rules::Separation>("rules.separation.")},
          {"Alignment", "", controls_of<Scenario::Rules::Alignment>("rules.alignment.")},
          {"Cohesion", "", controls_of<Scenario::Rules::Cohesion>("rules.cohesion.")},
          optional_group<Scenario::Wind>("Wind", "wind"),
          optional_group<Scenario::Gust>("Gusts", "wind.gust"),
          optional_group<Scenario::Goal>("Goal", "goal"),
          optional_group<Scenario::Cursor>("Cursor", "cursor"),
          optional_group<Scenario::Hill>("Terrain", "terrain.hill"),
          optional_group<Scenario::Perching>("Perching", "perching"),
          {"World", "", controls_of<Scenario::World>("world.")},
          {"Start", "", start}};
}

}  // namespace

const std::vector<ControlGroup>& control_groups() {
  static const std::vector<ControlGroup> groups = make_groups();
  return groups;
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
