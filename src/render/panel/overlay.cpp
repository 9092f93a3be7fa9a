#include "render/panel/overlay.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>

namespace murmur {
namespace {

const ImVec4 kText{0.82f, 0.85f, 0.90f, 1.0f};
const ImVec4 kQuiet{0.60f, 0.65f, 0.73f, 1.0f};
const ImVec4 kGreen{0.50f, 0.86f, 0.60f, 1.0f};
const ImVec4 kRed{1.00f, 0.42f, 0.38f, 1.0f};
const ImVec4 kAmber{0.98f, 0.76f, 0.35f, 1.0f};
constexpr ImGuiWindowFlags kJustText = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                       ImGuiWindowFlags_NoSavedSettings |
                                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

constexpr std::array<std::pair<const char*, const char*>, 24> kHelp{{
    {"left click", "the tool chosen at the left; add boids: drag paints"},
    {"1 ... 8", "choose the tool"},
    {"Ctrl + wheel", "a larger, smaller brush"},
    {"right click", "scatter the flock"},
    {"Ctrl + left click", "follow a boid; on nothing, or Esc: let go"},
    {"middle drag, Shift + left drag", "pan; orbit in 3D (with Ctrl: pan)"},
    {"wheel", "zoom to the pointer"},
    {"F", "fit the whole world"},
    {"Space", "pause"},
    {"N", "one step"},
    {"+  -", "steps per second"},
    {"R", "restart"},
    {"P", "next preset"},
    {"B  S", "grow, shrink the neighbour radius"},
    {"W", "a gust of wind"},
    {"T", "startle: for a second boids fly apart"},
    {"M", "the flock ignores, flees, follows the pointer"},
    {"C", "next backend, the same bits"},
    {"D", "radius and heading of boids; in a large flock of those near the pointer"},
    {"H", "hide the panel, the text; show both"},
    {"L", "start, end a log of frame times"},
    {"F1  ?", "this list"},
    {"F12", "screenshot"},
    {"Q  Esc", "quit"},
}};

void choose_font(float scale) {
  ImGuiIO& io = ImGui::GetIO();
  // The font of ImGui is a bitmap of one size; a system font is sharp on any display.
  constexpr const char* kFont = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
  std::error_code ignored;
  io.Fonts->Clear();
  if (std::filesystem::exists(kFont, ignored) && io.Fonts->AddFontFromFileTTF(kFont, 15.0f * scale)) return;
  ImFontConfig config;
  config.SizePixels = 13.0f * std::max(1.0f, static_cast<float>(static_cast<int>(scale)));
  io.Fonts->AddFontDefault(&config);
}

void text(const ImVec4& colour, const std::string& words) { ImGui::TextColored(colour, "%s", words.c_str()); }

struct Words {
  ImVec4 colour;
  std::string text;
  bool begins_line = false;
};

/// A plate of exactly the size of its words: one that fits itself would be a frame late.
/// `width`: of the picture; longer lines are wrapped.
void draw_words(const char* name, const std::vector<Words>& all, float width, float scale) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float gap = 18.0f * scale, most = width - 40.0f * scale,
              line_height = ImGui::GetTextLineHeightWithSpacing();
  std::vector<ImVec2> places;
  float end = 0.0f, widest = 0.0f;
  int line = 0;
  for (const Words& words : all) {
    const float room = ImGui::CalcTextSize(words.text.c_str()).x;
    const bool first = places.empty();
    const bool fits = !first && !words.begins_line && end + gap + room < most;
    if (!fits && !first) ++line;
    const float left = fits ? end + gap : 0.0f;
    end = left + room;
    widest = std::max(widest, end);
    places.push_back(
        {style.WindowPadding.x + left, style.WindowPadding.y + line_height * static_cast<float>(line)});
  }
  ImGui::SetNextWindowSize(
      {widest + 2.0f * style.WindowPadding.x,
       line_height * static_cast<float>(line + 1) - style.ItemSpacing.y + 2.0f * style.WindowPadding.y});
  ImGui::SetNextWindowPos({10.0f * scale, 10.0f * scale});
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::Begin(name, nullptr, kJustText);
  for (size_t k = 0; k < all.size(); ++k) {
    ImGui::SetCursorPos(places[k]);
    text(all[k].colour, all[k].text);
  }
  ImGui::End();
}

void draw_status(const OverlayStatus& status, float width, float scale) {
  std::vector<Words> all;
  const auto item = [&](const ImVec4& colour, const std::string& words) { all.push_back({colour, words}); };
  item(kText, status.preset);
  item(kText, grouped(status.boids) + (status.boids == 1 ? " boid" : " boids"));
  item(kText, fmt::format("{:.0f} fps", status.frames_per_second));
  item(kText, fmt::format("{:.0f} steps/s", status.steps_per_second));
  item(kText, fmt::format("step {:.{}f} ms", status.step_ms, status.step_ms < 10.0 ? 2 : 0));
  if (status.panel_width == 0) item(kQuiet, status.backend);  // otherwise the panel shows it
  item(kQuiet, "step " + grouped(status.step));
  if (status.comparing) {
    item(kAmber, "comparing, the flock rests");
  } else if (status.under_way > 0.0) {
    item(kAmber, fmt::format("the next step takes {:.0f} s so far", status.under_way));
  } else if (status.paused) {
    item(kAmber, "paused");
  } else if (status.machine_limited) {
    item(kAmber, fmt::format("machine-limited: {:.0f} steps/s wanted", status.wanted_steps_per_second));
  }
  if (!status.replay.empty()) all.push_back({status.replay_differs ? kRed : kGreen, status.replay, true});
  draw_words("status", all, width, scale);
}

/// In the picture's lower left corner.
void draw_legend(const Legend& legend, float height, float scale) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float wide = 150.0f * scale, high = 9.0f * scale, line = ImGui::GetTextLineHeight();
  const ImVec2 size{wide + 2.0f * style.WindowPadding.x,
                    2.0f * line + high + 2.0f * style.ItemSpacing.y + 2.0f * style.WindowPadding.y};
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowPos({10.0f * scale, height - 10.0f * scale - size.y});
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::Begin("legend", nullptr, kJustText);
  text(kText, legend.title);
  ImGui::Image(reinterpret_cast<ImTextureID>(static_cast<uintptr_t>(legend.texture)), {wide, high},
               {0.0f, 0.5f}, {1.0f, 0.5f});
  const float top = ImGui::GetCursorPosY(), left = ImGui::GetCursorPosX();
  const auto gaps = static_cast<float>(std::max<size_t>(legend.marks.size(), 2) - 1);
  for (size_t k = 0; k < legend.marks.size(); ++k) {
    const float room = ImGui::CalcTextSize(legend.marks[k].c_str()).x;
    ImGui::SetCursorPos({left + static_cast<float>(k) / gaps * (wide - room), top});
    text(kQuiet, legend.marks[k]);
  }
  ImGui::End();
}

/// A plate in the middle of the picture for words of this size, and room below them.
void begin_plate(const char* name, ImVec2 words, float below, ImVec2 middle, ImGuiWindowFlags flags) {
  const ImVec2 padding = ImGui::GetStyle().WindowPadding;
  ImGui::SetNextWindowSize({words.x + 2.0f * padding.x, words.y + below + 2.0f * padding.y});
  ImGui::SetNextWindowPos(middle, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowBgAlpha(0.92f);
  ImGui::Begin(name, nullptr, flags);
}

void wrapped(const ImVec4& colour, const std::string& words, float widest) {
  ImGui::PushTextWrapPos(ImGui::GetStyle().WindowPadding.x + widest);
  text(colour, words);
  ImGui::PopTextWrapPos();
}

/// @returns where it is.
std::array<int, 4> draw_message(const std::string& message, float width, float height, float scale) {
  const float widest = std::min(0.9f * width, 900.0f * scale);
  ImVec2 words = ImGui::CalcTextSize(message.c_str(), nullptr, false, widest);
  words.x += 2.0f;  // what is measured may be rounded down
  const float half = 0.5f * words.y + ImGui::GetStyle().WindowPadding.y;
  begin_plate("message", words, 0.0f, {0.5f * width, height - 16.0f * scale - half}, kJustText);
  wrapped(kAmber, message, widest + 2.0f);
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImGui::End();
  return {static_cast<int>(at.x), static_cast<int>(at.y), static_cast<int>(at.x + size.x),
          static_cast<int>(at.y + size.y)};
}

/// `whole`, `width`: of the window and of the picture beside the panel; a list too wide for the picture
/// covers the panel, one too high is turned with the wheel.
void draw_help(float width, float whole, float height, float scale) {
  float keys = 0.0f, meanings = 0.0f;
  for (const auto& [key, meaning] : kHelp) {
    keys = std::max(keys, ImGui::CalcTextSize(key).x);
    meanings = std::max(meanings, ImGui::CalcTextSize(meaning).x);
  }
  const float gap = 24.0f * scale, border = 20.0f * scale, margin = 10.0f * scale;
  const float wanted = keys + gap + meanings + 2.0f * border;
  const float room = wanted + 2.0f * margin <= width ? width : whole;
  const float inside = std::min(wanted, room - 2.0f * margin) - 2.0f * border;
  // In a window narrower than both columns the longest keys and meanings take two lines.
  keys = std::min(keys, 0.5f * (inside - gap));
  meanings = inside - gap - keys;
  float high = 0.0f;
  const float between = ImGui::GetStyle().ItemSpacing.y;
  for (const auto& [key, meaning] : kHelp)
    high += between + std::max(ImGui::CalcTextSize(key, nullptr, false, keys).y,
                               ImGui::CalcTextSize(meaning, nullptr, false, meanings).y);
  const float most = height - 2.0f * margin;
  const bool too_high = high + 2.0f * border > most;
  ImGui::SetNextWindowSize({inside + 2.0f * border, std::min(high - between + 2.0f * border, most)});
  ImGui::SetNextWindowPos({0.5f * room, 0.5f * height}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowFocus();
  ImGui::SetNextWindowBgAlpha(0.94f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {border, border});
  ImGui::Begin(
      "help", nullptr,
      too_high ? kJustText & ~(ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoScrollbar) : kJustText);
  for (const auto& [key, meaning] : kHelp) {
    const float top = ImGui::GetCursorPosY();
    wrapped(kText, key, border - ImGui::GetStyle().WindowPadding.x + keys);
    const float left_end = ImGui::GetCursorPosY();
    ImGui::SetCursorPos({border + keys + gap, top});
    wrapped(kQuiet, meaning, border - ImGui::GetStyle().WindowPadding.x + keys + gap + meanings + 2.0f);
    ImGui::SetCursorPosY(std::max(left_end, ImGui::GetCursorPosY()));
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

/// Dear ImGui gets the pointer in screen coordinates, which differ from pixels on some displays.
void place_pointer(GLFWwindow* window, int width) {
  int screen_width = 1, screen_height = 1;
  glfwGetWindowSize(window, &screen_width, &screen_height);
  if (screen_width <= 0 || screen_width == width) return;
  ImVec2& at = ImGui::GetIO().MousePos;
  const float ratio = static_cast<float>(width) / static_cast<float>(screen_width);
  if (at.x > -1e6f) at = {at.x * ratio, at.y * ratio};
}

}  // namespace

Overlay::Overlay(GLFWwindow* window, float scale) : window_(window), scale_(scale), widgets_(scale) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // no file left behind in the user's folder
  io.LogFilename = nullptr;
  set_style(scale);
  choose_font(scale);
  if (window_) ImGui_ImplGlfw_InitForOpenGL(window_, true);
  ImGui_ImplOpenGL3_Init("#version 450 core");
}

Overlay::~Overlay() {
  ImGui_ImplOpenGL3_Shutdown();
  if (window_) ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void Overlay::set_scale(float scale) {
  if (scale == scale_) return;
  scale_ = scale;
  widgets_.set_scale(scale);
  set_style(scale);
  choose_font(scale);
  ImGui_ImplOpenGL3_DestroyFontsTexture();  // the next frame makes a new one
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Overlay::draw(int width, int height, const OverlayStatus& status, bool show_status, bool show_help,
                   const std::function<void(Widgets&)>& panel) {
  ImGui_ImplOpenGL3_NewFrame();
  if (window_) {
    hold_keys();
    ImGui_ImplGlfw_NewFrame();
    place_pointer(window_, width);
  } else {
    ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
  }
  ImGuiIO& io = ImGui::GetIO();
  // Everything here is in framebuffer pixels, as the pictures are.
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {1.0f, 1.0f};
  ImGui::NewFrame();
  widgets_.begin_frame(io.DisplaySize.y);
  const float picture = io.DisplaySize.x - static_cast<float>(status.panel_width);
  if (panel && status.panel_width > 0) {
    widgets_.begin(picture, static_cast<float>(status.panel_width), io.DisplaySize.y);
    panel(widgets_);
    widgets_.end();
  }
  draw_labels(status.labels, scale_, picture, io.DisplaySize.y);
  if (show_status) draw_status(status, picture, scale_);
  if (show_status && status.legend.texture != 0) draw_legend(status.legend, io.DisplaySize.y, scale_);
  if (status.reach > 1.0) {
    ImGui::GetBackgroundDrawList()->AddCircle(
        {static_cast<float>(status.reach_x), static_cast<float>(status.reach_y)},
        static_cast<float>(status.reach), IM_COL32(140, 190, 255, 160), 64, std::max(1.0f, scale_));
  }
  tool_ = -1;
  if (show_status && !status.tools.empty()) draw_tools(status, io.DisplaySize.y);
  answer_.reset();
  if (!status.question.empty()) ask(status, picture, io.DisplaySize.y);
  if (!status.message.empty())
    widgets_.put("message", draw_message(status.message, picture, io.DisplaySize.y, scale_));
  if (show_help) draw_help(picture, io.DisplaySize.x, io.DisplaySize.y, scale_);
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

/// A key that goes down and up between two slow frames would not be seen.
void Overlay::hold_keys() {
  ImGuiIO& io = ImGui::GetIO();
  for (const int key : held_) io.KeysDown[key] = glfwGetKey(window_, key) == GLFW_PRESS;
  held_ = std::exchange(pressed_, {});
  std::erase_if(held_, [](int key) { return key < 0 || key > GLFW_KEY_LAST; });
  for (const int key : held_) io.KeysDown[key] = true;
  io.KeyCtrl = io.KeysDown[GLFW_KEY_LEFT_CONTROL] || io.KeysDown[GLFW_KEY_RIGHT_CONTROL];
  io.KeyShift = io.KeysDown[GLFW_KEY_LEFT_SHIFT] || io.KeysDown[GLFW_KEY_RIGHT_SHIFT];
}

/// At the picture's left edge.
void Overlay::draw_tools(const OverlayStatus& status, float height) {
  const ImGuiStyle& style = ImGui::GetStyle();
  float wide = 0.0f;
  for (const char* const name : status.tools) wide = std::max(wide, ImGui::CalcTextSize(name).x);
  wide += 2.0f * style.FramePadding.x;
  const auto count = static_cast<float>(status.tools.size());
  const float high = count * ImGui::GetFrameHeight() + (count - 1.0f) * 2.0f * scale_;
  const ImVec2 size{wide + 2.0f * style.WindowPadding.x, high + 2.0f * style.WindowPadding.y};
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowPos({10.0f * scale_, std::max(0.5f * (height - size.y), 0.0f)});
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 2.0f * scale_});
  ImGui::Begin("tools", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing);
  for (int k = 0; k < static_cast<int>(status.tools.size()); ++k) {
    const bool chosen = k == status.tool;
    ImGui::PushStyleColor(ImGuiCol_Button,
                          ImGui::GetStyleColorVec4(chosen ? ImGuiCol_ButtonActive : ImGuiCol_Button));
    const char* const name = status.tools[static_cast<size_t>(k)];
    if (ImGui::Button(name, {wide, 0.0f})) tool_ = k;
    ImGui::PopStyleColor();
    const ImVec2 low = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
    widgets_.put(std::string("tool.") + name, {static_cast<int>(low.x), static_cast<int>(low.y),
                                               static_cast<int>(end.x), static_cast<int>(end.y)});
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

void Overlay::ask(const OverlayStatus& status, float width, float height) {
  const float widest = std::min(0.9f * width, 460.0f * scale_);
  ImVec2 words = ImGui::CalcTextSize(status.question.c_str(), nullptr, false, widest);
  words.x = std::max(words.x + 2.0f, std::min(widest, 300.0f * scale_));
  const ImGuiStyle& style = ImGui::GetStyle();
  begin_plate("question", words, ImGui::GetFrameHeight() + 2.0f * style.ItemSpacing.y,
              {0.5f * width, 0.5f * height},
              ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                  ImGuiWindowFlags_NoNav);
  wrapped(kAmber, status.question, widest + 2.0f);
  ImGui::Dummy({0.0f, 0.0f});
  const int pressed =
      widgets_.buttons("", {"question.yes", "question.no"}, {status.yes + " (Enter)", status.no + " (Esc)"});
  if (pressed >= 0) answer_ = pressed == 0;
  ImGui::End();
}

bool Overlay::wants_mouse() const { return ImGui::GetIO().WantCaptureMouse; }
bool Overlay::wants_keyboard() const { return ImGui::GetIO().WantTextInput; }

}  // namespace murmur
