// Numbers in the panel: sliders, and fields of several numbers. Both are dragged or typed into.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "render/panel/overlay_input.h"
#include "render/panel/widgets.h"

namespace murmur {
namespace {

/// As many digits as a slider of this span can set.
std::string format_for(double low, double high) {
  const double step = std::max(high - low, 1e-12) / 400.0;
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 0.3)), 0, 9);
  return fmt::format("%.{}f", digits);
}

/// Numbers of boids are written as 10k and 2M, and in some countries as 10.000: a field of whole numbers would leave the letters
/// out, and read up to the point. What is typed is seen in digits.
void type_whole_numbers(ImGuiIO& io) {
  const ImVector<ImWchar> typed = io.InputQueueCharacters;
  io.InputQueueCharacters.clear();
  for (const ImWchar one : typed) {
    const int zeros = one == 'k' || one == 'K' ? 3 : one == 'm' || one == 'M' ? 6 : 0;
    for (int k = 0; k < zeros; ++k) io.InputQueueCharacters.push_back('0');
    if (zeros == 0 && one != '.') io.InputQueueCharacters.push_back(one);
  }
}
}  // namespace

/// @returns true when text input has ended with a new value, which is then in `values`.
bool Widgets::follow_typing(const Row& row, bool typing, bool changed, std::vector<double>& values) {
  const bool mine = held_.name == row.name && held_.typed;
  if (changed && (typing || mine)) held_ = {.name = row.name, .values = values, .typed = true};
  if (typing || !mine) return false;
  values = std::exchange(held_, {}).values;
  return !escape_pressed();
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
  if (type == ImGuiDataType_S64 && ImGui::TempInputIsActive(id)) type_whole_numbers(context.IO);
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
  const std::string& word = value == -1 ? row.minus_one : row.zero;
  const bool has_word = (value == 0 || value == -1) && !word.empty();
  return finish(row, slide(row, ImGuiDataType_S64, value, low, high, has_word ? word.c_str() : "%lld"));
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
}  // namespace murmur
