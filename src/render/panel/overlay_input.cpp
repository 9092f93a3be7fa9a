#include "render/panel/overlay_input.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <deque>
#include <string_view>
#include <utility>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>
#include <imgui_internal.h>

namespace murmur {
namespace {

/// Pixels per screen coordinate: GLFW reports the pointer in screen coordinates, which differ from pixels on some displays.
double pixels_per_coordinate(GLFWwindow* window) {
  int screen_width = 0, width = 0, height = 0;
  glfwGetWindowSize(window, &screen_width, &height);
  glfwGetFramebufferSize(window, &width, &height);
  return screen_width > 0 && width > 0 ? static_cast<double>(width) / screen_width : 1.0;
}

#if IMGUI_VERSION_NUM < 18700

constexpr int kEscape = ImGuiKey_Escape;
int key_index(int key) { return ImGui::GetKeyIndex(key); }

/// An input of the user: a pressed key, a mouse button that went down or up, or (both -1) a typed character.
struct Typed {
  int key = -1;
  bool control = false, shift = false;
  unsigned character = 0;
  int button = -1;
  bool down = false;
  double x = 0.0, y = 0.0;  // pointer [pixels]
};
std::deque<Typed> typed;                  // input for this frame and the next ones, in order
int noted = 0;                            // number of characters of ImGui's own queue that are in `typed`
std::array<bool, 3> down{};               // pressed buttons
double pointer_x = 0.0, pointer_y = 0.0;  // [screen coordinates]
GLFWcursorposfun window_moves = nullptr;  // the window's own callback

/// Moves characters that came since the last call into `typed`.
void note_characters() {
  const auto& queue = ImGui::GetIO().InputQueueCharacters;
  for (; noted < queue.size(); ++noted) typed.push_back({.character = queue[noted]});
}

/// Whether text boxes and lists act on a key, in addition to typed characters.
bool is_edit_key(int key, int mods) {
  return (key >= GLFW_KEY_ESCAPE && key <= GLFW_KEY_END) || key == GLFW_KEY_KP_ENTER ||
         (key >= 0 && key < GLFW_KEY_LEFT_SHIFT && (mods & GLFW_MOD_CONTROL) != 0);
}

void connect(GLFWwindow* window) {
  typed.clear();
  down = {};
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    if (action == GLFW_PRESS && is_edit_key(key, mods)) {
      note_characters();
      typed.push_back(
          {.key = key, .control = (mods & GLFW_MOD_CONTROL) != 0, .shift = (mods & GLFW_MOD_SHIFT) != 0});
    }
    ImGui_ImplGlfw_KeyCallback(w, key, scancode, action, mods);  // calls the window's own callback, too
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
    note_characters();
    const double ratio = pixels_per_coordinate(w);
    if (button < static_cast<int>(down.size()))
      typed.push_back({.button = button,
                       .down = action == GLFW_PRESS,
                       .x = (pointer_x + 0.5) * ratio,
                       .y = (pointer_y + 0.5) * ratio});
    ImGui_ImplGlfw_MouseButtonCallback(w, button, action, mods);  // calls the window's own callback, too
  });
  glfwGetCursorPos(window, &pointer_x, &pointer_y);
  window_moves = glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    pointer_x = x;
    pointer_y = y;
    if (window_moves) window_moves(w, x, y);
  });
}

void disconnect(GLFWwindow* window) { glfwSetCursorPosCallback(window, window_moves); }
void clear_queue() { typed.clear(), down = {}; }
bool queue_waits() { return !typed.empty(); }
bool button_waits() {
  return std::ranges::any_of(typed, [](const Typed& one) { return one.button >= 0; });
}

/// Makes Ctrl + A, C, V, X, Y and Z act in text boxes by the letter of the layout, or by the position of the key if
/// the layout lacks the letter.
void follow_layout() {
  constexpr std::pair<ImGuiKey, char> kLetters[] = {{ImGuiKey_A, 'a'}, {ImGuiKey_C, 'c'}, {ImGuiKey_V, 'v'},
                                                    {ImGuiKey_X, 'x'}, {ImGuiKey_Y, 'y'}, {ImGuiKey_Z, 'z'}};
  for (const auto& [meaning, letter] : kLetters) {
    int& place = ImGui::GetIO().KeyMap[meaning] = letter - 'a' + GLFW_KEY_A;
    for (const char key :
         std::string_view("',-./0123456789;=ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]`")) {  // GLFW's numbers of keys
      const char* const name = glfwGetKeyName(key, 0);
      if (name && name[0] == letter && name[1] == 0) place = key;
    }
  }
}

/// Gives the frame one key, one change of a button with the pointer of that time, or the characters up to the next
/// key or button, in order. Otherwise a frame would merge several presses of a key, and text boxes drop characters
/// typed while Ctrl is down.
void give_typed(GLFWwindow* window) {
  ImGuiIO& io = ImGui::GetIO();
  note_characters();
  io.InputQueueCharacters.resize(noted = 0);
  const auto is_down = [&](int key) { return glfwGetKey(window, key) == GLFW_PRESS; };
  io.KeyCtrl = is_down(GLFW_KEY_LEFT_CONTROL) || is_down(GLFW_KEY_RIGHT_CONTROL);
  io.KeyShift = is_down(GLFW_KEY_LEFT_SHIFT) || is_down(GLFW_KEY_RIGHT_SHIFT);
  // A pressed key stays down until it is released, or must be pressed again; a key that is still in the queue is not down yet.
  const auto was_down = [&](int key) { return io.KeysDownDuration[key] >= 0.0f; };
  for (int key = GLFW_KEY_SPACE; key < GLFW_KEY_LEFT_SHIFT; ++key)
    io.KeysDown[key] = io.KeysDown[key] && was_down(key) && is_down(key);
  if (!typed.empty() && typed.front().button >= 0) {
    down[static_cast<size_t>(typed.front().button)] = typed.front().down;
    io.MousePos = {static_cast<float>(typed.front().x), static_cast<float>(typed.front().y)};
    std::ranges::copy(down, io.MouseDown);
    typed.pop_front();
    return;
  }
  std::ranges::copy(down, io.MouseDown);
  if (typed.empty()) return;
  if (const Typed next = typed.front(); next.key >= 0) {
    io.KeysDown[next.key] = !was_down(next.key);
    io.KeyCtrl = next.control;
    io.KeyShift = next.shift;
    if (io.KeyCtrl) follow_layout();
    if (io.KeysDown[next.key]) typed.pop_front();
    return;
  }
  io.KeyCtrl = false;
  for (; !typed.empty() && typed.front().key < 0 && typed.front().button < 0; typed.pop_front())
    io.AddInputCharacter(typed.front().character);
}

void place_pointer(GLFWwindow* window) {
  ImVec2& at = ImGui::GetIO().MousePos;
  const auto ratio = static_cast<float>(pixels_per_coordinate(window));
  if (at.x > -1e6f) at = {at.x * ratio, at.y * ratio};
}

#else

constexpr ImGuiKey kEscape = ImGuiKey_Escape;
ImGuiKey key_index(ImGuiKey key) { return key; }
void give_typed(GLFWwindow*) {}  // ImGui's own queue does this
void disconnect(GLFWwindow*) {}
void clear_queue() { ImGui::GetCurrentContext()->InputEventsQueue.clear(); }
bool queue_waits() { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); }
bool button_waits() {
  for (const ImGuiInputEvent& event : ImGui::GetCurrentContext()->InputEventsQueue)
    if (event.Type == ImGuiInputEventType_MouseButton) return true;
  return false;
}

void connect(GLFWwindow* window) {
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    const double ratio = pixels_per_coordinate(w);
    ImGui_ImplGlfw_CursorPosCallback(w, x * ratio, y * ratio);  // calls the window's own callback, too
  });
}

/// Corrects the pointer: ImGui_ImplGlfw_NewFrame() queues the position of a pointer outside the window in screen
/// coordinates, and the last position counts.
void place_pointer(GLFWwindow* window) {
  const double ratio = pixels_per_coordinate(window);
  if (ratio == 1.0) return;
  double x = -FLT_MAX, y = -FLT_MAX;  // no position
  if (glfwGetWindowAttrib(window, GLFW_HOVERED) != 0 || ImGui::IsAnyMouseDown()) {
    glfwGetCursorPos(window, &x, &y);
    x *= ratio, y *= ratio;
  }
  ImGui::GetIO().AddMousePosEvent(static_cast<float>(x), static_cast<float>(y));
}

#endif

}  // namespace

OverlayInput::OverlayInput(GLFWwindow* window) : window_(window) {
  if (!window_) return;
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  connect(window_);
}

OverlayInput::~OverlayInput() {
  if (!window_) return;
  disconnect(window_);
  ImGui_ImplGlfw_Shutdown();
}

void OverlayInput::forget() { clear_queue(); }

void OverlayInput::begin_frame(int width, int height) {
  ImGuiIO& io = ImGui::GetIO();
  since_click_ = button_waits() ? 0 : since_click_ + 1;
  if (window_) {
    ImGui_ImplGlfw_NewFrame();
    place_pointer(window_);
    give_typed(window_);
  } else {
    io.DeltaTime = 1.0f / 60.0f;
  }
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {1.0f, 1.0f};
}

bool OverlayInput::waits() const { return queue_waits(); }
bool OverlayInput::click_waits() const { return button_waits() || since_click_ == 0; }

bool tab_pressed() { return ImGui::IsKeyPressed(key_index(ImGuiKey_Tab), false); }
bool escape_pressed() { return ImGui::IsKeyPressed(key_index(kEscape)); }

int vertical_arrow() {
  return int{ImGui::IsKeyPressed(key_index(ImGuiKey_DownArrow))} -
         int{ImGui::IsKeyPressed(key_index(ImGuiKey_UpArrow))};
}

int horizontal_arrow() {
  return int{ImGui::IsKeyPressed(key_index(ImGuiKey_RightArrow))} -
         int{ImGui::IsKeyPressed(key_index(ImGuiKey_LeftArrow))};
}

}  // namespace murmur
