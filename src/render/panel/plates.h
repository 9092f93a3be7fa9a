// The plates of text over the picture: their contents, and how they share the room. Drawn with Dear ImGui, within a
// frame of Overlay. Only for the sources of this folder.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>
#include <imgui_internal.h>

#include "render/panel/overlay_status.h"
#include "render/panel/widgets.h"

namespace murmur {

inline constexpr ImGuiWindowFlags kJustText = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                              ImGuiWindowFlags_NoSavedSettings |
                                              ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
inline constexpr ImGuiWindowFlags kWithControls =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing;

/// A plate with text, drawn once it has a position. The size is computed: a window that Dear ImGui sizes itself is cut for one frame.
struct Plate {
  std::string name;
  ImVec2 size;                 ///< size with padding [pixels]
  std::function<void()> draw;  ///< draws the contents
  ImGuiWindowFlags flags = kJustText;
  ImVec2 padding = ImGui::GetStyle().WindowPadding;
  float opacity = 1.0f;
  bool always = false;  ///< drawn over others where there is no room
};
/// Draws a plate. `pivot`: the point of the plate at position `at`, from {0, 0}, its upper left corner, to {1, 1}.
void draw_plate(const Plate& plate, ImVec2 at, ImVec2 pivot);

/// Places the plates between the status and the time bar without overlaps.
class PlateStack {
 public:
  /// `gap`: distance between two plates [pixels].
  PlateStack(const ImRect& room, float gap) : room_(room), gap_(gap) {}
  /// Draws a plate at its position, or beyond earlier plates: below them if it starts at the top (pivot.y 0),
  /// otherwise above them. Leaves it out if there is no room.
  void put(const Plate& plate, ImVec2 at, ImVec2 pivot);
  bool is_free(const Plate& plate, ImVec2 at, ImVec2 pivot) const;
  float right_of(std::string_view name) const;  ///< right end of a plate [pixels]; 0: the plate is not drawn

 private:
  struct Taken {
    std::string name;
    ImRect place;  // rectangle with the gap around the plate
  };
  ImRect room_;
  float gap_;
  std::vector<Taken> taken_;
};

/// An OpenGL texture as Dear ImGui expects it: a pointer, and from version 1.91.4 on a number.
inline ImTextureID texture_id(unsigned texture) { return (ImTextureID)(uintptr_t)texture; }

void text_in(const ImVec4& colour, const std::string& words);
/// Draws text, wrapped to lines of at most `widest` pixels.
void wrapped_text(const ImVec4& colour, const std::string& words, float widest);
/// Draws the line between the halves of a picture.
void draw_divider(const std::vector<PictureHalf>& halves, float top, float foot);

/// The status text. `width`: width of the picture [pixels], to which lines are wrapped.
Plate status_plate(const OverlayStatus& status, float width, float scale);
/// The text at the top of a half of the picture; `lines`: with the lines below the title.
Plate half_plate(const PictureHalf& half, bool lines, float scale);
Plate legend_plate(const Legend& legend, float scale);
/// A sign about a film or a share: a red point, words and a button.
Plate sign_plate(const std::string& name, const std::string& words, const char* button, Widgets& widgets,
                 bool& pressed);
/// A plate of at most `widest` pixels with a button for each title, for example of a flock. `lit`: index of the
/// highlighted button; -1: none.
Plate buttons_plate(const std::string& name, const std::vector<std::string>& titles, int lit, float widest,
                    Widgets& widgets, int& pressed);
/// The message for the user, at most `widest` pixels wide. `button`: text of its button; empty: none.
Plate message_plate(const std::string& message, const std::string& button, float widest, Widgets& widgets,
                    bool& pressed);

/// The bar of tools (tool_bar.cpp), with as few columns as fit into a height of `room` [pixels].
Plate tool_plate(const ToolBar& bar, float room, float scale, Widgets& widgets, ToolUse& use);
float time_bar_room(float scale);  ///< height of the time bar with margin [pixels]
/// The time bar (time_bar.cpp) for a picture of this width [pixels].
Plate time_plate(const TimeBar& bar, float width, Widgets& widgets, TimeUse& use);

/// Begins a window that is opened over everything else, centred at `middle`. To be ended with ImGui::End.
void begin_opened(const char* name, ImVec2 size, ImVec2 middle, bool scrolls = true);

}  // namespace murmur
