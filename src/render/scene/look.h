// The style of a picture in words, and Scene set to it. One list of words for the options of view, render and replay
// (app/film/render_look.h) and for the Python package.
#pragma once

#include <array>
#include <string>

#include "render/scene/scene.h"

namespace murmur {

inline constexpr std::array kDrawWords{"triangle", "disc", "arrow"};
inline constexpr std::array kColourWords{"heading", "speed", "density", "one"};
inline constexpr std::array kBackgroundWords{"dark", "light"};

struct LookOptions {
  std::string draw = "triangle", colour, background;  ///< empty: the default for `draw`
};

/// The words are among those above. By default discs and arrows are dark on a light background, as in their sources.
void set_look(Scene& scene, const LookOptions& options);

}  // namespace murmur
