// The options of the group "Look", one for each key of [view] (sim/look/look.h): for view, replay and render.
#pragma once

#include <string>
#include <vector>

#include "render/scene/complete_look.h"

namespace CLI {
class App;
}

namespace murmur {

/// The options of `render` that give this look.
std::vector<std::string> look_arguments(const Look& look);
/// `window`: also those that act in a window alone.
void add_look_options(CLI::App& command, LookOptions& options, bool window);

}  // namespace murmur
