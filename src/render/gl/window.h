// The window with its OpenGL 3.3 context and its input queue (GLFW). Draws nothing. Only one window exists at a
// time, on the main thread; used by the view command.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "render/gl/input_event.h"

struct GLFWwindow;

namespace murmur {

class Window {
 public:
  /// Opens a window of this size in screen coordinates and makes its context current. @throws RunError when there is
  /// no display, or none with OpenGL 3.3.
  Window(const std::string& title, int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool close_requested();          ///< whether the user closed the window since the last call
  std::vector<InputEvent> poll();  ///< input since the last call, oldest first
  /// Sleeps until an event comes, wake() is called, or so many seconds are over.
  void wait(double seconds);
  static void wake();  ///< ends wait(); may be called on any thread
  /// Collects new events for poll() and take_happened(). @returns whether there are any.
  bool has_input();
  bool take_happened();  ///< whether input came, or a picture is needed, since the last call
  std::vector<std::string> dropped_files();  ///< paths of files dropped onto the window since the last call
  void set_clipboard(const std::string& text);
  void toggle_fullscreen();
  void hide();
  void show_pointer(bool shown);  ///< shows or hides the pointer over the window
  bool visible() const;           ///< false while minimised or hidden
  void swap();                    ///< shows the picture; waits if vertical synchronisation is on
  void set_vsync(bool on);        ///< whether swap() waits; on at first
  void set_title(const std::string& title);

  int width() const;  ///< width of the framebuffer [pixels]; 0 while minimised
  int height() const;
  float content_scale() const;  ///< scale of a display; 2 with twice the usual pixels per inch
  GLFWwindow* handle() { return window_; }

 private:
  void connect();
  void push(InputEvent event);

  GLFWwindow* window_ = nullptr;
  std::vector<InputEvent> events_;
  std::vector<std::string> dropped_;
  double pointer_x_ = 0.0,
         pointer_y_ = 0.0;               // pointer at the last event; glfwGetCursorPos() is later
  std::array<int, 4> place_{};           // x, y, width and height before full screen
  std::pair<int, bool> place_of_key_{};  // the last pressed key, and whether with Shift
  bool happened_ = true;
  bool vsync_ = true;
};

}  // namespace murmur
