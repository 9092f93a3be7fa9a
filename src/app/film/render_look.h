// The options of the group "Look", one for each key of [view] (sim/look/look.h): for view, replay and render.
#pragma once

#include "render/scene/look.h"

namespace CLI {
class App;
}

namespace murmur {

/// `window`: also those that act in a window alone.
void add_look_options(CLI::App& command, LookOptions& options, bool window);

}  // namespace murmur
