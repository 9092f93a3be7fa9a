// --draw, --colour and --background: how boids look, in the window as in films. Read here once for view,
// render and replay; Scene draws it.
#pragma once

#include <string>

#include "render/scene/scene.h"

namespace CLI {
class App;
}

namespace murmur {

struct LookOptions {
  std::string draw = "triangle", colour, background;  ///< empty: what suits `draw`
};

void add_look_options(CLI::App& command, LookOptions& options);
/// Discs and arrows are dark on paper unless told otherwise, as in the books they come from.
void set_look(Scene& scene, const LookOptions& options);

}  // namespace murmur
