// The plates over the picture: what stands on each, and how they share the room. Drawn with Dear ImGui, within a frame of Overlay.
// Only for the sources of this room.
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

/// A plate, drawn once it has a place. Its size is computed: a window that Dear ImGui sizes itself is cut for one frame.
struct Plate {
  std::string name;
  ImVec2 size;                 ///< [pixels]
  std::function<void()> draw;  ///< draws what stands on it
  ImGuiWindowFlags flags = kJustText;
  ImVec2 padding = ImGui::GetStyle().WindowPadding;
  float opacity = 1.0f;
  bool always = false;  ///< is drawn over others where there is no room
};
/// `pivot`: the point of the plate that is at `at`, from {0, 0}, its upper left corner, to {1, 1}.
void draw_plate(const Plate& plate, ImVec2 at, ImVec2 pivot);

/// The plates between the status and the time bar. None lies over another.
class PlateStack {
 public:
  /// `gap`: between two plates [pixels].
  PlateStack(const ImRect& room, float gap) : room_(room), gap_(gap) {}
  /// Draws a plate at its place, or beyond the plates that are there: below them from the top (pivot.y 0), otherwise above them.
  /// Leaves it out where there is no room.
  void put(const Plate& plate, ImVec2 at, ImVec2 pivot);
  bool is_free(const Plate& plate, ImVec2 at, ImVec2 pivot) const;
  float right_of(std::string_view name) const;  ///< right end of a plate [pixels]; 0: it is not drawn

 private:
  struct Taken {
    std::string name;
    ImRect place;  // has the gap around it
  };
  ImRect room_;
  float gap_;
  std::vector<Taken> taken_;
};

/// An OpenGL texture as Dear ImGui takes it: a pointer, and from 1.91.4 on a number.
inline ImTextureID texture_id(unsigned texture) { return (ImTextureID)(uintptr_t)texture; }

void text_in(const ImVec4& colour, const std::string& words);
/// Draws lines of at most `widest` pixels.
void wrapped_text(const ImVec4& colour, const std::string& words, float widest);
/// The line between two halves.
void draw_divider(const std::vector<PictureHalf>& halves, float top, float foot);

/// `width`: of the picture; longer lines are wrapped [pixels].
Plate status_plate(const OverlayStatus& status, float width, float scale);
/// What is written at the top of a half; `lines`: with the lines below the title.
Plate half_plate(const PictureHalf& half, bool lines, float scale);
Plate legend_plate(const Legend& legend, float scale);
/// A red point, words and a button.
Plate sign_plate(const std::string& name, const std::string& words, const char* button, Widgets& widgets,
                 bool& pressed);
/// A plate of at most `widest` pixels with a button for each title. `lit`: the title of the flock that flies; -1: none.
Plate pictures_plate(const std::vector<std::string>& titles, int lit, float widest, Widgets& widgets,
                     int& pressed);
/// A plate of at most `widest` pixels. `button`: its text; empty: none.
Plate message_plate(const std::string& message, const std::string& button, float widest, Widgets& widgets,
                    bool& pressed);

/// The bar of tools with as few columns as fit into a height of `room` [pixels]; in tool_bar.cpp.
Plate tool_plate(const ToolBar& bar, float room, float scale, Widgets& widgets, ToolUse& use);
float time_bar_room(float scale);  ///< height at the picture's lower edge, margin included [pixels]
/// The bar of time; in time_bar.cpp.
Plate time_plate(const TimeBar& bar, float width, Widgets& widgets, TimeUse& use);

/// Begins what is opened over all else, around `middle`. End it with ImGui::End.
void begin_opened(const char* name, ImVec2 size, ImVec2 middle, bool scrolls = true);

}  // namespace murmur
