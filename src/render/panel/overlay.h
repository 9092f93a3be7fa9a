// The text over the picture and the panel beside it: owns Dear ImGui. Draws into the bound framebuffer.
// Shows the given values; changes nothing. Used by the view command.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "render/panel/widgets.h"
#include "render/scene/labels.h"

struct GLFWwindow;

namespace murmur {

/// Which colour means what.
struct Legend {
  uint32_t texture = 0;  ///< OpenGL's name; 0: no legend
  std::string title;
  std::vector<std::string> marks;  ///< at even distances below the bar of colours
};

struct OverlayStatus {
  std::string preset, backend;
  int64_t boids = 0, step = 0;
  double frames_per_second = 0.0, steps_per_second = 0.0, wanted_steps_per_second = 0.0;
  double step_ms = 0.0;
  bool paused = false, machine_limited = false;
  bool comparing = false;  ///< backends are compared and the flock is paused
  double under_way = 0.0;  ///< a long step is, for so many seconds
  int panel_width = 0;     ///< [pixels] at the right, that the text keeps clear of
  bool replay_differs = false;
  std::string replay;         ///< how far a replay is; empty: none
  std::vector<Label> labels;  ///< of places in the picture
  Legend legend;
  std::vector<const char*> tools;                    ///< a bar of buttons over the picture; empty: none
  int tool = 0;                                      ///< the chosen one
  double reach_x = 0.0, reach_y = 0.0, reach = 0.0;  ///< a ring around the pointer [pixels]; 0: none
  std::string message;                               ///< one sentence for the user; empty: none
  std::string question, yes, no;                     ///< with two buttons; empty: none
};

class Overlay {
 public:
  /// `window` may be null: then the overlay is drawn without one (films, tests) and gets no input.
  /// Existing callbacks of the window are still called.
  Overlay(GLFWwindow* window, float scale);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  /// Draws one frame's text into the bound framebuffer of this size.
  /// `panel`: called once if there is room for it, to fill the panel.
  void draw(int width, int height, const OverlayStatus& status, bool show_status, bool show_help,
            const std::function<void(Widgets&)>& panel = {});

  /// Keys pressed since the last frame (GLFW's numbers): however short, the next frame sees them.
  void press(const std::vector<int>& keys) { pressed_.insert(pressed_.end(), keys.begin(), keys.end()); }

  /// What the user answered in the last frame to the question there was.
  std::optional<bool> answer() const { return answer_; }
  /// The tool whose button was pressed in the last frame; -1: none.
  int tool() const { return tool_; }

  /// Scales text and controls when the window moves to a display with another resolution.
  void set_scale(float scale);
  float scale() const { return scale_; }
  const Widgets& widgets() const { return widgets_; }

  bool wants_mouse() const;     ///< the pointer is on a control
  bool wants_keyboard() const;  ///< text is being typed into a control

 private:
  void hold_keys();
  void ask(const OverlayStatus& status, float width, float height);
  void draw_tools(const OverlayStatus& status, float height);

  GLFWwindow* window_;
  float scale_;
  Widgets widgets_;
  std::optional<bool> answer_;
  std::vector<int> pressed_, held_;  // keys: since the last frame, in it
  int tool_ = -1;
};

}  // namespace murmur
