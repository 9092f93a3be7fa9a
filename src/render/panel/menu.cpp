#include "render/panel/menu.h"

#include <algorithm>

#include <imgui.h>

#include "render/panel/plates.h"
#include "render/panel/style.h"

namespace murmur {

int draw_menu(const Menu& menu, MenuState& state, Widgets& widgets, float width, float height, float scale) {
  if (menu.tiles) return draw_tiles(menu, state, widgets, width, height, scale);
  int chosen = kNoChoice;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float margin = 10.0f * scale;
  const float edges = 2.0f * style.WindowPadding.x + style.ScrollbarSize;
  const float wide = std::min(width - 2.0f * margin, 620.0f * scale);
  float button = 0.0f;
  for (const MenuEntry& entry : menu.entries)
    button = std::max(button, ImGui::CalcTextSize(entry.title.c_str()).x);
  button += 2.0f * style.FramePadding.x;
  const bool beside =
      wide - edges - button - style.ItemSpacing.x >= 160.0f * scale;  // lines are beside buttons
  const float room = wide - edges - (beside ? button + style.ItemSpacing.x : 0.0f);  // width of a line
  // The height is computed, because a window that Dear ImGui sizes itself is cut for one frame.
  float high =
      2.0f * style.WindowPadding.y + ImGui::GetTextLineHeight() + 2.0f * style.ItemSpacing.y + 2.0f * scale;
  for (const MenuEntry& entry : menu.entries) {
    const float frame = ImGui::GetFrameHeight(),
                line = ImGui::CalcTextSize(entry.line.c_str(), nullptr, false, room).y;
    high += style.ItemSpacing.y +
            (beside ? std::max(frame, line + style.FramePadding.y) : frame + style.ItemSpacing.y + line);
  }
  begin_opened("menu", {wide, std::min(high, height - 2.0f * margin)}, {0.5f * width, 0.5f * height});
  text_in(kTextInk, menu.title);
  ImGui::SameLine(ImGui::GetWindowWidth() - edges - ImGui::CalcTextSize("Close").x - style.FramePadding.x);
  if (ImGui::SmallButton("Close")) chosen = kMenuClosed;
  widgets.put_last("menu.close");
  ImGui::Dummy({0.0f, 2.0f * scale});
  for (int k = 0; k < static_cast<int>(menu.entries.size()); ++k) {
    const MenuEntry& entry = menu.entries[static_cast<size_t>(k)];
    ImGui::PushID(entry.name.c_str());
    if (ImGui::Button(entry.title.c_str(), {button, 0.0f})) chosen = k;
    widgets.put_last("menu." + entry.name);
    if (beside) ImGui::SameLine();
    wrapped_text(kQuietInk, entry.line, wide - edges);
    ImGui::PopID();
  }
  ImGui::End();
  return chosen;
}

}  // namespace murmur
