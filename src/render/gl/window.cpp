#include "render/gl/window.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <glad/gl.h>
// glad is included first, because GLFW then leaves out its own GL header.
#include <GLFW/glfw3.h>

#include "render/gl/key_places.h"
#include "sim/util/errors.h"
#include "sim/util/output_lock.h"

namespace murmur {
namespace {

constexpr const char* kProgram = "murmur";

/// Chooses X11 where Wayland is not running: GLFW 3.4 tries Wayland first, whose library then prints an error.
void choose_platform() {
#ifdef GLFW_PLATFORM
  const auto is_set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  if (is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
}

/// Called by Xlib when the display server is gone, before Xlib ends the program.
int end_without_display(void*) {
  OutputLock::remove_all();
  fmt::print(stderr,
             "{}: the display is gone, and the window with it; what its event log has can be replayed\n",
             kProgram);
  _exit(1);
}

/// Installs the handler for a lost display. GLFW loads Xlib itself if needed, so this uses no header of Xlib.
void end_in_a_sentence_without_display() {
  void* const xlib = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (!xlib) return;
  using Handler = int (*)(void*);
  const auto set = reinterpret_cast<Handler (*)(Handler)>(dlsym(xlib, "XSetIOErrorHandler"));
  if (set) set(end_without_display);
}

std::string last_glfw_error() {
  const char* description = nullptr;
  glfwGetError(&description);
  return description ? description : "no reason given";
}

MouseButton button_from_glfw(int button) {
  if (button == GLFW_MOUSE_BUTTON_RIGHT) return MouseButton::kRight;
  return button == GLFW_MOUSE_BUTTON_MIDDLE ? MouseButton::kMiddle : MouseButton::kLeft;
}

KeyboardLayout keyboard_layout() {
  const auto begins = [](int key, auto is) {
    const char* const name = glfwGetKeyName(key, 0);  // a UTF-8 text
    return !name || is(static_cast<unsigned char>(name[0]));
  };
  return {.latin = begins(GLFW_KEY_A, [](unsigned char c) { return c < 128; }),
          .digits_with_shift = !begins(GLFW_KEY_1, [](unsigned char c) { return c == '1'; })};
}

/// The event of a key; none: the key types a character, or has no meaning.
std::optional<InputEvent> key_event(int key, int scancode, int mods) {
  InputEvent event{.kind = InputEvent::Kind::kKey,
                   .shift = (mods & GLFW_MOD_SHIFT) != 0,
                   .control = (mods & GLFW_MOD_CONTROL) != 0};
  if (key == GLFW_KEY_LEFT) event.key = Key::kLeft;
  if (key == GLFW_KEY_RIGHT) event.key = Key::kRight;
  if (event.key != Key::kNone) return event;
  if (event.control) {
    const char* const name = glfwGetKeyName(key, scancode);  // letter of the layout, UTF-8
    const auto letter = static_cast<unsigned char>(name ? name[0] : 0);
    event.character = command_character(static_cast<uint32_t>(event.shift ? std::toupper(letter) : letter),
                                        key, event.shift, keyboard_layout());
    if (event.character == 0) return std::nullopt;
    return event;
  }
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12)
    event.key = static_cast<Key>(static_cast<int>(Key::kF1) + key - GLFW_KEY_F1);
  if (key == GLFW_KEY_ESCAPE) event.key = Key::kEscape;
  if (key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER) event.key = Key::kEnter;
  if (event.key == Key::kNone) return std::nullopt;
  return event;
}

/// Whether positions of windows are unknown, as under Wayland, which measures windows in units of the display's
/// scale but the work area in pixels.
bool windows_have_no_place(GLFWwindow* window) {
  int x = 0, y = 0;
  glfwGetError(nullptr);
  glfwGetWindowPos(window, &x, &y);
  return glfwGetError(nullptr) != GLFW_NO_ERROR;
}

/// Shrinks a window that is larger than the desktop's free area: with large pixels, or on a small screen.
void fit_to_screen(GLFWwindow* window) {
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  if (!monitor) return;
  int x = 0, y = 0, room_x = 0, room_y = 0, left = 0, top = 0, right = 0, bottom = 0, width = 0, height = 0;
  glfwGetMonitorWorkarea(monitor, &x, &y, &room_x, &room_y);
  glfwGetWindowFrameSize(window, &left, &top, &right, &bottom);
  glfwGetWindowSize(window, &width, &height);
  if (windows_have_no_place(window)) {
    float scale_x = 1.0f, scale_y = 1.0f;
    glfwGetMonitorContentScale(monitor, &scale_x, &scale_y);
    room_x = static_cast<int>(static_cast<float>(room_x) / scale_x);
    room_y = static_cast<int>(static_cast<float>(room_y) / scale_y);
  }
  room_x -= left + right;
  room_y -= top + bottom;
  if (room_x <= 0 || room_y <= 0 || (width <= room_x && height <= room_y)) return;
  glfwSetWindowSize(window, std::min(width, room_x), std::min(height, room_y));
  glfwSetWindowPos(window, x + left, y + top);
}

}  // namespace

Window::Window(const std::string& title, int width, int height) {
  choose_platform();
  if (!glfwInit()) {
    throw RunError("no display for a window (" + last_glfw_error() +
                   "): use `murmur render` for pictures or `murmur run` for numbers.");
  }
  end_in_a_sentence_without_display();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);  // the scene has a render target of its own
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  // The desktop finds the program's icon by this name, which is the name of the .desktop file.
  glfwWindowHintString(GLFW_X11_CLASS_NAME, kProgram);
#ifdef GLFW_WAYLAND_APP_ID
  glfwWindowHintString(GLFW_WAYLAND_APP_ID, kProgram);
#endif
  window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (!window_) {
    const std::string reason = last_glfw_error();
    glfwTerminate();
    throw RunError("this display gives no window with OpenGL 3.3 (" + reason +
                   "): update the graphics driver, or use `murmur render` or `murmur run`.");
  }
  fit_to_screen(window_);
  glfwMakeContextCurrent(window_);
  if (!gladLoadGL(glfwGetProcAddress)) {
    glfwDestroyWindow(window_);
    glfwTerminate();
    throw RunError("the OpenGL driver lacks functions of OpenGL 3.3: update it, or use `murmur run`.");
  }
  glfwSwapInterval(1);
  connect();
}

Window::~Window() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::push(InputEvent event) {
  happened_ = true;
  int screen_width = 1, screen_height = 1;
  glfwGetWindowSize(window_, &screen_width, &screen_height);
  // GLFW reports screen coordinates, which differ from pixels on some displays. The position becomes the middle of a pixel.
  event.x = (pointer_x_ + 0.5) * width() / std::max(screen_width, 1);
  event.y = (pointer_y_ + 0.5) * height() / std::max(screen_height, 1);
  events_.push_back(event);
}

void Window::connect() {
  glfwSetWindowUserPointer(window_, this);
  glfwGetCursorPos(window_, &pointer_x_, &pointer_y_);
  using Kind = InputEvent::Kind;
  static const auto of = [](GLFWwindow* w) { return static_cast<Window*>(glfwGetWindowUserPointer(w)); };
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int mods) {
    if (button > GLFW_MOUSE_BUTTON_MIDDLE) return;
    InputEvent event{.kind = action == GLFW_PRESS ? Kind::kPress : Kind::kRelease};
    event.button = button_from_glfw(button);
    event.shift = (mods & GLFW_MOD_SHIFT) != 0;
    event.control = (mods & GLFW_MOD_CONTROL) != 0;
    of(w)->push(event);
  });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
    of(w)->pointer_x_ = x;
    of(w)->pointer_y_ = y;
    of(w)->push({.kind = Kind::kMove});
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* w, double sideways, double notches) {
    const auto down = [w](int left, int right) {
      return glfwGetKey(w, left) == GLFW_PRESS || glfwGetKey(w, right) == GLFW_PRESS;
    };
    InputEvent event{.kind = Kind::kScroll, .scroll = notches, .scroll_sideways = sideways};
    event.shift = down(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
    event.control = down(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    of(w)->push(event);
  });
  glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    of(w)->happened_ = true;  // text fields use keys without a command, too
    if (action == GLFW_RELEASE) return;
    of(w)->place_of_key_ = {key, (mods & GLFW_MOD_SHIFT) != 0};
    const std::optional<InputEvent> event = key_event(key, scancode, mods);
    if (!event) return;
    // The repeat of a held key must not answer the question that the key led to, nor end the presentation that it began.
    const bool once = event->key == Key::kEnter || event->key == Key::kEscape || event->key == Key::kF5;
    if (action == GLFW_REPEAT && once) return;
    of(w)->push(*event);
  });
  static const auto changed = [](GLFWwindow* w) { of(w)->happened_ = true; };
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { changed(w); });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { changed(w); });
  glfwSetWindowIconifyCallback(window_, [](GLFWwindow* w, int) { changed(w); });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int) { changed(w); });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int) { changed(w); });
  glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
    changed(w);
    of(w)->dropped_.assign(paths, paths + count);
  });
  glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned character) {
    const auto [key, shift] = std::exchange(of(w)->place_of_key_, {});  // the key event came before
    of(w)->push(
        {.kind = Kind::kCharacter, .character = command_character(character, key, shift, keyboard_layout())});
  });
}

bool Window::close_requested() {
  const bool asked = glfwWindowShouldClose(window_) != 0;
  if (asked) glfwSetWindowShouldClose(window_, GLFW_FALSE);
  return asked;
}

std::vector<InputEvent> Window::poll() {
  glfwPollEvents();
  return std::exchange(events_, {});
}

void Window::wait(double seconds) { glfwWaitEventsTimeout(std::max(seconds, 1e-4)); }
void Window::wake() { glfwPostEmptyEvent(); }
bool Window::has_input() {
  glfwPollEvents();
  return happened_;
}

bool Window::take_happened() { return std::exchange(happened_, false); }

std::vector<std::string> Window::dropped_files() { return std::exchange(dropped_, {}); }

void Window::set_clipboard(const std::string& text) { glfwSetClipboardString(window_, text.c_str()); }

/// Switches between full screen and window, on the monitor that shows the middle of the window.
void Window::toggle_fullscreen() {
  if (glfwGetWindowMonitor(window_)) {
    glfwSetWindowMonitor(window_, nullptr, place_[0], place_[1], place_[2], place_[3], GLFW_DONT_CARE);
    return;
  }
  glfwGetWindowPos(window_, &place_[0], &place_[1]);
  glfwGetWindowSize(window_, &place_[2], &place_[3]);
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  GLFWmonitor* chosen = glfwGetPrimaryMonitor();
  const int middle_x = place_[0] + place_[2] / 2, middle_y = place_[1] + place_[3] / 2;
  for (int k = 0; k < count; ++k) {
    int x = 0, y = 0;
    glfwGetMonitorPos(monitors[k], &x, &y);
    const GLFWvidmode* const mode = glfwGetVideoMode(monitors[k]);
    if (middle_x >= x && middle_x < x + mode->width && middle_y >= y && middle_y < y + mode->height)
      chosen = monitors[k];
  }
  if (!chosen) return;
  const GLFWvidmode* const mode = glfwGetVideoMode(chosen);
  glfwSetWindowMonitor(window_, chosen, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::show_pointer(bool shown) {
  glfwSetInputMode(window_, GLFW_CURSOR, shown ? GLFW_CURSOR_NORMAL : GLFW_CURSOR_HIDDEN);
}

void Window::hide() { glfwHideWindow(window_); }

bool Window::visible() const {
  return glfwGetWindowAttrib(window_, GLFW_VISIBLE) != 0 && glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == 0;
}

void Window::swap() { glfwSwapBuffers(window_); }

void Window::set_vsync(bool on) {
  if (on != vsync_) glfwSwapInterval(on ? 1 : 0);
  vsync_ = on;
}

void Window::set_title(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }

int Window::width() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return width;
}

int Window::height() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return height;
}

float Window::content_scale() const {
  float x = 1.0f, y = 1.0f;
  glfwGetWindowContentScale(window_, &x, &y);
  return std::fmax(x, 1.0f);
}

}  // namespace murmur
