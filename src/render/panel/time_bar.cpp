#include "render/panel/time_bar.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "render/panel/style.h"

namespace murmur {
namespace {

bool button(const char* text, const char* help, const char* name, bool enabled, Widgets& widgets) {
  ImGui::BeginDisabled(!enabled);
  const bool pressed = ImGui::Button(text);
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", help);
  widgets.put_last(name);
  ImGui::SameLine();
  return pressed;
}

}  // namespace

float time_bar_room(float scale) {
  return ImGui::GetFrameHeight() + 2.0f * ImGui::GetStyle().WindowPadding.y + 10.0f * scale;
}

float time_bar_height(const TimeBar& bar, float scale) {
  return bar.last > bar.first ? time_bar_room(scale) : 0.0f;
}

TimeUse draw_time_bar(const TimeBar& bar, Widgets& widgets, float width, float height, float scale) {
  TimeUse use;
  if (bar.last <= bar.first) return use;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float margin = 10.0f * scale, high = ImGui::GetFrameHeight() + 2.0f * style.WindowPadding.y;
  ImGui::SetNextWindowSize({width - 2.0f * margin, high});
  ImGui::SetNextWindowPos({margin, height - margin - high});
  ImGui::SetNextWindowBgAlpha(kPlateOpacity);
  ImGui::Begin("time", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing);
  if (bar.acts) {
    if (button("Back", "Ctrl + Left: the moment before the last act", "time.back", bar.undo, widgets))
      use.undo = 1;
    if (button("On", "Ctrl + Right: the moment after the next act", "time.on", bar.redo, widgets))
      use.undo = -1;
  }
  int64_t step = bar.now;
  const std::string text = bar.now < bar.last
                               ? fmt::format("step {} of {}", grouped(bar.now), grouped(bar.last))
                               : fmt::format("step {}", grouped(bar.now));
  ImGui::SetNextItemWidth(-1.0f);
  const ImS64 low = bar.first, most = bar.last;
  if (ImGui::SliderScalar("##time", ImGuiDataType_S64, &step, &low, &most, text.c_str(),
                          ImGuiSliderFlags_NoInput | ImGuiSliderFlags_AlwaysClamp))
    use.step = step;
  widgets.put_last("time.bar");
  ImGui::End();
  return use;
}

}  // namespace murmur
