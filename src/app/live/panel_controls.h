// What the panel offers: every key of a scenario with its label, unit, kind and the span of its slider.
// A table and nothing else; a test holds it against the schema. Used by panel_model and view_panel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace murmur {

enum class ControlKind : uint8_t { kNumber, kWhole, kFlag, kChoice, kVector };

/// Where a slider ends; typing a number reaches whatever the schema allows.
enum class Span : uint8_t {
  kFixed,   ///< low .. high
  kFour,    ///< 0 .. four times the value at the start, or `high` where that is 0
  kSigned,  ///< the same, and as far below 0
  kWorld,   ///< 0 .. the world's longest side
  kSpeed    ///< -max_speed .. max_speed
};

struct Control {
  std::string key;  ///< "rules.radius"; within an array of tables "obstacle[].radius"
  const char* label;
  const char* unit = "";
  const char* help = "";
  ControlKind kind = ControlKind::kNumber;
  Span span = Span::kFour;
  double low = 0.0, high = 1.0;
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
