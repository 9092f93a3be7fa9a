// The plates of text over the picture: status, legend, message, and a plate of a given size for questions. Drawn
// with Dear ImGui, within a frame of Overlay. Only for the sources of this room.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <imgui.h>

#include "render/panel/overlay_status.h"

namespace murmur {

inline constexpr ImGuiWindowFlags kJustText = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                              ImGuiWindowFlags_NoSavedSettings |
                                              ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

/// An OpenGL texture as Dear ImGui takes it: a pointer, and from 1.91.4 on a number.
inline ImTextureID texture_id(unsigned texture) { return (ImTextureID)(uintptr_t)texture; }

void text_in(const ImVec4& colour, const std::string& words);
/// Draws lines of at most `widest` pixels.
void wrapped_text(const ImVec4& colour, const std::string& words, float widest);

/// `width`, `height`: of the picture [pixels].
/// @returns its lower edge.
float draw_status(const OverlayStatus& status, float width, float scale);
/// The line between two halves, below texts that are drawn later.
void draw_divider(const std::vector<PictureHalf>& halves, float top, float foot);
/// What is written at the top of each half. The left one has its title alone where its lines would lie over the tools; `tools`: their
/// upper right corner.
void draw_halves(const std::vector<PictureHalf>& halves, ImVec2 tools, float top, float scale);
void draw_legend(const Legend& legend, float height, float scale);  ///< lower left corner of the picture
ImVec2 legend_size(const Legend& legend, float scale);              ///< margin included [pixels]

/// Draws them side by side between `left` and `right`, or one below the other; above `foot` [pixels].
void draw_hints(const std::vector<const char*>& hints, float opacity, float left, float right, float foot,
                float scale);

struct MessageUse {
  std::array<int, 4> place{}, button{};  ///< left, top, right, bottom [pixels]
  bool pressed = false;                  ///< the button
};
/// Draws it between `left` and `right`, above `foot` [pixels]. `button`: its text; empty: none.
MessageUse draw_message(const std::string& message, const std::string& button, float left, float right,
                        float foot, float scale);

/// Begins a plate around `middle` for words of this size, with room below them. End it with ImGui::End.
void begin_plate(const char* name, ImVec2 words, float below, ImVec2 middle, ImGuiWindowFlags flags);

}  // namespace murmur
