#include "render/panel/help_list.h"

#include <algorithm>
#include <array>
#include <utility>

#include <imgui.h>

#include "render/panel/plates.h"
#include "render/panel/style.h"

namespace murmur {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 31> kHelp{{
    {"left click", "the tool chosen at the left; add boids: drag paints"},
    {"1 ... 8", "choose the tool"},
    {"Ctrl + wheel", "a larger, smaller brush"},
    {"right click", "scatter the flock"},
    {"Ctrl + left click", "follow a boid; elsewhere, or Esc: stop following"},
    {"middle drag, Shift + left drag", "pan; orbit in 3D (with Ctrl: pan)"},
    {"wheel", "zoom to the pointer; sideways, or with Shift: pan"},
    {"F", "fit the whole world"},
    {"V", "the first view again"},
    {"O", "3D: the camera goes around the world"},
    {"F11", "full screen"},
    {"Space", "pause"},
    {"N", "one step"},
    {"Left  Right", "one step back, one step on"},
    {"Ctrl + Z  Ctrl + Y", "undo, redo: go to the moment before, after an act"},
    {"+  -", "steps per second"},
    {"R", "restart"},
    {"F2", "presets and scenarios; or drop a file on the window"},
    {"P", "next preset"},
    {"B  S", "grow, shrink the neighbour radius"},
    {"W", "a gust of wind"},
    {"T", "startle: for a second boids fly apart"},
    {"M", "the flock ignores, flees, follows the pointer"},
    {"C", "next backend; the bits stay the same"},
    {"D", "radius and heading of boids; in a large flock of those near the pointer"},
    {"H", "hide the panel, the text; show both"},
    {"Ctrl + S", "save: scenario, state, log, picture, film"},
    {"L", "start, end a log of frame times"},
    {"F1  ?", "show and hide this list"},
    {"F12", "screenshot"},
    {"Q  Esc", "quit"},
}};

}  // namespace

void draw_help(float picture, float window, float height, float scale) {
  float keys = 0.0f, meanings = 0.0f;
  for (const auto& [key, meaning] : kHelp) {
    keys = std::max(keys, ImGui::CalcTextSize(key).x);
    meanings = std::max(meanings, ImGui::CalcTextSize(meaning).x);
  }
  const float gap = 24.0f * scale, border = 20.0f * scale, margin = 10.0f * scale;
  const float wanted = keys + gap + meanings + 2.0f * border;
  const float room = wanted + 2.0f * margin <= picture ? picture : window;
  const float inside = std::min(wanted, room - 2.0f * margin) - 2.0f * border;
  // In a window too narrow for both columns, long lines are wrapped.
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
    wrapped_text(kTextInk, key, border - ImGui::GetStyle().WindowPadding.x + keys);
    const float left_end = ImGui::GetCursorPosY();
    ImGui::SetCursorPos({border + keys + gap, top});
    wrapped_text(kQuietInk, meaning,
                 border - ImGui::GetStyle().WindowPadding.x + keys + gap + meanings + 2.0f);
    ImGui::SetCursorPosY(std::max(left_end, ImGui::GetCursorPosY()));
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace murmur
