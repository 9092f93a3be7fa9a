#include "render/panel/help_list.h"

#include <algorithm>

#include <imgui.h>

#include "render/panel/plates.h"
#include "render/panel/style.h"

namespace murmur {
void draw_help(std::span<const HelpRow> rows, float picture, float window, float height, float scale) {
  float keys = 0.0f, meanings = 0.0f;
  for (const auto& [key, meaning] : rows) {
    keys = std::max(keys, ImGui::CalcTextSize(key.c_str()).x);
    meanings = std::max(meanings, ImGui::CalcTextSize(meaning.c_str()).x);
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
  for (const auto& [key, meaning] : rows)
    high += between + std::max(ImGui::CalcTextSize(key.c_str(), nullptr, false, keys).y,
                               ImGui::CalcTextSize(meaning.c_str(), nullptr, false, meanings).y);
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
  for (const auto& [key, meaning] : rows) {
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
