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

/// Draws the reach of the tool around the pointer, and the shape that a click would place.
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
  if (status.push < 1.0f)  // a wave that runs outwards to the ring
    list.AddCircle(at, radius * (0.2f + 0.8f * status.push),
                   ImGui::GetColorU32({1.0f, 1.0f, 1.0f, 1.0f - status.push}), 64, 4.0f * scale);
  list.AddCircle(at, radius, IM_COL32(20, 40, 80, 150), 64, 3.0f * std::max(1.0f, scale));  // dark outline
  list.AddCircle(at, radius, IM_COL32(150, 200, 255, 220), 64, std::max(1.0f, scale));
}

/// Draws labels inside a picture of this size [pixels].
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

}  // namespace

Overlay::Overlay(GLFWwindow* window, float scale) : scale_(scale), widgets_(scale) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // writes no file into the present folder
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
#if IMGUI_VERSION_NUM < 19200  // newer versions make the texture when they need it
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
  use_ = {};
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  widgets_.begin_frame(window.y);
  const float picture = window.x - static_cast<float>(status.panel_width);
  // Text has no room beside the panel of a very small window; opened menus also cover the panel.
  const bool narrow = picture < kLeastWidthForText * scale_, text = show_status && !narrow;
  const float wide = narrow ? window.x : picture;
  const bool has_time = text && status.time.last > status.time.first;
  const float foot = window.y - (has_time ? time_bar_room(scale_) : 0.0f);
  // A question, the help or a menu takes all clicks; a question hides the other two.
  const bool asks = !status.question.empty(), helps = !status.help.empty(),
             opens = !status.menu.title.empty();
  if (asks) ask(status, wide, window.y);
  if (!opens) menu_ = {};
  if (opens && !asks) use_.menu = draw_menu(status.menu, menu_, widgets_, wide, foot, scale_);
  if (helps && !asks) use_.help = draw_help(status.help, widgets_, picture, window.x, foot, scale_);
  ImGui::BeginDisabled(asks || helps || opens);
  if (panel && status.panel_width > 0) {
    widgets_.begin(picture, static_cast<float>(status.panel_width), window.y);
    use_.panel_drag = widgets_.edge();
    panel(widgets_);
    widgets_.end();
  }
  PlateStack stack = draw_plates(status, text, picture, foot);
  ImGui::EndDisabled();
  float message_foot = foot;
  if (text && !status.pictures.empty()) {
    const float left = static_cast<float>(margins_.left), above = 64.0f * scale_;  // room for a message
    const float widest = picture - left - 20.0f * scale_;
    Plate plate =
        buttons_plate("picture", status.pictures, status.lit_picture, widest, widgets_, use_.picture);
    plate.opacity = status.opacity;
    // The margin is always reserved, so that a fitted world does not move when a menu opens.
    margins_.bottom += static_cast<double>(above + plate.size.y);
    if (!asks && !helps && !opens) {
      // In the middle of the window, so that the buttons stay there when the panel opens beside them.
      const float most = picture - 10.0f * scale_ - 0.5f * plate.size.x;
      stack.put(plate, {std::clamp(0.5f * window.x, std::min(left + 0.5f * plate.size.x, most), most), foot},
                {0.5f, 1.0f});
      message_foot -= plate.size.y;
    }
  }
  const bool tiles = opens && status.menu.tiles;  // a menu of tiles has a text of its own at its foot
  if (!status.message.empty() && !helps && !tiles) draw_message(status, wide, message_foot, stack);
  note_plates();
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

/// Draws the plates of text and tools, the most important first. `width`: width of the picture; `foot`: lower end of its free part.
PlateStack Overlay::draw_plates(const OverlayStatus& status, bool text, float width, float foot) {
  const float margin = 10.0f * scale_, gap = 6.0f * scale_, height = ImGui::GetIO().DisplaySize.y;
  const ImVec2 high_left{0.0f, 0.0f}, high_right{1.0f, 0.0f}, low_left{0.0f, 1.0f};
  const bool covered = !status.help.empty() || !status.menu.title.empty();  // partly covers plates
  const bool has_tools = !status.tools.names.empty(), shows = text && !covered;
  const auto faded = [&](Plate plate) {
    plate.opacity = status.opacity;
    return plate;
  };
  if (shows) {
    float openers = 0.0f;  // width
    if (status.opens_panel) {
      Plate plate =
          buttons_plate("open", {kOpeners.begin(), kOpeners.end()}, kNoChoice, width, widgets_, use_.opener);
      // The plate gets the height of a status of one line, so that it does not change the margin.
      plate.size.y = ImGui::GetTextLineHeight() + 2.0f * plate.padding.y;
      plate.padding.y = 0.5f * (plate.size.y - ImGui::GetFrameHeight());
      draw_plate(faded(plate), {width - margin, margin}, high_right);
      openers = plate.size.x;
    }
    const Plate plate = status_plate(status, width - openers, scale_);
    draw_plate(faded(plate), {margin, margin}, high_left);
    // The largest height is kept: the number of lines varies, and a fitted world should not move each time.
    const float bottom = margin + plate.size.y;
    status_bottom_ = status_width_ == width ? std::max(status_bottom_, bottom) : bottom;
    status_width_ = width;
  }
  if (foot < height)
    draw_plate(faded(time_plate(status.time, width - 2.0f * margin, widgets_, use_.time)),
               {margin, height - margin}, low_left);
  // Signs are placed below the status even if it is hidden, because a button that moves is easily missed.
  const float top = text ? status_bottom_ + gap : margin, time_room = time_bar_room(scale_);
  // Tools get as many columns as leave room for the legend. If five columns are too few, the legend is left out. The
  // time bar does not change the columns.
  const float room = height - time_room - gap - top;
  const Plate legend = legend_plate(status.legend, scale_);
  const float beside = room - (status.legend.empty() ? 0.0f : legend.size.y + margin);
  Plate tools = tool_plate(status.tools, beside, scale_, widgets_, use_.tools);
  const bool crowded = has_tools && tools.size.y > beside;
  if (crowded) tools = tool_plate(status.tools, room, scale_, widgets_, use_.tools);
  margins_ = {};
  if (text)
    margins_ = {
        .left = has_tools ? margin + tools.size.x + gap : 0.0f, .top = top, .bottom = time_room + gap};

  PlateStack stack({margin, top, width - margin, foot - gap}, gap);
  if (shows && !status.legend.empty() && !crowded) stack.put(legend, {margin, foot - margin}, low_left);
  if (status.recording >= 0.0)
    stack.put(sign_plate("film", fmt::format("recording {:.0f} s", status.recording), "Stop", widgets_,
                         use_.film_stopped),
              {width - margin, top}, high_right);
  if (!status.sharing.empty())
    stack.put(sign_plate("share", status.sharing, "Cancel", widgets_, use_.share_stopped),
              {width - margin, top}, high_right);
  if (shows && has_tools) stack.put(faded(tools), {margin, 0.5f * height}, {0.0f, 0.5f});
  if (!covered) draw_divider(status.halves, text ? top : 0.0f, foot);
  draw_labels(status.labels, scale_, width, height);
  if (status.reach > 1.0 && !covered) draw_reach(status, scale_);
  if (!shows) return stack;
  const float left = stack.right_of("tools");
  for (const PictureHalf& half : status.halves) {
    const float right = static_cast<float>(half.right) - margin;
    const bool lines = right - half_plate(half, true, scale_).size.x >= left;  // room beside the tools
    stack.put(half_plate(half, lines, scale_), {right, top}, high_right);
  }
  return stack;
}

/// Draws the message in the middle, or to the right of the legend or the tools if it would cover them.
void Overlay::draw_message(const OverlayStatus& status, float width, float foot, PlateStack& stack) {
  const float legend = stack.right_of("legend"), tools = stack.right_of("tools");
  const bool fits = width - legend >= 320.0f * scale_;
  const ImVec2 pivot{0.5f, 1.0f};
  ImVec2 at;
  Plate plate;
  for (const float left : {0.0f, fits ? legend : tools, tools}) {
    const float widest = std::min(width - left - 20.0f * scale_, 920.0f * scale_);
    plate = message_plate(status.message, status.message_button, widest, widgets_, use_.message);
    at = {0.5f * (left + width), foot - 16.0f * scale_};
    if (stack.is_free(plate, at, pivot)) break;
  }
  stack.put(plate, at, pivot);
}

/// Records for tests where plates are, which are too small for their contents, and whether something covers the message.
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
      widgets_.put(name, notice = place);
    else if (!(plate->Flags & (ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_Popup)) && place[0] < notice[2] &&
             place[2] > notice[0] && place[1] < notice[3] && place[3] > notice[1])
      widgets_.put("under.message", notice);  // windows are listed in drawing order
    const bool rolls = !(plate->Flags & ImGuiWindowFlags_NoScrollbar);
    const bool wide = plate->ScrollMax.x > plate->WindowPadding.x;  // contents are cut, not only padding
    if (wide || (plate->ScrollMax.y > 1.0f && !rolls))
      widgets_.put(fmt::format("cut.{}", plate->Name), place);
  }
}

void Overlay::ask(const OverlayStatus& status, float width, float height) {
  const ImGuiStyle& style = ImGui::GetStyle();
  std::vector<std::string> names{"question.yes", "question.no"},
      texts{status.yes + " (Enter)", status.no + " (Esc)"};
  if (status.saves) names.emplace_back("question.save"), texts.emplace_back("Save (Ctrl + S)");
  float buttons = 0.0f;
  for (const std::string& text : texts)
    buttons += ImGui::CalcTextSize(text.c_str()).x + 2.0f * style.FramePadding.x + style.ItemSpacing.x;
  const float widest = std::min(0.9f * width, std::max(460.0f * scale_, buttons));
  ImVec2 words = ImGui::CalcTextSize(status.question.c_str(), nullptr, false, widest);
  words.x = std::min(widest, std::max({words.x + 2.0f, 300.0f * scale_, buttons}));
  const ImVec2 size{words.x + 2.0f * style.WindowPadding.x,
                    words.y + ImGui::GetFrameHeight() + 2.0f * (style.ItemSpacing.y + style.WindowPadding.y)};
  const auto draw = [&] {
    wrapped_text(kAmberInk, status.question, words.x);
    ImGui::Dummy({0.0f, 0.0f});
    const int pressed = widgets_.buttons("", names, texts);
    use_.save = pressed == 2;
    if (pressed == 0 || pressed == 1) use_.answer = pressed == 0;
  };
  draw_plate({.name = "question",
              .size = size,
              .draw = draw,
              .flags = kWithControls & ~ImGuiWindowFlags_NoFocusOnAppearing},
             {0.5f * width, 0.5f * height}, {0.5f, 0.5f});
}

bool Overlay::wants_mouse() const { return ImGui::GetIO().WantCaptureMouse; }

/// Whether a window of the overlay is at this point. WantCaptureMouse would be that of the last frame, in which the
/// pointer may have been elsewhere.
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

/// Whether a text field or a list is active. WantTextInput alone stays true for one picture after Enter.
bool Overlay::wants_keyboard() const {
  if (!ImGui::GetCurrentContext()->OpenPopupStack.empty()) return true;
  return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive();
}

}  // namespace murmur
