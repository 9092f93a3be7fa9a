// What the panel offers: a control for every key of a scenario, made from the lists of fields (sim/scenario/fields.h), in
// groups. Says what stands in which group; labels, units, help and sliders stand in the lists. Used by panel_model and
// view_panel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/fields.h"

namespace murmur {

enum class ControlKind : uint8_t { kNumber, kWhole, kFlag, kChoice, kVector };

struct Control {
  std::string key;  ///< "rules.radius"; within an array of tables "obstacle[].radius"
  const char* label;
  const char* unit = "";
  const char* help = "";
  ControlKind kind = ControlKind::kNumber;
  Slider slider = {};
  std::vector<std::string> words = {};  ///< of a choice
};

struct ControlGroup {
  const char* title;
  std::string table;  ///< an optional table that a switch puts in and takes away; empty: always there
  std::vector<Control> controls;
};

/// In the order of presentation.
const std::vector<ControlGroup>& control_groups();
/// One obstacle's, one predator's controls.
const std::vector<Control>& obstacle_controls();
const std::vector<Control>& predator_controls();

}  // namespace murmur
