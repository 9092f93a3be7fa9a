#include "sim/editing/panel_controls.h"

#include <algorithm>
#include <cmath>
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

  void operator()(const Field& f, double) const {
    add(f, ControlKind::kNumber);
    controls.back().least = f.range.low;
    controls.back().most = f.range.high;
  }
  void operator()(const Field& f, int64_t) const {
    add(f, ControlKind::kWhole);
    controls.back().least = static_cast<double>(f.least);
    controls.back().most = static_cast<double>(f.most);
  }
  void operator()(const Field& f, uint64_t) const { add(f, ControlKind::kWhole); }
  /// What need not be given has a control where it is.
  void operator()(const Field& f, const std::optional<double>&) const { (*this)(f, 0.0); }
  void operator()(const Field& f, const std::optional<int64_t>&) const { (*this)(f, int64_t{0}); }
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
template <FieldTable T>
void add_optional_groups(std::vector<ControlGroup>& groups, const std::string& path) {
  read_fields(T{}, [&]<class M>(const Field& f, const M&) {
    if constexpr (kTableKind<M> == TableKind::kOptional) {
      using Table = typename M::value_type;
      const std::string table = path + f.key;
      std::vector<Control> controls = controls_of<Table>(table + ".");
      if (!controls.empty()) groups.push_back({f.label ? f.label : f.key, table, std::move(controls)});
      add_optional_groups<Table>(groups, table + ".");
    }
  });
}

std::vector<ControlGroup> make_groups() {
  std::vector<ControlGroup> groups{
      {"Rules", "", controls_of<Scenario::Rules>("rules.")},
      {"Separation", "", controls_of<Scenario::Rules::Separation>("rules.separation.")},
      {"Alignment", "", controls_of<Scenario::Rules::Alignment>("rules.alignment.")},
      {"Cohesion", "", controls_of<Scenario::Rules::Cohesion>("rules.cohesion.")}};
  add_optional_groups<Scenario::Rules>(groups, "rules.");
  add_optional_groups<Scenario>(groups, "");
  groups.push_back({"World", "", controls_of<Scenario::World>("world.")});
  std::vector<Control> start = controls_of<Scenario>("");
  std::erase_if(start, [](const Control& control) { return control.key != "seed"; });  // N has buttons
  for (Control& control : controls_of<Scenario::Start>("start.")) start.push_back(std::move(control));
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
  read_fields(Scenario{}, [&]<class M>(const Field& f, const M&) {
    if constexpr (kTableKind<M> == TableKind::kArray) {
      if (f.key != key) return;
      group.title = f.label;
      group.controls = controls_of<typename M::value_type>(group.table + "[].");
    }
  });
  return group;
}

}  // namespace murmur
