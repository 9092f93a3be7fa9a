// The card of a rule in the panel: drawing, name and sentence, a switch, and a slider for the weight.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "render/panel/style.h"
#include "render/panel/widgets.h"

namespace murmur {
namespace {

constexpr ImU32 kBoidInk = IM_COL32(150, 160, 178, 255), kOwnInk = IM_COL32(232, 236, 244, 255);

/// Draws in a square whose coordinates go from -1 to 1, y downwards.
struct Drawing {
  ImDrawList& list;
  ImVec2 middle;
  float half;

  ImVec2 at(float x, float y) const { return {middle.x + half * x, middle.y + half * y}; }
  /// Draws a boid that flies at `degrees`, counter-clockwise from the right.
  void boid(float x, float y, float degrees, ImU32 ink) const {
    const float angle = degrees * 3.14159f / 180.0f, c = std::cos(angle), s = -std::sin(angle), r = 0.24f;
    list.AddTriangleFilled(at(x + r * c, y + r * s),
                           at(x - 0.8f * r * c - 0.6f * r * s, y - 0.8f * r * s + 0.6f * r * c),
                           at(x - 0.8f * r * c + 0.6f * r * s, y - 0.8f * r * s - 0.6f * r * c), ink);
  }
  void arrow(float x, float y, float to_x, float to_y, ImU32 ink) const {
    const float length = std::hypot(to_x - x, to_y - y), c = (to_x - x) / length, s = (to_y - y) / length;
    list.AddLine(at(x, y), at(to_x - 0.15f * c, to_y - 0.15f * s), ink, std::max(1.5f, 0.09f * half));
    list.AddTriangleFilled(at(to_x, to_y), at(to_x - 0.28f * c - 0.16f * s, to_y - 0.28f * s + 0.16f * c),
                           at(to_x - 0.28f * c + 0.16f * s, to_y - 0.28f * s - 0.16f * c), ink);
  }
};

/// Draws the picture of a rule. `rule`: as in Widgets::Card.
void draw_rule(const Drawing& draw, int rule, ImU32 ink) {
  const ImU32 faint = (ink & ~IM_COL32_A_MASK) | IM_COL32(0, 0, 0, 90);
  if (rule == 0) {
    draw.list.AddCircle(draw.at(0.0f, 0.1f), 0.72f * draw.half, faint, 32, 1.0f);
    draw.boid(-0.42f, 0.22f, 70.0f, kBoidInk);
    draw.boid(-0.08f, 0.55f, 110.0f, kBoidInk);
    draw.boid(0.05f, 0.05f, 90.0f, kOwnInk);
    draw.arrow(0.2f, -0.12f, 0.72f, -0.68f, ink);
  } else if (rule == 1) {
    for (const auto& [x, y] : {std::array{-0.62f, -0.2f}, {0.0f, -0.62f}, {0.5f, 0.55f}, {-0.45f, 0.62f}}) {
      draw.boid(x, y, 30.0f, kBoidInk);
    }
    draw.boid(-0.05f, 0.1f, 75.0f, kOwnInk);
    draw.arrow(0.15f, -0.02f, 0.85f, -0.42f, ink);
  } else {
    draw.boid(0.2f, -0.7f, 200.0f, kBoidInk);
    draw.boid(0.75f, -0.42f, 120.0f, kBoidInk);
    draw.boid(0.62f, 0.28f, 80.0f, kBoidInk);
    draw.list.AddCircleFilled(draw.at(0.5f, -0.28f), 0.1f * draw.half, ink);
    draw.boid(-0.6f, 0.6f, 100.0f, kOwnInk);
    draw.arrow(-0.42f, 0.42f, 0.36f, -0.18f, ink);
  }
}

/// Draws a mark on the track of the last slider.
void mark(float value, float low, float high, float pad, bool is_first) {
  const float half_grab = 0.5f * ImGui::GetStyle().GrabMinSize + 2.0f;
  const ImVec2 begin = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  const float share = (value - low) / (high - low);
  const float x = std::round(begin.x + half_grab + share * (end.x - begin.x - 2.0f * half_grab)) + 0.5f;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = ImGui::GetColorU32(is_first ? kTextInk : kQuietInk);
  if (is_first)
    list.AddTriangleFilled({x, end.y - 2.0f * pad}, {x - pad, end.y}, {x + pad, end.y}, ink);
  else
    list.AddLine({x, begin.y}, {x, end.y}, ink, 1.0f);
}

}  // namespace

Widgets::CardUse Widgets::card(const Card& card, double& weight, double low, double high) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const std::string name = card.row.name;
  const float line = ImGui::GetTextLineHeight(), right = ImGui::GetContentRegionMax().x;
  const ImVec2 place = ImGui::GetCursorScreenPos();
  const float left = ImGui::GetCursorPosX(), top = ImGui::GetCursorPosY();
  const float side = line + ImGui::GetFrameHeight() + size(2.0f), inside = left + side + size(8.0f);
  const auto& [red, green, blue] = kRuleInks[static_cast<size_t>(card.rule)];
  ImU32 ink = IM_COL32(red, green, blue, 255);
  if (!card.on) ink = IM_COL32(96, 102, 116, 255);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(place, {place.x + side, place.y + side}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                     size(4.0f));
  list.PushClipRect(place, {place.x + side, place.y + side}, true);
  draw_rule({list, {place.x + 0.5f * side, place.y + 0.5f * side}, 0.46f * side}, card.rule, ink);
  list.PopClipRect();

  CardUse use = CardUse::kNone;
  ImGui::PushID(card.title.c_str());
  ImGui::SetCursorPosX(inside);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(card.on ? kTextInk : kQuietInk, "%s", card.title.c_str());
  const float alone = ImGui::CalcTextSize("Solo").x + 2.0f * style.FramePadding.x;
  ImGui::SameLine(right - alone);
  ImGui::PushStyleColor(ImGuiCol_Button,
                        ImGui::GetStyleColorVec4(card.alone ? ImGuiCol_ButtonActive : ImGuiCol_Button));
  if (ImGui::Button("Solo", {alone, 0.0f})) use = CardUse::kAlone;
  ImGui::PopStyleColor();
  note(name + ".alone");
  help_after_rest(card.alone ? "all rules as before"
                             : "this rule alone; the others are off until it is pressed again");
  ImGui::SameLine(right - alone - ImGui::GetFrameHeight() - style.ItemSpacing.x);
  bool on = card.on;
  if (ImGui::Checkbox("##on", &on)) use = CardUse::kSwitch;
  note(name + ".on");
  help_after_rest(card.on ? "off: the weight 0" : "on, with the weight of before");
  ImGui::SetCursorPos({inside, top + ImGui::GetFrameHeight() + size(1.0f)});
  ImGui::TextColored(kQuietInk, "%s", card.sentence.c_str());
  ImGui::PopID();

  ImGui::PushID(name.c_str());  // finish() pops the id
  ImGui::SetNextItemWidth(right - ImGui::GetCursorPosX() - size(kUnitWidth + kResetWidth) -
                          style.ItemSpacing.x);
  const bool typing = ImGui::TempInputIsActive(ImGui::GetID("##value"));
  if (!typing) ImGui::PushStyleColor(ImGuiCol_Text, {0.0f, 0.0f, 0.0f, 0.0f});  // no number on the slider
  const bool changed = slide(card.row, ImGuiDataType_Double, weight, low, high, "%.2f");
  if (!typing) ImGui::PopStyleColor();
  const auto l = static_cast<float>(low), h = static_cast<float>(high);
  if (!typing) {
    mark(0.0f, l, h, size(3.0f), false);
    if (card.first >= low && card.first <= high) mark(static_cast<float>(card.first), l, h, size(3.0f), true);
  }
  Row row = card.row;
  row.unit =
      fmt::format("{:.2f}", held_.name == name && !held_.values.empty() ? held_.values.front() : weight);
  const Edit edit = finish(row, changed);
  ImGui::Dummy({0.0f, size(1.0f)});
  if (edit == Edit::kReset) return CardUse::kReset;
  return edit == Edit::kChanged ? CardUse::kWeight : use;
}

}  // namespace murmur
