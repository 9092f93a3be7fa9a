#include "render/panel/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "render/panel/overlay_input.h"
#include "render/panel/style.h"

namespace murmur {
namespace {

constexpr ImGuiWindowFlags kPanel = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

const ImVec4 kSwitch{0.40f, 0.45f, 0.54f, 1.0f};  // 3:1 contrast to a header, even without a tick

constexpr std::string_view kNameMark = "###";  // Dear ImGui does not show what follows

ImVec4 colour_of(Tone tone) {
  switch (tone) {
    case Tone::kQuiet:
      return kQuietInk;
    case Tone::kGood:
      return kGoodInk;
    case Tone::kWarning:
      return kAmberInk;
    default:
      return ImGui::GetStyleColorVec4(ImGuiCol_Text);
  }
}

/// Draws a circle arrow, because fonts may not have one.
void draw_reset(ImVec2 middle, float radius, ImU32 colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PathArcTo(middle, radius, -2.2f, 2.9f, 20);
  list.PathStroke(colour, ImDrawFlags_None, std::max(1.0f, radius * 0.3f));
  const ImVec2 tip{middle.x + radius * std::cos(-2.2f), middle.y + radius * std::sin(-2.2f)};
  const float a = radius * 0.75f;
  list.AddTriangleFilled({tip.x - a, tip.y + a * 0.1f}, {tip.x + a * 0.55f, tip.y - a * 0.9f},
                         {tip.x + a * 0.6f, tip.y + a * 0.75f}, colour);
}

}  // namespace

std::string grouped(int64_t number) {
  std::string text = std::to_string(number);
  for (auto place = static_cast<int64_t>(text.size()) - 3; place > 0; place -= 3)
    text.insert(static_cast<size_t>(place), ",");
  return text;
}

void Widgets::begin_frame(float height) {
  places_.clear();
  disabled_ = pending_ = next_is_typed_ = false;
  clip_top_ = 0.0f;
  clip_bottom_ = height;
}

void Widgets::begin(float left, float width, float height) {
  ImGui::SetNextWindowPos({left, 0.0f});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {size(10.0f), size(8.0f)});
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha,
                      1.0f);  // opaque: hides what is behind it even if disabled
  ImGui::Begin("panel", nullptr, kPanel);
  ImGui::PopStyleVar(3);
}

float Widgets::edge() {
  const ImVec2 place = ImGui::GetCursorPos();
  ImGui::SetCursorPos({0.0f, 0.0f});
  const ImVec2 low = ImGui::GetWindowPos(), room = ImGui::GetWindowSize();
  ImGui::PushClipRect(low, {low.x + room.x, low.y + room.y}, false);  // the padding has an edge
  ImGui::InvisibleButton("edge", {size(7.0f), room.y - place.y});
  ImGui::PopClipRect();
  const bool dragged = ImGui::IsItemActive();
  if (dragged || ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  ImGui::SetCursorPos(place);
  return dragged ? -ImGui::GetIO().MouseDelta.x : 0.0f;
}

void Widgets::begin_scrolled() {
  ImGui::BeginChild("scrolled", {0.0f, 0.0f}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_AlwaysVerticalScrollbar);
  clip_top_ = ImGui::GetWindowPos().y;
}

void Widgets::end() {
  ImGui::EndChild();
  ImGui::End();
}

void Widgets::put_last(const std::string& name) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  put(name,
      {static_cast<int>(low.x), static_cast<int>(low.y), static_cast<int>(high.x), static_cast<int>(high.y)});
}

void Widgets::note(const std::string& name) {
  if (ImGui::GetItemRectMin().y < clip_top_ || ImGui::GetItemRectMax().y > clip_bottom_)
    return;  // the row is partly visible at most
  put_last(name);
}

bool Widgets::section(const std::string& title, bool open_at_first, bool* on) {
  const size_t mark = title.find(kNameMark);
  const std::string name = mark == title.npos ? title : title.substr(mark + kNameMark.size());
  const bool sought = sought_ == name;
  if (sought) ImGui::SetNextItemOpen(true);
  const float right = ImGui::GetContentRegionMax().x;
  const bool open =
      ImGui::CollapsingHeader(title.c_str(), (on ? ImGuiTreeNodeFlags_AllowItemOverlap : 0) |
                                                 (open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0));
  if (sought) {
    ImGui::SetScrollHereY(0.0f);
    sought_.clear();
  }
  note("section." + name);
  if (!on) return open;
  ImGui::SameLine(right - ImGui::GetFrameHeight());
  ImGui::PushID(name.c_str());
  ImGui::PushStyleColor(ImGuiCol_Border, kSwitch);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  ImGui::Checkbox("##on", on);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  ImGui::PopID();
  note("switch." + name);
  return open;
}

void Widgets::help(const std::string& text) const {
  if (text.empty()) return;
  // Beside the window of the control, if there is room, so that it covers no other control there.
  const ImVec2 screen = ImGui::GetIO().DisplaySize, at = ImGui::GetWindowPos(), mouse = ImGui::GetMousePos();
  const float widest = size(340.0f), end = at.x + ImGui::GetWindowWidth();
  const bool left = at.x > 0.5f * screen.x;
  if (left ? at.x > widest : screen.x - end > widest)
    ImGui::SetNextWindowPos({left ? at.x - size(6.0f) : end + size(6.0f), mouse.y}, ImGuiCond_Always,
                            {left ? 1.0f : 0.0f, mouse.y > 0.6f * screen.y ? 1.0f : 0.0f});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(size(320.0f));
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void Widgets::label(const Row& row) {
  ImGui::PushID(row.name.c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(row.label.c_str());
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) help(row.help);
  ImGui::SameLine(size(kLabelWidth));
  const float spacing = ImGui::GetStyle().ItemSpacing.x;
  if (row.given) {
    bool given = *row.given;
    switched_ = ImGui::Checkbox("##given", &given);
    note(row.name + ".given");
    help_after_rest(given ? "takes it back: the flock's value again" : "gives it a value of its own");
    ImGui::SameLine();
  }
  const float beside = row.wide ? 0.0f : size(kUnitWidth + kResetWidth) + spacing;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - beside);
}

/// Shows a tooltip after a delay, so that it does not cover a control that the user is about to use.
void Widgets::help_after_rest(const std::string& text) {
  if (text.empty() || !ImGui::IsItemHovered() || ImGui::IsAnyMouseDown() || ImGui::IsItemActive()) return;
  const bool rests = ImGui::GetCurrentContext()->HoveredIdTimer > 0.6f;
  if (rests) help(text);
  pending_ = pending_ || !rests;
}

Edit Widgets::finish(const Row& row, bool changed) {
  note(row.name);
  help_after_rest(row.help);
  const float right = ImGui::GetContentRegionMax().x;
  if (!row.unit.empty()) {
    ImGui::SameLine(right - size(kUnitWidth + kResetWidth));
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(kQuietInk, "%s", row.unit.c_str());
  }
  Edit edit = changed ? Edit::kChanged : Edit::kNone;
  if (row.differs) {
    ImGui::SameLine(right - size(kResetWidth));
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const float side = ImGui::GetFrameHeight();
    if (ImGui::InvisibleButton("reset", {size(kResetWidth), side})) edit = Edit::kReset;
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetTooltip("back to the first value");
    draw_reset({place.x + size(kResetWidth) * 0.5f, place.y + side * 0.5f}, size(5.0f),
               ImGui::GetColorU32(hovered ? ImGuiCol_Text : ImGuiCol_SliderGrab));
    note(row.name + ".reset");
  }
  ImGui::PopID();
  return std::exchange(switched_, false) ? Edit::kSwitched : edit;
}

Edit Widgets::flag(const Row& row, bool& value) {
  label(row);
  return finish(row, ImGui::Checkbox("##value", &value));
}

Edit Widgets::choice(const Row& row, const std::vector<Option>& options, int& chosen) {
  label(row);
  const auto at = static_cast<size_t>(std::max(chosen, 0));
  bool changed = false;
  const bool open = ImGui::BeginCombo(
      "##value", chosen >= 0 && at < options.size() ? options[at].text.c_str() : row.minus_one.c_str(),
      ImGuiComboFlags_HeightLarge);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  if (open) {
    if (escape_pressed()) ImGui::CloseCurrentPopup();
    for (size_t k = 0; k < options.size(); ++k) {
      const bool can = options[k].why_not.empty();
      if (ImGui::Selectable(options[k].text.c_str(), chosen == static_cast<int>(k),
                            can ? 0 : ImGuiSelectableFlags_Disabled)) {
        changed = chosen != static_cast<int>(k);
        chosen = static_cast<int>(k);
      }
      note(row.name + "=" + (options[k].name.empty() ? options[k].text : options[k].name));
      if (!can && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) help(options[k].why_not);
      if (can && ImGui::IsItemHovered()) help(options[k].help);
    }
    ImGui::EndCombo();
  }
  const Edit edit = finish(row, changed);
  if (low.y >= clip_top_ && high.y <= clip_bottom_) {
    places_[row.name] = {static_cast<int>(low.x), static_cast<int>(low.y), static_cast<int>(high.x),
                         static_cast<int>(high.y)};
  }
  return edit;
}

void Widgets::search(const std::string& name, const std::string& hint, std::string& words, float right) {
  std::array<char, 64> buffer{};
  words.copy(buffer.data(), buffer.size() - 1);
  ImGui::SetNextItemWidth(-size(right));
  if (ImGui::InputTextWithHint(("##" + name).c_str(), hint.c_str(), buffer.data(), buffer.size()))
    words = buffer.data();
  note(name);
  ImGui::SameLine();
}

int Widgets::links(const std::vector<std::string>& names, const std::vector<std::string>& texts) {
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4{});
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_CheckMark));
  const int pressed = buttons("", names, texts);
  ImGui::PopStyleColor(2);
  return pressed;
}

int Widgets::buttons(const std::string& label, const std::vector<std::string>& names,
                     const std::vector<std::string>& texts, const std::vector<std::string>& helps,
                     int chosen) {
  if (!label.empty()) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label.c_str());
    ImGui::SameLine(size(kLabelWidth));
  }
  const float spacing = ImGui::GetStyle().ItemSpacing.x;
  const auto count = static_cast<float>(texts.size());
  const float room = ImGui::GetContentRegionAvail().x - spacing * (count - 1.0f);
  float words = 0.0f, longest = 0.0f;
  for (const std::string& text : texts) {
    const float wide = ImGui::CalcTextSize(text.c_str()).x;
    words += wide;
    longest = std::max(longest, wide);
  }
  int pressed = -1;
  for (size_t k = 0; k < texts.size(); ++k) {
    if (k > 0) ImGui::SameLine();
    ImGui::PushID(names[k].c_str());
    // Buttons have equal widths, unless one text is too long for that.
    const float width = longest + size(4.0f) < room / count
                            ? room / count
                            : ImGui::CalcTextSize(texts[k].c_str()).x + (room - words) / count;
    const bool down = chosen == static_cast<int>(k);
    if (down) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    if (ImGui::Button(texts[k].c_str(), {width, 0.0f})) pressed = static_cast<int>(k);
    if (down) ImGui::PopStyleColor();
    ImGui::PopID();
    note(names[k]);
    if (k < helps.size()) help_after_rest(helps[k]);
  }
  return pressed;
}

void Widgets::disable(bool on) {
  if (on == disabled_) return;
  disabled_ = on;
  if (on) {
    ImGui::BeginDisabled();
  } else {
    ImGui::EndDisabled();
  }
}

void Widgets::text(const std::string& words, Tone tone, const std::string& name) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour_of(tone));
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted(words.c_str());
  if (!name.empty()) note(name);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

void Widgets::fact(const std::string& label, const std::string& value, Tone tone) {
  ImGui::TextColored(kQuietInk, "%s", label.c_str());
  ImGui::SameLine(size(kLabelWidth));
  text(value, tone);
}

void Widgets::space() { ImGui::Dummy({0.0f, size(3.0f)}); }

}  // namespace murmur
