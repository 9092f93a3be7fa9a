#include "render/scene/labels.h"

#include <algorithm>

#include <imgui.h>

namespace murmur {

void draw_labels(const std::vector<Label>& labels, float scale, float width, float height) {
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  for (const Label& label : labels) {
    const char* const begin = label.text.data();
    const char* const end = begin + label.text.size();
    const ImVec2 size = ImGui::CalcTextSize(begin, end);
    const float pad = (label.strong ? 7.0f : 3.0f) * scale;
    const auto inside = [&](float at, float wide, float whole) {
      return std::max(pad, std::min(at, whole - wide - pad));
    };
    const ImVec2 at{inside(label.x, size.x, width), inside(label.y, size.y, height)};
    list->AddRectFilled({at.x - pad, at.y - pad}, {at.x + size.x + pad, at.y + size.y + pad},
                        label.strong ? IM_COL32(15, 18, 26, 225) : IM_COL32(15, 18, 26, 205), 4.0f * scale);
    list->AddText(at, label.strong ? IM_COL32(232, 236, 244, 255) : IM_COL32(196, 206, 222, 255), begin, end);
  }
}

}  // namespace murmur
