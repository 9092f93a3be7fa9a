// A flock with a custom rule, and what edits it.
#pragma once

#include <optional>
#include <string>

#include "app/controls/rule_editor.h"
#include "support/edited_panel.h"

namespace murmur {

inline constexpr const char* kRing = R"toml(
preset = "book"
boids = 100
[[rule]]
name = "ring"
let.gain = { value = 0.05, from = 0.0, to = 1.0 }
let.turn = 0.02
sums.pull = "unit(d) * (1 - r / range) * gain"
when = "n > 0"
add = "limit(pull / n * gain, 0.1)\n+ turn * perp(v)"
)toml";

class EditedRules : public EditedPanel {
 protected:
  void open(const std::string& text) {
    EditedPanel::open(text);
    editor.emplace(*model);
  }
  void undo(bool again = false) {
    settle();
    time += 1.0;
    settle();
    controls->changes().take_back(again);
    settle();
  }
  const CustomRule& rule(size_t index = 0) { return scenario().custom_rules.at(index); }
  std::string posted() {
    std::string text;
    for (const Event& event : events()) text += event.key + " = " + event.value.text() + "\n";
    return text;
  }

  std::optional<RuleEditor> editor;
};

}  // namespace murmur
