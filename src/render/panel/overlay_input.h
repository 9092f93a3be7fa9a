// Connects keys and pointer of a window to Dear ImGui, and hides the difference between its versions: 1.86 reads the
// state of keys and pointer once a frame, newer versions have a queue of events. Used by Overlay.
#pragma once

struct GLFWwindow;

namespace murmur {

class OverlayInput {
 public:
  /// `window`: null for no input. Existing callbacks of the window are still called.
  explicit OverlayInput(GLFWwindow* window);
  ~OverlayInput();
  OverlayInput(const OverlayInput&) = delete;
  OverlayInput& operator=(const OverlayInput&) = delete;

  /// Prepares the input of a frame. To be called before ImGui::NewFrame(). `width`, `height`: size of the
  /// framebuffer [pixels], the unit of all sizes.
  void begin_frame(int width, int height);
  /// Whether a frame has left input to the next ones. The press and release of a key or button take two frames, and
  /// a key does not share a frame with characters typed before or after it.
  bool waits() const;
  /// Whether a click has not acted yet: later characters may be for the control that the click chooses.
  bool click_waits() const;
  void forget();  ///< drops the queued input

 private:
  GLFWwindow* window_;
  int since_click_ = 1;  // number of frames since the last click
};

/// Whether the key Esc was pressed in this frame, or repeats.
bool escape_pressed();
bool tab_pressed();
/// The arrow keys of this frame: 1 down or right, -1 up or left, 0 none.
int vertical_arrow();
int horizontal_arrow();

}  // namespace murmur
