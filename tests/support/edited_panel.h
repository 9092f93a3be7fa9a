// The panel's editor of a flock on the reference, as a user in front of the window has it.
#pragma once

#include <optional>
#include <string>

#include "app/controls/scenario_editor.h"
#include "sim/backends/reference/reference.h"
#include "support/user_controls.h"

namespace murmur {

inline const TableArray &kObstacles = table_array("obstacle"), &kPredators = table_array("predator");

class EditedPanel : public UserControls {
 protected:
  void open(const std::string& text) {
    model.reset();
    UserControls::open(ScenarioSource::from_text(text, "test"), make_reference_float());
    model.emplace(flock->run, controls->changes(), notices);
  }
  void applied(const Event& event) override { model->note(event); }

  std::optional<ScenarioEditor> model;
};

}  // namespace murmur
