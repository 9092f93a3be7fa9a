// A list of coloured entries, and the grid of numbers for each pair of them.
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

constexpr Widgets::Ink kBelow{0.16f, 0.44f, 0.98f}, kZero{0.17f, 0.19f, 0.24f}, kAbove{0.93f, 0.42f, 0.12f};
constexpr ImU32 kFrameInk = IM_COL32(255, 255, 255, 235);

ImVec4 opaque(const Widgets::Ink& ink) { return {ink[0], ink[1], ink[2], 1.0f}; }

/// The colour of a number, from blue over grey to orange. Most numbers are from -1 to 1, so the colour changes most there.
ImVec4 ink_of(double value, double low, double high) {
  const double end = value < 0.0 ? -low : high;
  const double share = end > 0.0 ? std::clamp(std::abs(value) / end, 0.0, 1.0) : 0.0;
  const auto t = static_cast<float>(std::pow(share, 0.4));
  const Widgets::Ink& to = value < 0.0 ? kBelow : kAbove;
  Widgets::Ink ink{};
  for (size_t k = 0; k < ink.size(); ++k) ink[k] = kZero[k] + t * (to[k] - kZero[k]);
  return opaque(ink);
}

/// A text colour that is legible on `ground`.
ImU32 ink_over(const ImVec4& ground) {
  const float light = 0.30f * ground.x + 0.59f * ground.y + 0.11f * ground.z;
  return light > 0.55f ? IM_COL32(16, 18, 24, 255) : IM_COL32(240, 243, 248, 255);
}

/// The longest text of a number with room for it, of "-0.75", "-0.8" and a short number such as "-1"; empty: none has room.
std::string number_in(double value, float room) {
  std::string words = fmt::format("{:.2f}", value);
  const auto fits = [&] { return ImGui::CalcTextSize(words.c_str()).x <= room; };
  if (value != 0.0 && fits()) return words;
  words = fmt::format("{:.1f}", value);
  if (std::abs(value) >= 0.05 && fits()) return words;
  words = fmt::format("{:g}", value);
  return fits() ? words : "";
}

void draw_within(const std::string& text, const ImVec2& low, const ImVec2& high, ImU32 ink) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  ImGui::GetWindowDrawList()->AddText(
      {std::floor(0.5f * (low.x + high.x - size.x)), std::floor(0.5f * (low.y + high.y - size.y))}, ink,
      text.c_str());
}

/// Draws a text, cut where its room ends.
void draw_clipped(const std::string& text, const ImVec2& low, const ImVec2& high, ImU32 ink) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 clip{low.x, low.y, high.x, high.y};
  const float top = std::floor(0.5f * (low.y + high.y - ImGui::GetTextLineHeight()));
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {low.x, top}, ink, text.c_str(), nullptr, 0.0f, &clip);
}

/// Draws the number of a cell, if it has room. `box`: left, top, width, height.
void draw_number(const Widgets::Matrix& matrix, double value, const std::array<float, 4>& box, float margin,
                 const ImVec4& ground) {
  const std::string words =
      value == 0.0 && !matrix.typed.zero.empty() ? matrix.typed.zero : number_in(value, box[2] - margin);
  draw_within(words, {box[0], box[1]}, {box[0] + box[2], box[1] + box[3]}, ink_over(ground));
}

std::string part_of(const Widgets::Matrix& matrix, const Widgets::Cell& cell) {
  return fmt::format("{}[{}][{}]", matrix.name, cell.row, cell.column);
}

}  // namespace

bool Widgets::entry(const Entry& entry, bool& pressed) {
  ImGui::PushID(entry.name.c_str());
  const float side = ImGui::GetFrameHeight(), right = ImGui::GetContentRegionMax().x;
  const ImVec2 place = ImGui::GetCursorScreenPos();
  pressed = ImGui::InvisibleButton("##ink", {side, side});
  note(entry.name + ".colour");
  help_after_rest(entry.help);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float inset = size(3.0f);
  const ImVec2 low{place.x + inset, place.y + inset}, high{place.x + side - inset, place.y + side - inset};
  list.AddRectFilled(low, high, ImGui::GetColorU32(opaque(entry.ink)), size(3.0f));
  if (entry.chosen || ImGui::IsItemHovered())
    list.AddRect({place.x + 1.0f, place.y + 1.0f}, {place.x + side - 1.0f, place.y + side - 1.0f},
                 entry.chosen ? kFrameInk : ImGui::GetColorU32(kQuietInk), size(4.0f), 0,
                 std::max(1.0f, size(1.5f)));
  ImGui::SameLine(0.0f, size(3.0f));
  const bool open =
      ImGui::TreeNodeEx("##open", ImGuiTreeNodeFlags_FramePadding | ImGuiTreeNodeFlags_SpanAvailWidth |
                                      ImGuiTreeNodeFlags_NoTreePushOnOpen);
  note(entry.name);
  const ImVec2 begin = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  const float column = size(48.0f), edge = ImGui::GetWindowPos().x + right;
  const float count = ImGui::CalcTextSize(entry.count.c_str()).x;
  const float share = ImGui::CalcTextSize(entry.share.c_str()).x;
  const ImU32 quiet = ImGui::GetColorU32(kQuietInk), plain = ImGui::GetColorU32(ImGuiCol_Text);
  const float first = edge - column - count;
  draw_clipped(entry.title, {begin.x + size(22.0f), begin.y}, {first - size(6.0f), end.y}, plain);
  draw_clipped(entry.count, {first, begin.y}, {edge, end.y}, quiet);
  draw_clipped(entry.share, {edge - share, begin.y}, {edge, end.y}, quiet);
  ImGui::PopID();
  return open;
}

Edit Widgets::not_given(const Row& row, const std::string& words) {
  label(row);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(kQuietInk, "%s", words.c_str());
  return finish(row, false);
}

Edit Widgets::colour(const Row& row, Ink& ink) {
  label(row);
  return finish(row, ImGui::ColorEdit3("##value", ink.data(),
                                       ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel |
                                           ImGuiColorEditFlags_NoOptions));
}

/// Lets the user drag or type a cell. `box`: left, top, width, height. @returns whether the value has changed.
bool Widgets::drag_cell(const Matrix& matrix, const Cell& cell, const std::array<float, 4>& box,
                        double& value) {
  const double low = std::min(matrix.low, value), high = std::max(matrix.high, value);
  const auto speed = static_cast<float>((matrix.high - matrix.low) / 320.0);
  const std::string part = part_of(matrix, cell);
  const ImVec4 ground = ink_of(value, matrix.low, matrix.high);
  ImGui::SetCursorScreenPos({box[0], box[1]});
  ImGui::SetNextItemWidth(box[2]);
  for (const ImGuiCol part_of : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive})
    ImGui::PushStyleColor(part_of, ground);
  ImGui::PushStyleColor(ImGuiCol_Text, {0.0f, 0.0f, 0.0f, 0.0f});  // the number is drawn by draw_number()
  const bool hundredths = matrix.high - matrix.low < 50.0;
  double shown = value;
  const bool changed = ImGui::DragScalar("##value", ImGuiDataType_Double, &shown, speed, &low, &high,
                                         hundredths ? "%.2f" : "%.1f");
  ImGui::PopStyleColor(4);
  note(part);
  if (ImGui::TempInputIsActive(ImGui::GetID("##value"))) {
    begin_typing(part, fmt::format("{:g}", value));
    return false;
  }
  draw_number(matrix, value, box, size(2.0f), ground);
  if (!changed || shown == value) return false;
  value = shown + 0.0;  // no "-0"
  return true;
}

std::optional<Widgets::Cell> Widgets::matrix(const Matrix& m) {
  const size_t count = m.titles.size();
  const auto cells = static_cast<float>(count);
  const ImVec2 place = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, gap = std::max(1.0f, std::floor(size(1.5f)));
  const float bar = std::floor(size(8.0f)), line = ImGui::GetTextLineHeight();
  float longest = 0.0f;
  for (const std::string& title : m.titles) longest = std::max(longest, ImGui::CalcTextSize(title.c_str()).x);
  // Names are shown if cells stay large enough for their numbers; otherwise only colours, as wide as a cell.
  const float named = std::min(longest + bar + size(8.0f), 0.34f * room);
  const bool names = (room - named) / cells >= size(30.0f);
  const float head = names ? named : bar + gap;
  const float wide = std::floor(std::min((room - head) / cells, std::max(size(60.0f), longest + 3.0f * gap)));
  const float high = std::floor(std::clamp(wide, line + 1.0f, size(26.0f)));
  const float top = place.y + (names ? line + size(2.0f) : 0.0f), first = top + bar + gap;
  const auto box_of = [&](size_t row, size_t column) {
    return std::array{place.x + head + static_cast<float>(column) * wide,
                      first + static_cast<float>(row) * high, wide - gap, high - gap};
  };

  const bool typed = held_.typed && held_.name.starts_with(m.name + "[");
  std::optional<Cell> changed, pointed, typed_in;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushID(m.name.c_str());
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, std::max(0.5f * (high - gap - line), 0.0f)});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, std::min(size(3.0f), 0.15f * wide));
  for (size_t row = 0; row < count; ++row) {
    for (size_t column = 0; column < count; ++column) {
      Cell cell{row, column, m.values[row][column]};
      const std::array<float, 4> box = box_of(row, column);
      if (typed) {  // a text field lies over the cells, which are drawn alone
        const ImVec4 ground = ink_of(cell.value, m.low, m.high);
        list.AddRectFilled({box[0], box[1]}, {box[0] + box[2], box[1] + box[3]}, ImGui::GetColorU32(ground),
                           ImGui::GetStyle().FrameRounding);
        draw_number(m, cell.value, box, size(2.0f), ground);
        if (held_.name == part_of(m, cell)) typed_in = cell;
        continue;
      }
      ImGui::PushID(static_cast<int>(row * count + column));
      if (drag_cell(m, cell, box, cell.value)) changed = cell;
      if (ImGui::IsItemActive() || (!pointed && ImGui::IsItemHovered())) pointed = cell;
      if (ImGui::IsItemHovered()) {
        ImGui::SetNextWindowPos({place.x, place.y - gap}, ImGuiCond_Always, {0.0f, 1.0f});  // above the cell
        help_after_rest(part_of(m, cell) + "\n" + m.help(row, column, cell.value));
        GImGui->NextWindowData.ClearFlags();
      }
      ImGui::PopID();
    }
  }
  ImGui::PopStyleVar(2);
  if (typed_in) {
    const std::array<float, 4> box = box_of(typed_in->row, typed_in->column);
    const float field = std::max(box[2], size(64.0f));
    ImGui::SetCursorScreenPos({std::min(box[0], place.x + room - field), box[1]});
    ImGui::SetNextItemWidth(field);
    ImGui::PushID(static_cast<int>(typed_in->row * count + typed_in->column));
    bool done = false;
    const std::string part = held_.name;
    Row row = m.typed;
    row.label = part;
    typing(row, part, false, typed_in->value, done);
    note(part);
    if (done) changed = typed_in;
    pointed = typed_in;
    ImGui::PopID();
  }
  ImGui::PopID();

  const ImU32 quiet = ImGui::GetColorU32(kQuietInk);
  for (size_t k = 0; k < count; ++k) {
    const ImU32 ink = ImGui::GetColorU32(opaque(m.inks[k]));
    const std::array<float, 4> above = box_of(0, k), beside = box_of(k, 0);
    const auto strip = [&](const ImVec2& low, const ImVec2& end, bool marked) {
      list.AddRectFilled(low, end, ink, size(2.0f));
      if (marked) list.AddRect(low, end, kFrameInk, size(2.0f), 0, std::max(1.0f, size(1.5f)));
    };
    strip({above[0], top}, {above[0] + above[2], top + bar}, pointed && pointed->column == k);
    strip({place.x, beside[1]}, {place.x + bar, beside[1] + beside[3]}, pointed && pointed->row == k);
    if (names) draw_clipped(m.titles[k], {above[0], place.y}, {above[0] + above[2], place.y + line}, quiet);
    if (names)
      draw_clipped(m.titles[k], {place.x + bar + size(4.0f), beside[1]},
                   {place.x + head - size(3.0f), beside[1] + beside[3]}, quiet);
  }
  if (pointed && !typed_in) {
    const std::array<float, 4> box = box_of(pointed->row, pointed->column);
    list.AddRect({box[0], box[1]}, {box[0] + box[2], box[1] + box[3]}, kFrameInk, size(2.0f));
  }
  ImGui::SetCursorScreenPos({place.x, first + cells * high});
  text(pointed ? m.help(pointed->row, pointed->column, changed ? changed->value : pointed->value) : m.idle,
       pointed ? Tone::kPlain : Tone::kQuiet, m.name + ".line");
  return changed;
}

}  // namespace murmur
