#include "render/panel/overlay.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

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
                                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

constexpr std::array<std::pair<const char*, const char*>, 21> kHelp{{
    {"left click", "add boids; drag paints"},
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
    {"M", "the flock ignores, flees, follows the pointer"},
    {"C", "next backend, the same bits"},
    {"D", "show radius and heading of boids near the pointer"},
    {"H", "hide the panel, the text; show both"},
    {"L", "start, end a log of frame times"},
    {"F1  ?", "this list"},
    {"F12", "screenshot"},
    {"Esc", "quit"},
}};

void choose_font(float scale) {
  ImGuiIO& io = ImGui::GetIO();
  // ImGui's own font is a bitmap of one size; a system font stays sharp on any display.
  constexpr const char* kFont = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
  std::error_code ignored;
  io.Fonts->Clear();
  if (std::filesystem::exists(kFont, ignored) && io.Fonts->AddFontFromFileTTF(kFont, 15.0f * scale)) return;
  ImFontConfig config;
  config.SizePixels = 13.0f * std::max(1.0f, static_cast<float>(static_cast<int>(scale)));
  io.Fonts->AddFontDefault(&config);
}

void text(const ImVec4& colour, const std::string& words) { ImGui::TextColored(colour, "%s", words.c_str()); }

/// `width`: of the picture; words that have no room there begin another line.
void draw_status(const OverlayStatus& status, float width, float scale) {
  ImGui::SetNextWindowPos({10.0f * scale, 10.0f * scale});
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::Begin("status", nullptr, kJustText);
  float end = 0.0f;  // of the line so far
  const auto item = [&](const ImVec4& colour, const std::string& words) {
    const float gap = 18.0f * scale, room = ImGui::CalcTextSize(words.c_str()).x;
    const bool fits = end > 0.0f && end + gap + room < width - 40.0f * scale;
    if (fits) ImGui::SameLine(0.0f, gap);
    end = (fits ? end + gap : 0.0f) + room;
    text(colour, words);
  };
  item(kText, status.preset);
  item(kText, grouped(status.boids) + (status.boids == 1 ? " boid" : " boids"));
  item(kText, fmt::format("{:.0f} fps", status.frames_per_second));
  item(kText, fmt::format("{:.0f} steps/s", status.steps_per_second));
  item(kText, fmt::format("step {:.{}f} ms", status.step_ms, status.step_ms < 10.0 ? 2 : 0));
  if (status.panel_width == 0) item(kQuiet, status.backend);  // else the panel says it
  item(kQuiet, "step " + grouped(status.step));
  if (status.comparing) {
    item(kAmber, "comparing, the flock rests");
  } else if (status.paused) {
    item(kAmber, "paused");
  } else if (status.machine_limited) {
    item(kAmber, fmt::format("machine-limited: {:.0f} steps/s wanted", status.wanted_steps_per_second));
  }
  if (!status.replay.empty()) text(status.replay_differs ? kRed : kGreen, status.replay);
  ImGui::End();
}

void draw_message(const std::string& message, float width, float height, float scale) {
  const float widest = std::min(0.8f * width, 900.0f * scale);
  ImGui::SetNextWindowPos({0.5f * width, height - 16.0f * scale}, ImGuiCond_Always, {0.5f, 1.0f});
  ImGui::SetNextWindowBgAlpha(0.85f);
  ImGui::Begin("message", nullptr, kJustText);
  ImGui::PushTextWrapPos(widest);
  text(kAmber, message);
  ImGui::PopTextWrapPos();
  ImGui::End();
}

void draw_help(float width, float height, float scale) {
  ImGui::SetNextWindowPos({0.5f * width, 0.5f * height}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowBgAlpha(0.88f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {20.0f * scale, 16.0f * scale});
  ImGui::Begin("help", nullptr, kJustText);
  if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
    for (const auto& [key, meaning] : kHelp) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      text(kText, std::string(key) + "   ");
      ImGui::TableNextColumn();
      text(kQuiet, meaning);
    }
    ImGui::EndTable();
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

/// Dear ImGui is told the pointer in screen coordinates; on some displays these are no pixels.
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
  const float picture = io.DisplaySize.x - static_cast<float>(status.panel_width);
  if (panel && status.panel_width > 0) {
    widgets_.begin(picture, static_cast<float>(status.panel_width), io.DisplaySize.y);
    panel(widgets_);
    widgets_.end();
  }
  draw_labels(status.labels, scale_, picture, io.DisplaySize.y);
  if (show_status) draw_status(status, picture, scale_);
  if (show_help) draw_help(picture, io.DisplaySize.y, scale_);
  if (!status.message.empty()) draw_message(status.message, picture, io.DisplaySize.y, scale_);
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Overlay::wants_mouse() const { return ImGui::GetIO().WantCaptureMouse; }
bool Overlay::wants_keyboard() const { return ImGui::GetIO().WantTextInput; }

}  // namespace murmur
