// Numbers in the panel: sliders, and fields of several numbers, which are dragged or typed into.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "render/panel/overlay_input.h"
#include "render/panel/widgets.h"
#include "sim/util/counts.h"

namespace murmur {
namespace {

/// A format with as many digits as a slider of this range can set.
std::string format_for(double low, double high) {
  const double step = std::max(high - low, 1e-12) / 400.0;
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 0.3)), 0, 9);
  return fmt::format("%.{}f", digits);
}

/// The first text of a field for a number; empty if a word stands for the number.
std::string text_of(int type, const void* value, const char* format) {
  std::array<char, 32> text{};
  if (std::string_view(format).find('%') != std::string_view::npos)
    ImGui::DataTypeFormatString(text.data(), static_cast<int>(text.size()), type, value, format);
  return text.data();
}
}  // namespace

/// Draws the text field that replaces a slider, or a part of a vector, while a number is typed. ImGui's own field
/// would leave out commas and letters, and use the rest. `done`: the input has ended with a new number, which is in
/// `value`.
/// @returns whether the field is shown.
bool Widgets::typing(const Row& row, const std::string& part, bool whole, double& value, bool& done) {
  if (!held_.typed || held_.name != part) return false;
  std::array<char, 32> text{};  // size of imgui's own buffer, whose state the field uses
  held_.text.copy(text.data(), text.size() - 1);
  ImGui::InputText("##value", text.data(), text.size(), ImGuiInputTextFlags_AutoSelectAll);
  held_.text = text.data();
  if (ImGui::IsItemActive() && tab_pressed()) {
    ImGui::ClearActiveID();
    next_is_typed_ = true;
  }
  if (ImGui::IsItemActive()) return true;
  const Held typed = std::exchange(held_, {});
  if (escape_pressed() || typed.text == typed.before || typed.text.empty()) return true;
  std::optional<double> number;
  if (const std::optional<int64_t> one = typed_whole(typed.text); whole && one)
    number = static_cast<double>(*one);
  if (!whole) number = typed_number(typed.text);
  if (!row.zero.empty() && typed.text == row.zero) number = 0.0;
  if (!row.minus_one.empty() && typed.text == row.minus_one) number = -1.0;
  if (!number)
    refusal_ = fmt::format("{}: '{}' is no {}, such as {}{}", row.label, typed.text,
                           whole ? "whole number" : "number", whole ? "500, 1e6 or 10k" : "1.5, 2e3 or 10k",
                           two_meanings(typed.text));
  else if (!(*number >= row.least && *number <= row.most))
    refusal_ =
        fmt::format("{}: {} is not allowed; allowed: {} to {}", row.label, *number, row.least, row.most);
  else
    value = *number, done = true;
  return true;
}

void Widgets::begin_typing(const std::string& part, const std::string& text) {
  held_ = {.name = part, .typed = true, .text = text, .before = text};
}

template <class T>
bool Widgets::slide(const Row& row, int type, T& value, T low, T high, const char* format) {
  bool typed = false;
  auto number = static_cast<double>(value);
  if (typing(row, row.name, std::is_integral_v<T>, number, typed)) {
    if (typed) value = static_cast<T>(number);
    return typed;
  }
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiID id = ImGui::GetID("##value");
  if ((context.CurrentItemFlags & ImGuiItemFlags_Disabled) == 0 && std::exchange(next_is_typed_, false)) {
    context.NavNextActivateId = id;
    context.NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
    pending_ = true;
  }
  const double now = ImGui::GetTime();
  const bool twice = ImGui::IsMouseDoubleClicked(0) && context.HoveredIdPreviousFrame == id;
  if (twice) held_ = {};
  T shown = held_.name == row.name ? static_cast<T>(held_.values.front()) : value;
  const bool control = context.IO.KeyCtrl;
  context.IO.KeyCtrl |= twice;
  const bool changed = ImGui::SliderScalar("##value", type, &shown, &low, &high, format,
                                           row.by_factors ? ImGuiSliderFlags_Logarithmic : 0);
  context.IO.KeyCtrl = control;

  if (ImGui::TempInputIsActive(id)) {
    begin_typing(row.name, text_of(type, &value, format));
    return false;
  }
  std::vector<double> values{static_cast<double>(shown)};
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
  const std::string& word = value == -1 ? row.minus_one : row.zero;
  const bool has_word = (value == 0 || value == -1) && !word.empty();
  return finish(row, slide(row, ImGuiDataType_S64, value, low, high, has_word ? word.c_str() : "%lld"));
}

bool Widgets::drag(const Row& row, const std::string& part, double& value, float speed, double low,
                   double high, const std::string& format) {
  bool done = false;
  if (typing(row, part, false, value, done)) return done;
  double shown = value;
  const bool changed =
      ImGui::DragScalar("##value", ImGuiDataType_Double, &shown, speed, &low, &high, format.c_str());
  if (ImGui::TempInputIsActive(ImGui::GetID("##value"))) {
    begin_typing(part, text_of(ImGuiDataType_Double, &value, format.substr(0, format.find(' ')).c_str()));
    return false;
  }
  if (changed) value = shown;
  return changed;
}

Edit Widgets::numbers(const Row& row, std::vector<double>& values, double low, double high) {
  label(row);
  const std::string format = format_for(low, high);
  const auto speed = static_cast<float>((high - low) / 400.0);
  bool done = false;
  ImGui::BeginGroup();
  ImGui::PushMultiItemsWidths(static_cast<int>(values.size()), ImGui::CalcItemWidth());
  for (size_t k = 0; k < values.size(); ++k) {
    if (k > 0) ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::PushID(static_cast<int>(k));
    const std::string part = fmt::format("{}[{}]", row.name, k);
    done |= drag(row, part, values[k], speed, low, high, format);
    ImGui::PopID();
    ImGui::PopItemWidth();
  }
  ImGui::EndGroup();
  return finish(row, done);
}
}  // namespace murmur
