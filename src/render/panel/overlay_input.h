// Connects a window's keys and pointer to Dear ImGui, and holds what differs between its versions: 1.86 reads the state of
// keys and pointer once a frame, newer ones keep a queue of what happened. Used by Overlay.
#pragma once

struct GLFWwindow;

namespace murmur {

class OverlayInput {
 public:
  /// `window` may be null: then there is no input. Existing callbacks of the window are still called.
  explicit OverlayInput(GLFWwindow* window);
  ~OverlayInput();
  OverlayInput(const OverlayInput&) = delete;
  OverlayInput& operator=(const OverlayInput&) = delete;

  /// Is called before ImGui::NewFrame(); `width`, `height`: size of the framebuffer [pixels], the unit of all sizes.
  void begin_frame(int width, int height);
  /// Whether a frame has left input to the next ones. A key or button that goes down and up takes two frames, and a key does
  /// not share one with what is typed before or after it.
  bool waits() const;
  /// A click has not acted yet: what is typed after it may be for the control that it chooses.
  bool click_waits() const;
  void forget();  ///< what waits does not act

 private:
  GLFWwindow* window_;
  int since_click_ = 1;  // frames
};

/// Whether Esc went down in this frame, or repeats.
bool escape_pressed();
bool tab_pressed();
/// The arrow keys in this frame: 1 down or right, -1 up or left.
int vertical_arrow();
int horizontal_arrow();

}  // namespace murmur
