// The menu of tiles: groups of pictures, a filter to type into, and the full text of the tile that is chosen or under the pointer.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include <imgui.h>

#include "render/panel/menu.h"
#include "render/panel/overlay_input.h"
#include "render/panel/plates.h"
#include "render/panel/style.h"

namespace murmur {
namespace {

constexpr float kTileWidth = 168.0f, kPictureHeight = 105.0f;  // size of a tile [usual pixels]

bool has(const std::string& text, const std::string& words) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), words.begin(), words.end(), same) != text.end();
}

/// Indices of the entries that contain the typed text.
std::vector<size_t> found(const Menu& menu, const std::string& filter) {
  std::vector<size_t> shown;
  for (size_t k = 0; k < menu.entries.size(); ++k) {
    const MenuEntry& entry = menu.entries[k];
    if (has(entry.name, filter) || has(entry.title, filter) || has(entry.line, filter) ||
        has(entry.group, filter))
      shown.push_back(k);
  }
  return shown;
}

/// Draws a tile: picture and title are one button. @returns whether it was pressed.
bool tile(const MenuEntry& entry, bool chosen, float scale) {
  const float wide = kTileWidth * scale, high = kPictureHeight * scale, line = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{wide, high + line + 8.0f * scale};
  const bool pressed = ImGui::InvisibleButton(entry.name.c_str(), size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  list.AddRectFilled(at, end,
                     ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_ButtonHovered : ImGuiCol_Button),
                     4.0f * scale);
  if (entry.picture != 0) list.AddImage(texture_id(entry.picture), at, {at.x + wide, at.y + high});
  if (chosen) list.AddRect(at, end, ImGui::GetColorU32(ImGuiCol_CheckMark), 4.0f * scale, 0, 2.0f * scale);
  list.PushClipRect(at, end, true);
  list.AddText({at.x + 4.0f * scale, at.y + high + 4.0f * scale}, ImGui::GetColorU32(ImGuiCol_Text),
               entry.title.c_str());
  list.PopClipRect();
  return pressed;
}

}  // namespace

int draw_tiles(const Menu& menu, MenuState& state, Widgets& widgets, float width, float height, float scale) {
  int choice = kNoChoice;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float margin = 10.0f * scale, line = ImGui::GetTextLineHeight();
  const float step = kTileWidth * scale + style.ItemSpacing.x;
  const float edges = 2.0f * style.WindowPadding.x + style.ScrollbarSize;
  const int columns = std::clamp(static_cast<int>((width - 2.0f * margin - edges) / step), 1, 6);
  const float wide = static_cast<float>(columns) * step + edges;
  begin_opened("menu", {wide, height - 2.0f * margin}, {0.5f * width, 0.5f * height}, false);
  ImGui::AlignTextToFramePadding();
  text_in(kTextInk, menu.title);
  const float close = ImGui::CalcTextSize("Close").x + 2.0f * style.FramePadding.x;
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - close - style.ItemSpacing.x);
  if (!state.open) ImGui::SetKeyboardFocusHere();
  state.open = true;
  std::array<char, 64> typed{};
  state.filter.copy(typed.data(), typed.size() - 1);
  const bool enter = ImGui::InputTextWithHint("##filter", "search: maze, fish, 3D, ...", typed.data(),
                                              typed.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  if (state.filter != typed.data()) state = {.open = true, .filter = typed.data()};
  widgets.put_last("menu.filter");
  ImGui::SameLine();
  if (ImGui::Button("Close") || escape_pressed()) choice = kMenuClosed;
  widgets.put_last("menu.close");

  const std::vector<size_t> shown = found(menu, state.filter);
  const int moved = vertical_arrow() * columns + horizontal_arrow();
  if (moved != 0 && !shown.empty())
    state.chosen = static_cast<size_t>(
        std::clamp(static_cast<int>(state.chosen) + moved, 0, static_cast<int>(shown.size()) - 1));
  if (enter && state.chosen < shown.size()) choice = static_cast<int>(shown[state.chosen]);
  size_t told = state.chosen < shown.size() ? shown[state.chosen] : menu.entries.size();

  ImGui::BeginChild("tiles", {0.0f, -(2.0f * line + 2.0f * style.ItemSpacing.y)}, false,
                    ImGuiWindowFlags_NoNav);
  const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
  int column = 0;
  for (size_t k = 0; k < shown.size(); ++k) {
    const MenuEntry& entry = menu.entries[shown[k]];
    if (k == 0 || entry.group != menu.entries[shown[k - 1]].group) {
      if (k > 0) ImGui::Dummy({0.0f, 2.0f * scale});
      text_in(kAmberInk, entry.group);
      column = 0;
    } else if (column > 0) {
      ImGui::SameLine();
    }
    if (tile(entry, k == state.chosen, scale)) choice = static_cast<int>(shown[k]);
    if (ImGui::IsItemHovered()) told = shown[k];
    if (k == state.chosen && moved != 0) ImGui::SetScrollHereY();
    if (ImGui::GetItemRectMin().y >= top && ImGui::GetItemRectMax().y <= bottom)
      widgets.put_last("menu." + entry.name);
    column = (column + 1) % columns;
  }
  if (shown.empty()) text_in(kQuietInk, "nothing has these words");
  ImGui::EndChild();
  if (told < menu.entries.size()) {
    const MenuEntry& entry = menu.entries[told];
    const bool same = entry.title == entry.name;
    wrapped_text(kTextInk, (same ? "" : entry.title + " (" + entry.name + "): ") + entry.line, wide - edges);
  }
  ImGui::End();
  return choice;
}

}  // namespace murmur
