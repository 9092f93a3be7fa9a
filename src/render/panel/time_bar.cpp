// The time bar below the picture: the present step in the range of reachable steps, with buttons for undo and redo.
// Only returns the input; the frame loop carries it out.
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "render/panel/plates.h"

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

Plate time_plate(const TimeBar& bar, float width, Widgets& widgets, TimeUse& use) {
  const auto draw = [&bar, &widgets, &use] {
    if (bar.acts) {
      if (button("Back", "Ctrl + Left: the moment before the last act", "time.back", bar.undo, widgets))
        use.undo = 1;
      if (button("Forward", "Ctrl + Right: the moment after the next act", "time.on", bar.redo, widgets))
        use.undo = -1;
    }
    const std::string text = bar.now < bar.last
                                 ? fmt::format("step {} of {}", grouped(bar.now), grouped(bar.last))
                                 : fmt::format("step {}", grouped(bar.now));
    ImGui::SetNextItemWidth(-1.0f);
    // A slider of whole numbers would have a handle as wide as a step, which is the whole bar at first.
    const auto low = static_cast<double>(bar.first), most = static_cast<double>(bar.last);
    auto at = static_cast<double>(bar.now);
    if (ImGui::SliderScalar(
            "##time", ImGuiDataType_Double, &at, &low, &most, text.c_str(),
            ImGuiSliderFlags_NoInput | ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat) &&
        std::llround(at) != bar.now)
      use.step = std::llround(at);
    widgets.put_last("time.bar");
  };
  const float high = ImGui::GetFrameHeight() + 2.0f * ImGui::GetStyle().WindowPadding.y;
  return {.name = "time", .size = {width, high}, .draw = draw, .flags = kWithControls};
}

}  // namespace murmur
