// The tool bar at the left edge of the picture: for each tool an icon and the number of its key, with name and use
// in a tooltip; below them the size and the strength of the tools.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "render/panel/plates.h"
#include "render/panel/style.h"

namespace murmur {
namespace {

constexpr float kButtonWidth = 56.0f, kNarrowButton = 40.0f;  // widths of a button [usual pixels]
constexpr float kToolPad = 6.0f, kToolGap = 2.0f;             // distances [usual pixels]
constexpr int kMostToolColumns = 5;
constexpr double kLeast = 0.2, kMost = 8.0;

/// Draws an icon around `middle`, in units of half its size; y points downwards.
struct Icon {
  ImDrawList& list;
  ImVec2 middle;
  float half;
  ImU32 ink;

  ImVec2 at(float x, float y) const { return {middle.x + half * x, middle.y + half * y}; }
  float thick() const { return std::max(1.0f, 0.2f * half); }
  void line(float x, float y, float to_x, float to_y) const {
    list.AddLine(at(x, y), at(to_x, to_y), ink, thick());
  }
  void circle(float radius) const { list.AddCircle(middle, radius * half, ink, 24, thick()); }
  void disc(float radius) const { list.AddCircleFilled(middle, radius * half, ink, 24); }
  void dart(float x, float y, float degrees, float size) const {
    const float a = degrees * 3.14159f / 180.0f, c = size * std::cos(a), s = -size * std::sin(a);
    list.AddTriangleFilled(at(x + c, y + s), at(x - 0.7f * c - 0.6f * s, y - 0.7f * s + 0.6f * c),
                           at(x - 0.7f * c + 0.6f * s, y - 0.7f * s - 0.6f * c), ink);
  }
  /// Draws four darts at a distance from the middle, which point outwards or inwards.
  void darts(float away, bool outwards) const {
    for (int k = 0; k < 4; ++k) {
      const float degrees = 45.0f + 90.0f * static_cast<float>(k), a = degrees * 3.14159f / 180.0f;
      dart(away * std::cos(a), -away * std::sin(a), outwards ? degrees : degrees + 180.0f, 0.42f);
    }
  }
};

/// Draws the icon of a tool; the cases are in the order of the tools.
void draw_icon(const Icon& icon, int tool) {
  switch (tool) {
    case 0:  // add
      icon.line(-0.8f, 0.0f, 0.8f, 0.0f);
      icon.line(0.0f, -0.8f, 0.0f, 0.8f);
      break;
    case 1:  // scatter
      icon.darts(0.75f, true);
      icon.disc(0.16f);
      break;
    case 2:  // attract
      icon.darts(0.75f, false);
      break;
    case 3:  // flee
      icon.circle(0.3f);
      icon.darts(0.85f, true);
      break;
    case 4:  // obstacle
      icon.disc(0.8f);
      break;
    case 5:  // predator
      icon.dart(0.0f, 0.05f, 60.0f, 1.0f);
      break;
    case 6:  // goal
      icon.circle(0.85f);
      icon.disc(0.32f);
      break;
    case 8:  // wall
      icon.line(-0.85f, 0.7f, -0.3f, -0.5f);
      icon.line(-0.3f, -0.5f, 0.3f, 0.35f);
      icon.line(0.3f, 0.35f, 0.85f, -0.7f);
      break;
    default:  // follow
      icon.circle(0.6f);
      for (const auto& [x, y] : {std::array{1.0f, 0.0f}, {-1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}})
        icon.line(0.35f * x, 0.35f * y, x, y);
  }
}

/// Draws a factor of the tools, which can be dragged. @returns the new value; 0: unchanged.
double draw_factor(const char* name, const char* help, double value, float wide, Widgets& widgets) {
  ImGui::BeginGroup();
  ImGui::TextColored(kQuietInk, "%s", name);
  ImGui::SetNextItemWidth(wide);
  double now = value;
  const std::string control = std::string("tool.") + name;
  ImGui::PushID(name);
  const bool changed = widgets.drag({.name = control, .label = name, .least = kLeast, .most = kMost}, control,
                                    now, 0.02f, kLeast, kMost, "%.1f x");
  ImGui::PopID();
  widgets.put_last(control);
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) widgets.help(help);
  ImGui::EndGroup();
  return changed ? std::clamp(now, kLeast, kMost) : 0.0;
}

/// Whether the bar shows names: several columns have no room for them.
bool has_names(const ToolBar& bar, int columns) { return bar.named && columns == 1; }

/// Draws the buttons of the tools. `wide`: width of a button [pixels].
void draw_tools(const ToolBar& bar, int columns, float wide, float scale, Widgets& widgets, ToolUse& use) {
  const float gap = kToolGap * scale, frame = ImGui::GetFrameHeight(),
              mark = std::min(wide, kButtonWidth * scale);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int k = 0; k < static_cast<int>(bar.names.size()); ++k) {
    const bool chosen = k == bar.chosen;
    const auto at = static_cast<size_t>(k);
    if (k % columns > 0) ImGui::SameLine();
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImGui::PushStyleColor(ImGuiCol_Button,
                          ImGui::GetStyleColorVec4(chosen ? ImGuiCol_ButtonActive : ImGuiCol_Button));
    ImGui::PushID(k);
    if (ImGui::ButtonEx("##tool", {wide, frame}, ImGuiButtonFlags_PressedOnClick))
      use.tool = k;  // pressed, not released: one frame sooner
    ImGui::PopID();
    ImGui::PopStyleColor();
    widgets.put_last(std::string("tool.") + bar.names[at]);
    if (ImGui::IsItemHovered()) widgets.help(fmt::format("{} ({})\n{}", bar.names[at], k + 1, bar.helps[at]));
    const ImU32 ink = ImGui::GetColorU32(k == 5   ? kBadInk
                                         : chosen ? ImVec4{1.0f, 1.0f, 1.0f, 1.0f}
                                                  : kTextInk);
    list.AddText({place.x + 5.0f * scale, place.y + 3.0f * scale}, ImGui::GetColorU32(kQuietInk),
                 fmt::format("{}", k + 1).c_str());
    draw_icon({list, {place.x + 0.66f * mark, place.y + 0.5f * frame}, 0.33f * frame, ink}, k);
    if (has_names(bar, columns))
      list.AddText({place.x + mark + 2.0f * scale, place.y + 3.0f * scale}, ImGui::GetColorU32(kTextInk),
                   bar.names[at]);
  }
  const bool beside = columns > 1;
  const float field = beside ? 0.5f * (static_cast<float>(columns) * (wide + gap) - 2.0f * gap) : wide;
  use.size =
      draw_factor("size", "how far the tool reaches, and the size of the brush; Ctrl + wheel changes it",
                  bar.size, field, widgets);
  if (beside) {
    ImGui::SameLine();
    ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset =
        0.0f;  // height of the field: text would be lower beside it
  }
  use.strength =
      draw_factor("strength", "how strongly scatter, attract and flee act", bar.strength, field, widgets);
  ImGui::PopStyleVar();
}

}  // namespace

Plate tool_plate(const ToolBar& bar, float room, float scale, Widgets& widgets, ToolUse& use) {
  const int tools = static_cast<int>(bar.names.size());
  const float gap = kToolGap * scale, pad = kToolPad * scale, frame = ImGui::GetFrameHeight();
  const float amount_high = frame + ImGui::GetTextLineHeight() + 2.0f * gap;
  int columns = 0;
  float wide = 0.0f;  // width of a button
  ImVec2 size;
  do {
    ++columns;
    wide = (columns < 3 ? kButtonWidth : kNarrowButton) * scale;
    for (const char* name : bar.names)
      if (has_names(bar, columns))
        wide = std::max(wide, kButtonWidth * scale + ImGui::CalcTextSize(name).x + 8.0f * scale);
    const auto rows = static_cast<float>((tools + columns - 1) / columns);
    size = {static_cast<float>(columns) * (wide + gap) - gap + 2.0f * pad,
            rows * (frame + gap) + (columns == 1 ? 2.0f : 1.0f) * amount_high + 2.0f * pad};
  } while (size.y > room && columns < kMostToolColumns);
  return {.name = "tools",
          .size = size,
          .draw = [=, &bar, &widgets, &use] { draw_tools(bar, columns, wide, scale, widgets, use); },
          .flags = kWithControls,
          .padding = {pad, pad},
          .always = true};
}

}  // namespace murmur
