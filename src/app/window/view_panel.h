// The layout of the panel: its sections from top to bottom, their controls and values. PanelModel applies the
// use of a control to the flock, Widgets draws it. Used by the frame loop.
#pragma once

#include <string>

#include "app/live/backend_switch.h"
#include "app/live/compare.h"
#include "app/live/flock_pulse.h"
#include "app/live/frame_means.h"
#include "app/window/panel_model.h"
#include "render/panel/widgets.h"

namespace murmur {

/// Values of the frame loop for the panel.
struct PanelFacts {
  bool frame_log = false;  ///< one is being written by the key L
  double steps_per_second = 0.0;
  const FrameMeans& means;
  const FlockPulse& pulse;
  const Compare& compare;
};

class ViewPanel {
 public:
  ViewPanel(PanelModel& model, ViewControls& controls, ViewState& view, const BackendSwitch& backends,
            const Camera& camera)
      : model_(model), controls_(controls), view_(view), backends_(backends), camera_(camera) {}

  void draw(Widgets& widgets, const PanelFacts& facts);

 private:
  void flock(Widgets& widgets);
  void boids(Widgets& widgets);
  void look(Widgets& widgets);
  void found(Widgets& widgets);
  void live(Widgets& widgets, const PanelFacts& facts);
  void machine(Widgets& widgets, const PanelFacts& facts);
  void compare(Widgets& widgets, const Compare& compare);
  void rules(Widgets& widgets);
  void weights(Widgets& widgets);
  void groups(Widgets& widgets);
  void goal_places(Widgets& widgets);
  void obstacles(Widgets& widgets);
  void predators(Widgets& widgets);
  void control(Widgets& widgets, const Control& control);
  std::vector<double> middle() const;

  PanelModel& model_;
  ViewControls& controls_;
  ViewState& view_;
  const BackendSwitch& backends_;
  const Camera& camera_;
  std::string search_;
  std::vector<BackendChoice> choices_;  // as of the last whole step
};

}  // namespace murmur
