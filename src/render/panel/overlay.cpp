#include "render/panel/overlay.h"

#include <algorithm>
#include <array>
#include <string>

#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "render/panel/help_list.h"
#include "render/panel/plates.h"
#include "render/panel/style.h"

namespace murmur {
namespace {

/// The reach of the tool, and what a click would place there.
void draw_reach(const OverlayStatus& status, float scale) {
  const ImVec2 at{static_cast<float>(status.reach_x), static_cast<float>(status.reach_y)};
  const auto radius = static_cast<float>(status.reach);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  if (status.ghost == Ghost::kDisc) list.AddCircleFilled(at, radius, IM_COL32(132, 145, 168, 110), 64);
  if (status.ghost == Ghost::kDart) {
    const float r = 15.0f * scale;
    list.AddTriangleFilled({at.x + r, at.y}, {at.x - 0.7f * r, at.y + 0.6f * r},
                           {at.x - 0.7f * r, at.y - 0.6f * r}, IM_COL32(255, 69, 56, 150));
  }
  list.AddCircle(at, radius, IM_COL32(20, 40, 80, 150), 64, 3.0f * std::max(1.0f, scale));  // seen on paper
  list.AddCircle(at, radius, IM_COL32(150, 200, 255, 220), 64, std::max(1.0f, scale));
}

}  // namespace

Overlay::Overlay(GLFWwindow* window, float scale) : scale_(scale), widgets_(scale) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // writes no file into the current folder
  io.LogFilename = nullptr;
  set_style(scale);
  letters_.set_font(scale);
  input_.emplace(window);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

Overlay::~Overlay() {
  ImGui_ImplOpenGL3_Shutdown();
  input_.reset();
  ImGui::DestroyContext();
}

void Overlay::set_scale(float scale) {
  if (scale == scale_) return;
  scale_ = scale;
  widgets_.set_scale(scale);
  set_style(scale);
  make_font();
}

void Overlay::make_font() {
  letters_.set_font(scale_);
#if IMGUI_VERSION_NUM < 19200  // newer ones make it as they need it
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

void Overlay::draw(int width, int height, const OverlayStatus& status, bool show_status,
                   const std::function<void(Widgets&)>& panel) {
  letters_.note(status);
  if (letters_.changed()) make_font();
  ImGui_ImplOpenGL3_NewFrame();
  input_->begin_frame(width, height);
  letters_.note_typed();
  ImGui::NewFrame();
  const ImGuiIO& io = ImGui::GetIO();
  widgets_.begin_frame(io.DisplaySize.y);
  const float picture = io.DisplaySize.x - static_cast<float>(status.panel_width);
  // Text has no room beside the panel of a very small window; what is open lies over the panel, too.
  const bool narrow = picture < kLeastWidthForText * scale_;
  show_status = show_status && !narrow;
  const float wide = narrow ? io.DisplaySize.x : picture;
  // What is open takes all clicks; a question alone is shown.
  const bool asks = !status.question.empty();
  const bool takes_all = asks || !status.help.empty() || !status.menu.title.empty();
  if (takes_all) ImGui::BeginDisabled();
  if (panel && status.panel_width > 0) {
    widgets_.begin(picture, static_cast<float>(status.panel_width), io.DisplaySize.y);
    panel(widgets_);
    widgets_.end();
  }
  // What a menu or the help would cover in part is left out.
  const bool shows_help = !status.help.empty();
  const bool covered = shows_help || !status.menu.title.empty();
  const float foot = show_status ? io.DisplaySize.y - time_bar_height(status.time, scale_) : io.DisplaySize.y;
  if (!covered) draw_divider(status.halves, show_status ? status_bottom_ + 6.0f * scale_ : 0.0f, foot);
  draw_labels(status.labels, scale_, picture, io.DisplaySize.y);
  if (show_status && !covered) {
    const float bottom = draw_status(status, picture, scale_);
    // Its lines are not always as long: a fitted world does not move for each.
    status_bottom_ = status_width_ == picture ? std::max(status_bottom_, bottom) : bottom;
    status_width_ = picture;
  }
  time_ = show_status ? draw_time_bar(status.time, widgets_, picture, io.DisplaySize.y, scale_) : TimeUse{};
  const bool has_tools = !status.tools.names.empty();
  const float top = status_bottom_ + 6.0f * scale_, legend_high = legend_size(status.legend, scale_).y;
  // Tools keep their columns when the time bar comes; a legend for which they leave no room is not shown.
  const float room = io.DisplaySize.y - time_bar_room(scale_) - 6.0f * scale_ - top;
  const float beside_legend = room - (status.legend.empty() ? 0.0f : legend_high);
  ToolBarShape shape = tool_bar_shape(status.tools, beside_legend, scale_);
  const bool crowded = has_tools && shape.height > beside_legend;
  if (crowded) shape = tool_bar_shape(status.tools, room, scale_);
  const float tools = has_tools ? shape.width + 10.0f * scale_ : 0.0f;
  const bool shows_legend = show_status && !covered && !status.legend.empty() && !crowded;
  if (shows_legend) draw_legend(status.legend, foot, scale_);
  if (status.reach > 1.0 && !covered) draw_reach(status, scale_);
  tools_ = {};
  if (show_status && !covered && has_tools) {
    const float bottom = foot - (shows_legend ? legend_high : 0.0f) - 6.0f * scale_;
    tools_ = draw_tool_bar(status.tools, shape, widgets_, top, bottom, io.DisplaySize.y, scale_);
  }
  if (show_status && !covered) draw_halves(status.halves, {tools, tools_.top}, top, scale_);
  margins_ = {};
  if (show_status) {
    const auto with_gap = [&](float pixels) { return pixels > 0.0f ? double{pixels + 6.0f * scale_} : 0.0; };
    margins_ = {
        .left = with_gap(tools), .top = with_gap(status_bottom_), .bottom = with_gap(time_bar_room(scale_))};
  }
  if (show_status && !covered && !status.hints.empty())  // hints lie above a notice
    draw_hints(status.hints, static_cast<float>(status.hints_opacity), tools, picture, foot - 64.0f * scale_,
               scale_);
  // The sign is below the status, however long its lines are and whether it is drawn: a button that moves is missed.
  float sign_top = show_status ? status_bottom_ + 6.0f * scale_ : 10.0f * scale_;
  film_stopped_ =
      status.recording >= 0.0 &&
      draw_sign("film", fmt::format("recording {:.0f} s", status.recording), "Stop", picture, sign_top);
  if (status.recording >= 0.0) sign_top += 46.0f * scale_;
  share_stopped_ = !status.sharing.empty() && draw_sign("share", status.sharing, "Cancel", picture, sign_top);
  if (takes_all) ImGui::EndDisabled();
  answer_.reset();
  if (asks) ask(status, wide, io.DisplaySize.y);
  menu_choice_ = kNoChoice;
  if (status.menu.title.empty())
    menu_ = {};
  else if (!asks)
    menu_choice_ = draw_menu(status.menu, menu_, widgets_, wide, foot, scale_);
  message_pressed_ = false;
  if (!status.message.empty() && !shows_help) {
    // A wide notice is beside the legend, or above it and beside the tools if there is no room. It is beside tools that reach so low.
    const float line =
        ImGui::CalcTextSize((status.message + status.message_button).c_str()).x + 80.0f * scale_;
    const float legend = shows_legend ? legend_size(status.legend, scale_).x : 0.0f;
    const bool meets = shows_legend && 0.5f * (wide - line) < legend;
    const bool above = meets && wide - legend < 320.0f * scale_;
    const float lines = ImGui::CalcTextSize(status.message.c_str(), nullptr, false, wide - 40.0f * scale_).y;
    const bool low_tools = tools_.foot > foot - lines - 40.0f * scale_;
    const float left = above ? tools : std::max(low_tools ? tools : 0.0f, meets ? legend : 0.0f);
    const MessageUse message =
        draw_message(status.message, status.message_button, left, wide,
                     above ? foot - legend_size(status.legend, scale_).y : foot, scale_);
    widgets_.put("message", message.place);
    if (!status.message_button.empty()) widgets_.put("message.button", message.button);
    message_pressed_ = message.pressed;
  }
  help_closed_ =
      shows_help && !asks && draw_help(status.help, widgets_, picture, io.DisplaySize.x, foot, scale_);
  note_plates();
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

/// Notes for tests: where plates are, which are too small for what is in them, and whether a notice is under another one.
void Overlay::note_plates() {
  std::array<int, 4> notice{};
  for (const ImGuiWindow* const plate : ImGui::GetCurrentContext()->Windows) {
    if (!plate->Active || !plate->WriteAccessed || plate->Hidden ||
        (plate->Flags & ImGuiWindowFlags_ChildWindow))
      continue;
    const std::array place{static_cast<int>(plate->Pos.x), static_cast<int>(plate->Pos.y),
                           static_cast<int>(plate->Pos.x + plate->Size.x),
                           static_cast<int>(plate->Pos.y + plate->Size.y)};
    const std::string name = plate->Name;
    widgets_.put(fmt::format("plate.{}", name), place);
    if (name == "message")
      notice = place;
    else if (!(plate->Flags & (ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_Popup)) && place[0] < notice[2] &&
             place[2] > notice[0] && place[1] < notice[3] && place[3] > notice[1])
      widgets_.put("under.message", notice);  // they are in the order in which they are drawn
    const bool rolls = !(plate->Flags & ImGuiWindowFlags_NoScrollbar);
    const bool wide = plate->ScrollMax.x > plate->WindowPadding.x;  // more than the empty border is cut
    if (wide || (plate->ScrollMax.y > 1.0f && !rolls))
      widgets_.put(fmt::format("cut.{}", plate->Name), place);
  }
}

/// Draws a sign at the picture's right side. @returns whether its button was pressed.
bool Overlay::draw_sign(const char* name, const std::string& words, const char* button, float picture,
                        float top) {
  ImGui::SetNextWindowPos({picture - 10.0f * scale_, top}, ImGuiCond_Always, {1.0f, 0.0f});
  ImGui::SetNextWindowBgAlpha(kPlateOpacity);
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::AlignTextToFramePadding();
  const float size = ImGui::GetFontSize();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + 0.4f * size, at.y + 0.5f * ImGui::GetFrameHeight()},
                                              0.35f * size, IM_COL32(235, 60, 50, 255));
  ImGui::Dummy({size, size});
  ImGui::SameLine();
  ImGui::TextUnformatted(words.c_str());
  ImGui::SameLine();
  const bool pressed = ImGui::Button(button);
  widgets_.put_last(fmt::format("{}.stop", name));
  ImGui::End();
  return pressed;
}

void Overlay::ask(const OverlayStatus& status, float width, float height) {
  const float widest = std::min(0.9f * width, 460.0f * scale_);
  ImVec2 words = ImGui::CalcTextSize(status.question.c_str(), nullptr, false, widest);
  words.x = std::max(words.x + 2.0f, std::min(widest, 300.0f * scale_));
  const ImGuiStyle& style = ImGui::GetStyle();
  begin_plate("question", words, ImGui::GetFrameHeight() + 2.0f * style.ItemSpacing.y,
              {0.5f * width, 0.5f * height},
              ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                  ImGuiWindowFlags_NoNav);
  wrapped_text(kAmberInk, status.question, words.x);
  ImGui::Dummy({0.0f, 0.0f});
  const int pressed =
      widgets_.buttons("", {"question.yes", "question.no"}, {status.yes + " (Enter)", status.no + " (Esc)"});
  if (pressed >= 0) answer_ = pressed == 0;
  ImGui::End();
}

bool Overlay::wants_mouse() const { return ImGui::GetIO().WantCaptureMouse; }

/// WantCaptureMouse is of the last frame, in which the pointer may have been elsewhere.
bool Overlay::takes_press(double x, double y) const {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  if (!context.OpenPopupStack.empty() || (wants_mouse() && ImGui::IsAnyMouseDown())) return true;
  const ImVec2 at{static_cast<float>(x), static_cast<float>(y)};
  return std::any_of(context.Windows.begin(), context.Windows.end(), [&](const ImGuiWindow* window) {
    const bool is_there = window->Active && !window->Hidden;
    return is_there && !(window->Flags & ImGuiWindowFlags_NoMouseInputs) &&
           window->OuterRectClipped.Contains(at);
  });
}

/// WantTextInput alone is true for one picture after Enter has ended the typing.
bool Overlay::wants_keyboard() const {
  if (!ImGui::GetCurrentContext()->OpenPopupStack.empty()) return true;
  return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive();
}

}  // namespace murmur
