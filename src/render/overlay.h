// The text over the picture, and later the panel: owns Dear ImGui. Draws into the bound framebuffer.
// Shows what it is told; changes nothing. Used by the view command.
#pragma once

#include <cstdint>
#include <string>

struct GLFWwindow;

namespace murmur {

struct OverlayStatus {
  std::string preset, backend;
  int64_t boids = 0, step = 0;
  double frames_per_second = 0.0, steps_per_second = 0.0, wanted_steps_per_second = 0.0;
  double step_ms = 0.0;
  bool paused = false, machine_limited = false;
  std::string message;  ///< one sentence for the user; empty: none
};

class Overlay {
 public:
  /// `window` may be null: then the overlay is drawn without one (films, tests) and gets no input.
  /// Callbacks that the window has already keep working.
  Overlay(GLFWwindow* window, float scale);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  /// Draws one frame's text into the bound framebuffer of this size.
  void draw(int width, int height, const OverlayStatus& status, bool show_status, bool show_help);

  bool wants_mouse() const;     ///< the pointer is on a control
  bool wants_keyboard() const;  ///< text is being typed into a control

 private:
  GLFWwindow* window_;
  float scale_;
};

}  // namespace murmur
