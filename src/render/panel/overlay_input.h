// Connects a window's keys and pointer to Dear ImGui, and holds what differs between its versions: 1.86 reads the state of
// keys and pointer once a frame, newer ones keep a queue of what happened. Used by Overlay.
#pragma once

#include <array>
#include <deque>

struct GLFWwindow;

namespace murmur {

class OverlayInput {
 public:
  /// `window` may be null: then there is no input. Existing callbacks of the window are still called.
  explicit OverlayInput(GLFWwindow* window);
  ~OverlayInput();
  OverlayInput(const OverlayInput&) = delete;
  OverlayInput& operator=(const OverlayInput&) = delete;

  /// A button of the mouse (as GLFW numbers it) went down or up at x, y [pixels].
  void button(int button, bool down, double x, double y);
  /// Is called before ImGui::NewFrame(); `width`, `height`: size of the framebuffer [pixels], the unit of all sizes.
  void begin_frame(int width, int height);
  /// Whether a frame has left input to the next ones. A key or button that goes down and up takes two frames, and a key does
  /// not share one with what is typed before or after it.
  bool waits() const;

 private:
  struct ButtonEvent {
    int button;
    bool down;
    double x, y;
  };
  void set_buttons();

  GLFWwindow* window_;
  std::deque<ButtonEvent> button_events_;  // events of the next frames, one in each
  std::array<bool, 3> down_{};             // buttons
};

/// Whether Esc went down in this frame, or repeats.
bool escape_pressed();
bool tab_pressed();
/// The arrow keys in this frame: 1 down or right, -1 up or left.
int vertical_arrow();
int horizontal_arrow();

}  // namespace murmur
