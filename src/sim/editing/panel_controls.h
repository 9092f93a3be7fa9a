// The controls of the panel: one for every key of a scenario, made from the lists of fields
// (sim/scenario/fields.h), in groups. The lists of fields have labels, units, help and slider ranges. Used by
// ScenarioEditor and Panel.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/look/field.h"
#include "sim/scenario/scenario.h"

namespace murmur {

enum class ControlKind : uint8_t { kNumber, kWhole, kFlag, kChoice, kVector };

struct Control {
  std::string key;  ///< "rules.radius"; within an array of tables "obstacle[].radius"
  const char* label;
  const char* unit = "";
  const char* help = "";
  ControlKind kind = ControlKind::kNumber;
  Slider slider = {};
  std::vector<std::string> words = {};  ///< words of a choice
  const char* zero = nullptr;           ///< word that stands for a whole number 0; null: none
  const char* minus_one = nullptr;      ///< word that stands for -1; null: none
  double least = 0.0, most = 0.0;       ///< limits of a number
};

struct ControlGroup {
  const char* title;
  std::string table;  ///< an optional table that a switch adds and removes; empty: always present
  std::vector<Control> controls;
};

/// Ends of a slider for the current value `now` and the start value `first`, each one number or the numbers of a vector.
std::pair<double, double> slider_ends(const Slider& slider, const std::vector<double>& now,
                                      const std::vector<double>& first, const Scenario& scenario);

/// All groups in the order in which the panel shows them.
const std::vector<ControlGroup>& control_groups();
/// The control with this key in these groups; a missing key is a programming error.
const Control& control_of(std::string_view key);
/// Controls of one element of an array of tables, e.g. of "obstacle".
ControlGroup array_controls(std::string_view key);

}  // namespace murmur
