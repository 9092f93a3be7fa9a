// The options of the window, shared by view and replay.
#pragma once

#include <string>

#include "app/options/common_options.h"
#include "app/window/app.h"

namespace CLI {
class App;
}

namespace murmur {

struct WindowOptions {
  AppOptions app;
  std::string size = "1280x800";
  bool no_vsync = false;
  bool overwrite = false;  ///< logs may replace existing files
};

void add_window_options(CLI::App& command, WindowOptions& options);
/// The settings of the window from its options. @throws UserError.
AppOptions app_options(const WindowOptions& options, const CommonOptions& common);

}  // namespace murmur
