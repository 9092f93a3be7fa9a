// --draw, --colour and --background: the style of boids in the window and in films. Read here for view,
// render and replay; Scene draws it.
#pragma once

#include <string>

#include "render/scene/scene.h"

namespace CLI {
class App;
}

namespace murmur {

struct LookOptions {
  std::string draw = "triangle", colour, background;  ///< empty: the default for `draw`
};

void add_look_options(CLI::App& command, LookOptions& options);
/// By default discs and arrows are dark on a light background, as in their sources.
void set_look(Scene& scene, const LookOptions& options);

}  // namespace murmur
