#include "render/panel/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

namespace murmur {
namespace {

constexpr float kLabelWidth = 108.0f, kUnitWidth = 42.0f, kResetWidth = 20.0f;  // [usual pixels]
constexpr ImGuiWindowFlags kPanel = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                    ImGuiWindowFlags_AlwaysVerticalScrollbar;

const ImVec4 kSwitch{0.40f, 0.45f, 0.54f, 1.0f};  // 3:1 against a header, also without its tick
const ImVec4 kQuiet{0.60f, 0.65f, 0.73f, 1.0f};
const ImVec4 kGood{0.48f, 0.80f, 0.56f, 1.0f};
const ImVec4 kAmber{0.98f, 0.76f, 0.35f, 1.0f};

ImVec4 colour_of(Tone tone) {
  switch (tone) {
    case Tone::kQuiet:
      return kQuiet;
    case Tone::kGood:
      return kGood;
    case Tone::kWarning:
      return kAmber;
    default:
      return ImGui::GetStyleColorVec4(ImGuiCol_Text);
  }
}

/// As many digits as a slider of this span can set.
std::string format_for(double low, double high) {
  const double step = std::max(high - low, 1e-12) / 400.0;
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 0.3)), 0, 9);
  return fmt::format("%.{}f", digits);
}

/// A circle arrow, drawn because fonts may not have one.
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

void set_style(float scale) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  ImGui::StyleColorsDark();
  style.WindowRounding = 6.0f;
  style.WindowBorderSize = 0.0f;
  style.PopupBorderSize = 1.0f;
  style.PopupRounding = style.FrameRounding = style.GrabRounding = 4.0f;
  style.ScrollbarRounding = 4.0f;
  style.ScrollbarSize = 10.0f;
  style.GrabMinSize = 9.0f;
  style.WindowPadding = {10.0f, 6.0f};
  style.FramePadding = {7.0f, 3.0f};
  style.ItemSpacing = {6.0f, 5.0f};
  style.ItemInnerSpacing = {5.0f, 4.0f};
  style.CellPadding = {4.0f, 3.0f};
  const auto set = [&](ImGuiCol which, float r, float g, float b, float a = 1.0f) {
    style.Colors[which] = {r, g, b, a};
  };
  set(ImGuiCol_Text, 0.82f, 0.85f, 0.90f);
  set(ImGuiCol_WindowBg, 0.06f, 0.07f, 0.10f);
  set(ImGuiCol_PopupBg, 0.09f, 0.10f, 0.14f);
  set(ImGuiCol_Border, 0.22f, 0.25f, 0.31f);
  set(ImGuiCol_FrameBg, 0.12f, 0.14f, 0.19f);
  set(ImGuiCol_FrameBgHovered, 0.16f, 0.19f, 0.26f);
  set(ImGuiCol_FrameBgActive, 0.18f, 0.22f, 0.31f);
  set(ImGuiCol_SliderGrab, 0.37f, 0.56f, 0.80f);
  set(ImGuiCol_SliderGrabActive, 0.52f, 0.71f, 0.95f);
  set(ImGuiCol_CheckMark, 0.48f, 0.69f, 0.95f);
  set(ImGuiCol_Button, 0.15f, 0.19f, 0.27f);
  set(ImGuiCol_ButtonHovered, 0.21f, 0.28f, 0.40f);
  set(ImGuiCol_ButtonActive, 0.27f, 0.38f, 0.55f);
  set(ImGuiCol_Header, 0.10f, 0.12f, 0.17f);
  set(ImGuiCol_HeaderHovered, 0.15f, 0.19f, 0.27f);
  set(ImGuiCol_HeaderActive, 0.18f, 0.24f, 0.34f);
  set(ImGuiCol_ScrollbarBg, 0.06f, 0.07f, 0.10f);
  set(ImGuiCol_ScrollbarGrab, 0.20f, 0.23f, 0.30f);
  set(ImGuiCol_PlotHistogram, 0.37f, 0.56f, 0.80f);
  set(ImGuiCol_TextSelectedBg, 0.25f, 0.40f, 0.62f);
  style.ScaleAllSizes(scale);
}

void Widgets::begin_frame(float height) {
  places_.clear();
  disabled_ = pending_ = false;
  clip_top_ = 0.0f;
  clip_bottom_ = height;
}

void Widgets::begin(float left, float width, float height) {
  ImGui::SetNextWindowPos({left, 0.0f});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {size(10.0f), size(8.0f)});
  ImGui::Begin("panel", nullptr, kPanel);
  ImGui::PopStyleVar(2);
}

void Widgets::end() { ImGui::End(); }

void Widgets::note(const std::string& name) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  if (low.y < clip_top_ || high.y > clip_bottom_) return;  // not or only partly visible
  places_[name] = {static_cast<int>(low.x), static_cast<int>(low.y), static_cast<int>(high.x),
                   static_cast<int>(high.y)};
}

bool Widgets::section(const std::string& title, bool open_at_first) {
  const bool open =
      ImGui::CollapsingHeader(title.c_str(), open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0);
  note("section." + title.substr(0, title.find(':')));
  return open;
}

bool Widgets::section(const std::string& title, bool open_at_first, bool& on, bool& switched) {
  const int flags =
      ImGuiTreeNodeFlags_AllowItemOverlap | (open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0);
  const float right = ImGui::GetContentRegionMax().x;
  const bool open = ImGui::CollapsingHeader(title.c_str(), flags);
  note("section." + title);
  ImGui::SameLine(right - ImGui::GetFrameHeight());
  ImGui::PushID(title.c_str());
  ImGui::PushStyleColor(ImGuiCol_FrameBg, kSwitch);
  switched = ImGui::Checkbox("##on", &on);
  ImGui::PopStyleColor();
  ImGui::PopID();
  note("switch." + title);
  return open;
}

void Widgets::help(const Row& row) {
  if (row.help.empty()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(size(320.0f));
  ImGui::TextUnformatted(row.help.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void Widgets::label(const Row& row) {
  ImGui::PushID(row.name.c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(row.label.c_str());
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) help(row);
  ImGui::SameLine(size(kLabelWidth));
  const float spacing = ImGui::GetStyle().ItemSpacing.x;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - size(kUnitWidth + kResetWidth) - spacing);
}

Edit Widgets::finish(const Row& row, bool changed) {
  note(row.name);
  // Shown with a delay over a control, so that it does not cover a control that is about to be used.
  if (ImGui::IsItemHovered() && !ImGui::IsAnyMouseDown() && !ImGui::IsItemActive()) {
    const bool rests = ImGui::GetCurrentContext()->HoveredIdTimer > 0.6f;
    if (rests) help(row);
    pending_ = pending_ || !rests;
  }
  const float right = ImGui::GetContentRegionMax().x;
  if (!row.unit.empty()) {
    ImGui::SameLine(right - size(kUnitWidth + kResetWidth));
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(kQuiet, "%s", row.unit.c_str());
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
  return edit;
}

/// @returns true when the typing has ended with another value, which is in `values` then.
bool Widgets::follow_typing(const Row& row, bool typing, bool changed, std::vector<double>& values) {
  const bool mine = held_.name == row.name && held_.typed;
  if (changed && (typing || mine)) held_ = {.name = row.name, .values = values, .typed = true};
  if (typing || !mine) return false;
  values = std::exchange(held_, {}).values;
  return !ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
}

template <class T>
bool Widgets::slide(const Row& row, int type, T& value, T low, T high, const char* format) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiID id = ImGui::GetID("##value");
  const double now = ImGui::GetTime();
  const bool twice = ImGui::IsMouseDoubleClicked(0) && context.HoveredIdPreviousFrame == id;
  if (twice) held_ = {};
  T shown = held_.name == row.name ? static_cast<T>(held_.values.front()) : value;
  const bool control = context.IO.KeyCtrl;
  context.IO.KeyCtrl |= twice;
  const bool changed = ImGui::SliderScalar("##value", type, &shown, &low, &high, format);
  context.IO.KeyCtrl = control;

  const bool typing = ImGui::TempInputIsActive(id);
  std::vector<double> values{static_cast<double>(shown)};
  if (typing || held_.typed) {
    if (!follow_typing(row, typing, changed, values)) return false;
    value = static_cast<T>(values.front());
    return true;
  }
  const bool active = ImGui::IsItemActive();
  if (ImGui::IsItemActivated()) held_ = {.name = row.name, .values = values, .since = now, .down = true};
  if (held_.name != row.name) return false;
  if (changed) held_.values = values;
  if (active) {
    held_.live |= ImGui::IsMouseDragging(0, size(3.0f)) || now - held_.since > 0.25;
    if (!held_.live) {
      pending_ = true;
      return false;
    }
  } else if (held_.live) {
    held_ = {};
    return false;
  } else {
    if (std::exchange(held_.down, false)) held_.since = now;
    pending_ = true;
    if (now - held_.since <= double{context.IO.MouseDoubleClickTime}) return false;
    value = static_cast<T>(std::exchange(held_, {}).values.front());
    return true;
  }
  const bool differs = value != shown;
  value = shown;
  return differs;
}

Edit Widgets::number(const Row& row, double& value, double low, double high) {
  label(row);
  return finish(row, slide(row, ImGuiDataType_Double, value, low, high, format_for(low, high).c_str()));
}

Edit Widgets::whole(const Row& row, int64_t& value, int64_t low, int64_t high) {
  label(row);
  static_assert(sizeof(ImS64) == sizeof(int64_t));
  return finish(row, slide(row, ImGuiDataType_S64, value, low, high,
                           value == 0 && !row.zero.empty() ? row.zero.c_str() : "%lld"));
}

Edit Widgets::numbers(const Row& row, std::vector<double>& values, double low, double high) {
  label(row);
  const std::string format = format_for(low, high);
  const auto speed = static_cast<float>((high - low) / 400.0);
  const bool mine = held_.name == row.name && held_.values.size() == values.size();
  std::vector<double> shown = mine ? held_.values : values;
  const bool changed = ImGui::DragScalarN("##value", ImGuiDataType_Double, shown.data(),
                                          static_cast<int>(shown.size()), speed, &low, &high, format.c_str());
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool typing = ImGui::IsItemActive() && context.TempInputId == context.ActiveId;
  bool done = changed;
  if (typing || mine) done = follow_typing(row, typing, changed, shown);
  if (done) values = shown;
  return finish(row, done);
}

Edit Widgets::flag(const Row& row, bool& value) {
  label(row);
  return finish(row, ImGui::Checkbox("##value", &value));
}

Edit Widgets::choice(const Row& row, const std::vector<Option>& options, int& chosen) {
  label(row);
  const auto at = static_cast<size_t>(std::max(chosen, 0));
  bool changed = false;
  const bool open =
      ImGui::BeginCombo("##value", chosen >= 0 && at < options.size() ? options[at].text.c_str() : "",
                        ImGuiComboFlags_HeightLarge);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  if (open) {
    for (size_t k = 0; k < options.size(); ++k) {
      const bool can = options[k].why_not.empty();
      if (ImGui::Selectable(options[k].text.c_str(), chosen == static_cast<int>(k),
                            can ? 0 : ImGuiSelectableFlags_Disabled)) {
        changed = chosen != static_cast<int>(k);
        chosen = static_cast<int>(k);
      }
      note(row.name + "=" + options[k].text);
      if (!can && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("%s", options[k].why_not.c_str());
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

void Widgets::search(const std::string& name, const std::string& hint, std::string& words) {
  std::array<char, 64> buffer{};
  words.copy(buffer.data(), buffer.size() - 1);
  ImGui::SetNextItemWidth(-1.0f);
  if (ImGui::InputTextWithHint(("##" + name).c_str(), hint.c_str(), buffer.data(), buffer.size()))
    words = buffer.data();
  note(name);
}

int Widgets::buttons(const std::string& label, const std::vector<std::string>& names,
                     const std::vector<std::string>& texts) {
  if (!label.empty()) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label.c_str());
    ImGui::SameLine(size(kLabelWidth));
  }
  const float spacing = ImGui::GetStyle().ItemSpacing.x;
  const auto count = static_cast<float>(texts.size());
  const float width = (ImGui::GetContentRegionAvail().x - spacing * (count - 1.0f)) / count;
  int pressed = -1;
  for (size_t k = 0; k < texts.size(); ++k) {
    if (k > 0) ImGui::SameLine();
    ImGui::PushID(names[k].c_str());
    if (ImGui::Button(texts[k].c_str(), {width, 0.0f})) pressed = static_cast<int>(k);
    ImGui::PopID();
    note(names[k]);
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

void Widgets::text(const std::string& words, Tone tone) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour_of(tone));
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

void Widgets::fact(const std::string& label, const std::string& value, Tone tone) {
  ImGui::TextColored(kQuiet, "%s", label.c_str());
  ImGui::SameLine(size(kLabelWidth));
  text(value, tone);
}

void Widgets::space() { ImGui::Dummy({0.0f, size(3.0f)}); }

}  // namespace murmur
