// Texts that are typed in the panel: names of one line, and expressions of several lines with their errors.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <imgui.h>
#include <imgui_internal.h>

#include "render/panel/overlay_input.h"
#include "render/panel/style.h"
#include "render/panel/widgets.h"

namespace murmur {
namespace {

constexpr int kMostLines = 12;  // longer texts are scrolled

/// Enlarges the string that Dear ImGui types into.
int grow(ImGuiInputTextCallbackData* data) {
  auto& text = *static_cast<std::string*>(data->UserData);
  text.resize(static_cast<size_t>(data->BufTextLen));
  data->Buf = text.data();
  return 0;
}

float width_of(std::string_view text) {
  return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

}  // namespace

Edit Widgets::name(const Row& row, std::string& name) {
  label(row);
  const bool mine = held_.typed && held_.name == row.name;
  std::array<char, 140> text{};
  (mine ? held_.text : name).copy(text.data(), text.size() - 1);
  if (typed_next_ == row.name) {
    ImGui::SetKeyboardFocusHere();
    typed_next_.clear();
  }
  ImGui::InputText("##value", text.data(), text.size(), ImGuiInputTextFlags_AutoSelectAll);
  bool changed = false;
  if (ImGui::IsItemActive() && tab_pressed()) ImGui::ClearActiveID();
  if (ImGui::IsItemActive()) {
    begin_typing(row.name, name);
    held_.text = text.data();
  } else if (mine) {
    const Held typed = std::exchange(held_, {});
    changed = !escape_pressed() && typed.text != name;
    if (changed) name = typed.text;
  }
  return finish(row, changed);
}

Widgets::TextUse Widgets::lines(const std::string& name, std::string& text, const std::string& help) {
  ImGui::PushFont(mono_font());
  const auto count = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float height = static_cast<float>(std::min(count, kMostLines)) * ImGui::GetTextLineHeight() +
                       2.0f * style.FramePadding.y;
  const std::string before = text;
  const bool entered = ImGui::InputTextMultiline(
      ("##" + name).c_str(), text.data(), text.capacity() + 1, {ImGui::GetContentRegionAvail().x, height},
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackResize, grow, &text);
  const bool left = ImGui::IsItemDeactivated();
  ImGui::PopFont();
  note(name);
  help_after_rest(help);
  if (entered) return TextUse::kApply;
  if (left && escape_pressed()) return TextUse::kDiscard;
  return text != before ? TextUse::kTyped : TextUse::kNone;
}

/// Gives the focus back to a text. ImGui still has its cursor and what Ctrl + Z takes back.
void Widgets::type_on(const std::string& name) {
  ImGui::SetActiveID(ImGui::GetID(("##" + name).c_str()), ImGui::GetCurrentContext()->CurrentWindow);
}

void Widgets::fault(const std::string& name, const std::string& text, const TextFault& fault) {
  std::string_view line = text;
  for (int k = 1; k < fault.line; ++k) line.remove_prefix(std::min(line.find('\n') + 1, line.size()));
  line = line.substr(0, line.find('\n'));
  ImGui::PushFont(mono_font());
  const float padding = ImGui::GetStyle().FramePadding.x, room = ImGui::GetContentRegionAvail().x - padding;
  size_t at = std::min(static_cast<size_t>(std::max(fault.column, 1) - 1), line.size());
  const bool shown_above = line.size() == text.size() && width_of(line) < room - padding;
  if (!shown_above) {  // the part of the line that has room, around the error
    while (at > 0 && width_of(line.substr(0, at)) > 0.75f * room) line.remove_prefix(1), --at;
    while (line.size() > at && width_of(line) > room) line.remove_suffix(1);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + padding);
    ImGui::PushStyleColor(ImGuiCol_Text, kQuietInk);
    ImGui::TextUnformatted(line.data(), line.data() + line.size());
    ImGui::PopStyleColor();
  }
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + padding + width_of(line.substr(0, at)));
  ImGui::TextColored(kAmberInk, "^");
  put_last(name + ".caret");
  ImGui::PopFont();
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y);
  this->text(fault.words, Tone::kWarning, name);
}

}  // namespace murmur
