// Colours, spacing and font of everything that Dear ImGui draws here. Only for the sources of this room.
#pragma once

#include <imgui.h>

namespace murmur {

inline const ImVec4 kTextInk{0.82f, 0.85f, 0.90f, 1.0f};
inline const ImVec4 kQuietInk{0.60f, 0.65f, 0.73f, 1.0f};
inline const ImVec4 kGoodInk{0.50f, 0.84f, 0.58f, 1.0f};
inline const ImVec4 kBadInk{1.00f, 0.42f, 0.38f, 1.0f};
inline const ImVec4 kAmberInk{0.98f, 0.76f, 0.35f, 1.0f};

/// Of separation, alignment and cohesion: apart for every kind of colour vision (Okabe and Ito, lighter for a dark ground).
inline constexpr ImU32 kRuleInks[3] = {IM_COL32(242, 134, 60, 255), IM_COL32(64, 200, 150, 255),
                                       IM_COL32(96, 186, 242, 255)};

inline constexpr float kPlateOpacity = 0.9f;  ///< of text over the picture, which may be white

/// The style of Dear ImGui for this many pixels per usual pixel.
void set_style(float scale);
/// Call before a frame, and make the font's texture again after it.
void set_font(float scale);

}  // namespace murmur
