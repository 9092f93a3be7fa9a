#include "render/panel/help_list.h"

#include <algorithm>
#include <string>
#include <vector>

#include <imgui.h>

#include "render/panel/overlay_input.h"
#include "render/panel/plates.h"
#include "render/panel/style.h"

namespace murmur {
namespace {

constexpr float kLeastColumn = 400.0f, kKeysShare = 0.36f;  // least column [usual pixels], share of the keys
constexpr float kGap = 8.0f;                                // gap between keys and meaning [pixels]

/// Widths of a column and of the keys in the column, with the gap [pixels].
struct Column {
  float width, keys;
};

float row_height(const HelpRow& row, const Column& column) {
  const auto high = [](const std::string& text, float wide) {
    return ImGui::CalcTextSize(text.c_str(), nullptr, false, wide).y;
  };
  const float between = ImGui::GetStyle().ItemSpacing.y;
  const float title = row.group.empty() ? 0.0f : ImGui::GetTextLineHeight() + 3.0f * between;
  return title + between +
         std::max(high(row.keys, column.keys - kGap), high(row.meaning, column.width - column.keys));
}

void draw_row(const HelpRow& row, float left, float& top, const Column& column) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float end = top + row_height(row, column);
  if (!row.group.empty()) {
    top += 2.0f * style.ItemSpacing.y;
    ImGui::SetCursorPos({left, top});
    text_in(kAmberInk, row.group);
    top += ImGui::GetTextLineHeight() + style.ItemSpacing.y;
  }
  ImGui::SetCursorPos({left, top});
  wrapped_text(kTextInk, row.keys, left - style.WindowPadding.x + column.keys - kGap);
  ImGui::SetCursorPos({left + column.keys, top});
  wrapped_text(kQuietInk, row.meaning, left - style.WindowPadding.x + column.width + 1.0f);
  top = end;
}

}  // namespace

bool draw_help(std::span<const HelpRow> rows, Widgets& widgets, float picture, float window, float height,
               float scale) {
  const float border = 18.0f * scale, margin = 10.0f * scale, gap = 28.0f * scale;
  const float two = 2.0f * (kLeastColumn * scale + border) + gap + 2.0f * margin;
  const float room = (picture >= two ? picture : window) - 2.0f * margin - 2.0f * border;
  const bool beside = room >= 2.0f * kLeastColumn * scale + gap;
  Column column{.width = std::min(beside ? 0.5f * (room - gap) : room, 560.0f * scale), .keys = 0.0f};
  column.keys = kKeysShare * column.width;

  // Groups are not split; the higher column is as low as possible.
  float all = 0.0f, above = 0.0f;
  for (const HelpRow& row : rows) all += row_height(row, column);
  float highest = all;
  size_t turn = rows.size();
  for (size_t k = 0; beside && k < rows.size(); ++k) {
    if (!rows[k].group.empty() && std::max(above, all - above) < highest)
      highest = std::max(above, all - above), turn = k;
    above += row_height(rows[k], column);
  }
  const float head = ImGui::GetFrameHeight() + 4.0f * scale;
  const float inside = beside ? 2.0f * column.width + gap : column.width;
  const float wanted = head + highest + 2.0f * border, most = height - 2.0f * margin;
  begin_opened("help", {inside + 2.0f * border, std::min(wanted, most)},
               {0.5f * (picture >= two ? picture : window), 0.5f * height});
  if (const int way = vertical_arrow(); way != 0)
    ImGui::SetScrollY(ImGui::GetScrollY() + static_cast<float>(way) * 4.0f * ImGui::GetTextLineHeight());
  ImGui::SetCursorPos({border, border});
  ImGui::AlignTextToFramePadding();
  text_in(kTextInk, "Mouse and keys");
  const float button = ImGui::CalcTextSize("Close").x + 2.0f * ImGui::GetStyle().FramePadding.x;
  ImGui::SetCursorPos({border + inside - button, border});
  const bool closed = ImGui::Button("Close");
  widgets.put_last("help.close");
  float left = border, top = border + head;
  for (size_t k = 0; k < rows.size(); ++k) {
    if (k == turn) left += column.width + gap, top = border + head;
    draw_row(rows[k], left, top, column);
  }
  ImGui::SetCursorPos({border, border + head + highest});
  ImGui::Dummy({1.0f, border - ImGui::GetStyle().WindowPadding.y});
  ImGui::End();
  return closed;
}

}  // namespace murmur
