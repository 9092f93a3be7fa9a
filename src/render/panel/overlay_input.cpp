#include "render/panel/overlay_input.h"

#include <algorithm>
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

/// Pixels per screen coordinate, in which GLFW reports the pointer: not 1 on some displays.
double pixels_per_coordinate(GLFWwindow* window) {
  int screen_width = 0, width = 0, height = 0;
  glfwGetWindowSize(window, &screen_width, &height);
  glfwGetFramebufferSize(window, &width, &height);
  return screen_width > 0 && width > 0 ? static_cast<double>(width) / screen_width : 1.0;
}

#if IMGUI_VERSION_NUM < 18700

constexpr int kEscape = ImGuiKey_Escape;
int key_index(int key) { return ImGui::GetKeyIndex(key); }
constexpr bool kOwnQueue = true;

/// A key that was pressed, or (key -1) a character that was typed.
struct Typed {
  int key = -1;
  bool control = false, shift = false;
  unsigned character = 0;
};
std::deque<Typed> typed;  // what the user typed, in that order, in this frame and the next ones
int noted = 0;            // characters of ImGui's own queue that are in it; a frame empties that queue

/// Characters that came since the last call.
void note_characters() {
  const auto& queue = ImGui::GetIO().InputQueueCharacters;
  for (; noted < queue.size(); ++noted) typed.push_back({.character = queue[noted]});
}

/// Keys that text boxes and lists act on, whatever is typed beside them.
bool edits(int key, int mods) {
  return (key >= GLFW_KEY_ESCAPE && key <= GLFW_KEY_END) || key == GLFW_KEY_KP_ENTER ||
         (key >= 0 && key < GLFW_KEY_LEFT_SHIFT && (mods & GLFW_MOD_CONTROL) != 0);
}

void connect(GLFWwindow* window) {
  typed.clear();
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    if (action == GLFW_PRESS && edits(key, mods)) {
      note_characters();
      typed.push_back(
          {.key = key, .control = (mods & GLFW_MOD_CONTROL) != 0, .shift = (mods & GLFW_MOD_SHIFT) != 0});
    }
    ImGui_ImplGlfw_KeyCallback(w, key, scancode, action, mods);  // calls the window's own
  });
}

bool queue_waits() { return !typed.empty(); }

/// Makes Ctrl + A, C, V, X, Y and Z act in text boxes by the letter that the layout has on a key; by the place where it has none.
void follow_layout() {
  constexpr std::pair<ImGuiKey, char> kLetters[] = {{ImGuiKey_A, 'a'}, {ImGuiKey_C, 'c'}, {ImGuiKey_V, 'v'},
                                                    {ImGuiKey_X, 'x'}, {ImGuiKey_Y, 'y'}, {ImGuiKey_Z, 'z'}};
  for (const auto& [meaning, letter] : kLetters) {
    int& place = ImGui::GetIO().KeyMap[meaning] = letter - 'a' + GLFW_KEY_A;
    for (const char key :
         std::string_view("',-./0123456789;=ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]`")) {  // GLFW's numbers
      const char* const name = glfwGetKeyName(key, 0);
      if (name && name[0] == letter && name[1] == 0) place = key;
    }
  }
}

/// The frame gets one key, or the characters up to the next key, as the user typed them. A frame without would take several
/// presses of a key for one, and text boxes drop the characters of a frame in which Ctrl is down.
void give_typed(GLFWwindow* window) {
  ImGuiIO& io = ImGui::GetIO();
  note_characters();
  io.InputQueueCharacters.resize(noted = 0);
  const auto is_down = [&](int key) { return glfwGetKey(window, key) == GLFW_PRESS; };
  io.KeyCtrl = is_down(GLFW_KEY_LEFT_CONTROL) || is_down(GLFW_KEY_RIGHT_CONTROL);
  io.KeyShift = is_down(GLFW_KEY_LEFT_SHIFT) || is_down(GLFW_KEY_RIGHT_SHIFT);
  // A key that is down stays so until it is up, or has to go down again; one that the queue has yet is not down.
  const auto was_down = [&](int key) { return io.KeysDownDuration[key] >= 0.0f; };
  for (int key = GLFW_KEY_SPACE; key < GLFW_KEY_LEFT_SHIFT; ++key)
    io.KeysDown[key] = io.KeysDown[key] && was_down(key) && is_down(key);
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
  for (; !typed.empty() && typed.front().key < 0; typed.pop_front())
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
constexpr bool kOwnQueue = false;
void give_typed(GLFWwindow*) {}  // the queue does
bool queue_waits() { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); }

void connect(GLFWwindow* window) {
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    const double ratio = pixels_per_coordinate(w);
    ImGui_ImplGlfw_CursorPosCallback(w, x * ratio, y * ratio);  // calls the window's own
  });
}

/// ImGui_ImplGlfw_NewFrame() queues where a pointer outside the window is, in screen coordinates: the last place counts.
void place_pointer(GLFWwindow* window) {
  const double ratio = pixels_per_coordinate(window);
  if (ratio == 1.0) return;
  double x = -FLT_MAX, y = -FLT_MAX;  // nowhere
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
  if (window_) ImGui_ImplGlfw_Shutdown();
}

void OverlayInput::button(int button, bool down, double x, double y) {
  if (kOwnQueue && button < static_cast<int>(down_.size())) button_events_.push_back({button, down, x, y});
}

/// A click that ends with a quick move acts where it was, and one within a slow frame is seen going down and up.
void OverlayInput::set_buttons() {
  if (!kOwnQueue) return;
  ImGuiIO& io = ImGui::GetIO();
  if (!button_events_.empty()) {
    const ButtonEvent event = button_events_.front();
    button_events_.pop_front();
    down_[static_cast<size_t>(event.button)] = event.down;
    io.MousePos = {static_cast<float>(event.x), static_cast<float>(event.y)};
  }
  std::copy(down_.begin(), down_.end(), io.MouseDown);
}

void OverlayInput::begin_frame(int width, int height) {
  ImGuiIO& io = ImGui::GetIO();
  if (window_) {
    give_typed(window_);
    ImGui_ImplGlfw_NewFrame();
    place_pointer(window_);
    set_buttons();
  } else {
    io.DeltaTime = 1.0f / 60.0f;
  }
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {1.0f, 1.0f};
}

bool OverlayInput::waits() const { return queue_waits() || !button_events_.empty(); }

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
