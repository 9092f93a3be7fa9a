#include "render/panel/overlay_input.h"

#include <algorithm>
#include <cfloat>
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
bool queue_waits() { return false; }
int typed_before_control = -1;  // characters of this frame; -1: no key came with Ctrl

void connect(GLFWwindow* window) {
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    if (action == GLFW_PRESS && (mods & GLFW_MOD_CONTROL) != 0)
      typed_before_control = ImGui::GetIO().InputQueueCharacters.size();
    ImGui_ImplGlfw_KeyCallback(w, key, scancode, action, mods);  // calls the window's own
  });
}

/// Text boxes drop the characters of a frame in which Ctrl is down. Those typed after Ctrl + A in a slow frame are text of the
/// next one.
void keep_characters(std::vector<unsigned>& waiting) {
  ImGuiIO& io = ImGui::GetIO();
  const int before = std::exchange(typed_before_control, -1);
  const auto& queue = io.InputQueueCharacters;
  if (before >= 0) waiting.clear();
  waiting.insert(waiting.end(), queue.begin() + std::clamp(before, 0, queue.size()), queue.end());
  io.InputQueueCharacters.resize(0);
  if (io.KeyCtrl && !io.KeyAlt) return;
  for (const unsigned character : waiting) io.AddInputCharacter(character);
  waiting.clear();
}

/// In text boxes, Ctrl + A, C, V, X, Y and Z act by the letter that the layout has on a key; by the place where it has none.
void follow_layout() {
  constexpr std::pair<ImGuiKey, char> kLetters[] = {{ImGuiKey_A, 'a'}, {ImGuiKey_C, 'c'}, {ImGuiKey_V, 'v'},
                                                    {ImGuiKey_X, 'x'}, {ImGuiKey_Y, 'y'}, {ImGuiKey_Z, 'z'}};
  for (const auto& [meaning, letter] : kLetters) {
    int& place = ImGui::GetIO().KeyMap[meaning] = letter - 'a' + GLFW_KEY_A;
    for (const char key :
         std::string_view("',-./0123456789;=ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]`")) {  // as GLFW numbers them
      const char* const name = glfwGetKeyName(key, 0);
      if (name && name[0] == letter && name[1] == 0) place = key;
    }
  }
}

/// A key that is pressed and released between two slow frames would be missed otherwise.
void set_keys(GLFWwindow* window, std::vector<int>& pressed, std::vector<int>& held) {
  ImGuiIO& io = ImGui::GetIO();
  for (const int key : held) io.KeysDown[key] = glfwGetKey(window, key) == GLFW_PRESS;
  held = std::exchange(pressed, {});
  std::erase_if(held, [](int key) { return key < 0 || key > GLFW_KEY_LAST; });
  for (const int key : held) io.KeysDown[key] = true;
  io.KeyCtrl = io.KeysDown[GLFW_KEY_LEFT_CONTROL] || io.KeysDown[GLFW_KEY_RIGHT_CONTROL];
  io.KeyShift = io.KeysDown[GLFW_KEY_LEFT_SHIFT] || io.KeysDown[GLFW_KEY_RIGHT_SHIFT];
  if (io.KeyCtrl) follow_layout();
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
void keep_characters(std::vector<unsigned>&) {}
bool queue_waits() { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); }

/// The queue has them.
void set_keys(GLFWwindow*, std::vector<int>& pressed, std::vector<int>&) { pressed.clear(); }

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

void OverlayInput::press(const std::vector<int>& keys) {
  pressed_.insert(pressed_.end(), keys.begin(), keys.end());
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
    set_keys(window_, pressed_, held_);
    keep_characters(characters_);
    ImGui_ImplGlfw_NewFrame();
    place_pointer(window_);
    set_buttons();
  } else {
    io.DeltaTime = 1.0f / 60.0f;
  }
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {1.0f, 1.0f};
}

bool OverlayInput::waits() const { return queue_waits() || !characters_.empty() || !button_events_.empty(); }

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
