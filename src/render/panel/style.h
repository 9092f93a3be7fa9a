// Colours and spacing of everything that is drawn with Dear ImGui. Only for the sources of this folder.
#pragma once

#include <imgui.h>

namespace murmur {

inline const ImVec4 kTextInk{0.82f, 0.85f, 0.90f, 1.0f};
inline const ImVec4 kQuietInk{0.60f, 0.65f, 0.73f, 1.0f};
inline const ImVec4 kGoodInk{0.50f, 0.84f, 0.58f, 1.0f};
inline const ImVec4 kBadInk{1.00f, 0.42f, 0.38f, 1.0f};
inline const ImVec4 kAmberInk{0.98f, 0.76f, 0.35f, 1.0f};

inline constexpr float kPlateOpacity = 0.9f;  ///< the picture below a plate may be white

/// Sets the style of Dear ImGui. `scale`: pixels per usual pixel.
void set_style(float scale);

/// The monospaced font, if Letters has found one.
ImFont* mono_font();

}  // namespace murmur
