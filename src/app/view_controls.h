// What mouse and keys mean: they become events for the simulation, moves of the camera, or changes of the
// window itself. The only way from the user to the flock. Knows no OpenGL, so it is tested without a window.
#pragma once

#include <optional>
#include <string>

#include "render/camera.h"
#include "render/input_event.h"
#include "sim/simulation.h"

namespace murmur {

/// What the user has set about the window; never about the flock.
struct ViewState {
  bool paused = false, show_text = true, show_help = false;
  bool quit = false, screenshot = false;  ///< asked for; the frame loop acts and clears
  int single_steps = 0;                   ///< asked for with N while paused
  double steps_per_second = 60.0;
  std::string message;  ///< for the user, new in this frame if not empty
};

class ViewControls {
 public:
  ViewControls(Simulation<float>& simulation, Camera& camera, ViewState& view)
      : simulation_(simulation), camera_(camera), view_(view) {}

  /// `blocked`: the pointer (or typed text) belongs to a control of the overlay.
  void handle(const InputEvent& input, bool blocked = false);

 private:
  enum class Drag : uint8_t { kNone, kPaint, kPan, kOrbit };

  void press(const InputEvent& input);
  void move(const InputEvent& input);
  void character(uint32_t character);
  bool post(Event event);  // false: refused, and the message says why
  void add_at(double x, double y);
  void scatter_at(double x, double y);
  void change_radius(double by);
  void next_preset();
  void change_count(int64_t boids);
  bool large_flocks() const;

  Simulation<float>& simulation_;
  Camera& camera_;
  ViewState& view_;
  Drag drag_ = Drag::kNone;
  double x_ = 0.0, y_ = 0.0;             // where a drag was handled last [pixels]
  std::optional<int64_t> boids_wanted_;  // before a preset too small for them took their number down
};

}  // namespace murmur
