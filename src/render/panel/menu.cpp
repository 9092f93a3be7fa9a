#include "render/panel/menu.h"

#include <algorithm>
#include <array>

#include <imgui.h>

#include "render/panel/plates.h"
#include "render/panel/style.h"

namespace murmur {
namespace {

constexpr float kTileWidth = 168.0f, kPictureHeight = 105.0f;  // [usual pixels]

std::array<int, 4> last_item() {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  return {static_cast<int>(low.x), static_cast<int>(low.y), static_cast<int>(high.x),
          static_cast<int>(high.y)};
}

float tile_height(float scale) { return (kPictureHeight + 4.0f) * scale + 4.0f * ImGui::GetTextLineHeight(); }

/// Computed, because a window that Dear ImGui sizes itself is cut for one frame.
float content_height(const Menu& menu, int columns, float room, float scale) {
  const ImGuiStyle& style = ImGui::GetStyle();
  float high =
      2.0f * style.WindowPadding.y + ImGui::GetTextLineHeight() + 2.0f * style.ItemSpacing.y + 2.0f * scale;
  if (menu.tiles) {
    const auto rows = static_cast<float>((static_cast<int>(menu.entries.size()) + columns - 1) / columns);
    return high + rows * (tile_height(scale) + style.ItemSpacing.y);
  }
  for (const MenuEntry& entry : menu.entries)
    high += style.ItemSpacing.y + std::max(ImGui::GetFrameHeight(),
                                           ImGui::CalcTextSize(entry.line.c_str(), nullptr, false, room).y);
  return high;
}

/// The picture, the title and the line below it are one button.
bool tile(const MenuEntry& entry, float scale) {
  const float wide = kTileWidth * scale, high = kPictureHeight * scale, line = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{wide, tile_height(scale)};
  const bool pressed = ImGui::InvisibleButton(entry.name.c_str(), size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  list.AddRectFilled(at, end,
                     ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_ButtonHovered : ImGuiCol_Button),
                     4.0f * scale);
  if (entry.picture != 0) list.AddImage(texture_id(entry.picture), at, {at.x + wide, at.y + high});
  const float pad = 4.0f * scale, inside = wide - 2.0f * pad;
  const float top = at.y + high + 2.0f * scale;
  list.PushClipRect(at, end, true);
  list.AddText(nullptr, 0.0f, {at.x + pad, top}, ImGui::GetColorU32(ImGuiCol_Text), entry.title.c_str());
  list.AddText(nullptr, 0.0f, {at.x + pad, top + line}, ImGui::GetColorU32(kQuietInk), entry.line.c_str(),
               nullptr, inside);
  list.PopClipRect();
  if (ImGui::IsItemHovered() &&
      ImGui::CalcTextSize(entry.line.c_str(), nullptr, false, inside).y > 3.0f * line)
    ImGui::SetTooltip("%s", entry.line.c_str());
  return pressed;
}

}  // namespace

int draw_menu(const Menu& menu, Widgets& widgets, float width, float height, float scale) {
  int chosen = kNoChoice;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float margin = 10.0f * scale, scrollbar = style.ScrollbarSize;
  const float step = kTileWidth * scale + style.ItemSpacing.x;
  const float most = width - 2.0f * margin;
  const float edges = 2.0f * style.WindowPadding.x + scrollbar;
  const int columns = menu.tiles ? std::clamp(static_cast<int>((most - edges) / step), 1, 6) : 1;
  const float wide = menu.tiles ? static_cast<float>(columns) * step + edges : std::min(most, 620.0f * scale);
  float button = 0.0f;
  for (const MenuEntry& entry : menu.entries)
    button = std::max(button, ImGui::CalcTextSize(entry.title.c_str()).x);
  button += 2.0f * style.FramePadding.x;
  const float room = wide - edges - button - style.ItemSpacing.x;  // of a line beside its button
  ImGui::SetNextWindowSize(
      {wide, std::min(content_height(menu, columns, room, scale), height - 2.0f * margin)});
  ImGui::SetNextWindowPos({0.5f * width, 0.5f * height}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowBgAlpha(0.96f);
  ImGui::SetNextWindowFocus();
  ImGui::Begin("menu", nullptr, kJustText & ~(ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoScrollbar));
  text_in(kTextInk, menu.title);
  ImGui::SameLine(ImGui::GetWindowWidth() - edges - ImGui::CalcTextSize("Close").x - style.FramePadding.x);
  if (ImGui::SmallButton("Close")) chosen = kMenuClosed;
  widgets.put("menu.close", last_item());
  ImGui::Dummy({0.0f, 2.0f * scale});
  for (int k = 0; k < static_cast<int>(menu.entries.size()); ++k) {
    const MenuEntry& entry = menu.entries[static_cast<size_t>(k)];
    if (menu.tiles && k % columns > 0) ImGui::SameLine();
    ImGui::PushID(entry.name.c_str());
    if (menu.tiles) {
      if (tile(entry, scale)) chosen = k;
      const std::array<int, 4> place = last_item();
      const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
      if (static_cast<float>(place[1]) >= top && static_cast<float>(place[3]) <= bottom)
        widgets.put("menu." + entry.name, place);
    } else {
      if (ImGui::Button(entry.title.c_str(), {button, 0.0f})) chosen = k;
      widgets.put("menu." + entry.name, last_item());
      ImGui::SameLine();
      wrapped_text(kQuietInk, entry.line, wide - edges);
    }
    ImGui::PopID();
  }
  ImGui::End();
  return chosen;
}

}  // namespace murmur
