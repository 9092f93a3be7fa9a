// --draw, --colour, --palette, --background and the other options of the group "Look": the style of boids in the window and in films. Read here for view,
// render and replay; render/scene/look.h has what the words mean.
#pragma once

#include "render/scene/look.h"

namespace CLI {
class App;
}

namespace murmur {

void add_look_options(CLI::App& command, LookOptions& options);

}  // namespace murmur
