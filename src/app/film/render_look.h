// The options of the group "Look" for view, replay and render: one for each key of [view] (sim/look/look.h).
#pragma once

#include <string>
#include <vector>

#include "render/scene/complete_look.h"

namespace CLI {
class App;
}

namespace murmur {

/// The command-line arguments with which `render` draws this look.
std::vector<std::string> look_arguments(const Look& look);
/// Adds the options of the look to a command. `window`: includes keys that have an effect only in a window.
void add_look_options(CLI::App& command, LookOptions& options, bool window);

}  // namespace murmur
