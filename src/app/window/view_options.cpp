#include "app/window/view_options.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/film/render_look.h"
#include "app/options/cli_text.h"

namespace murmur {

void add_window_options(CLI::App& command, WindowOptions& options) {
  const char* const group = "Window";
  const auto option = [&](const char* name, auto& value, const char* text) {
    return command.add_option(name, value, text)->group(group);
  };
  option("--size", options.size, "of the window in pixels (1280x800)")->type_name("WxH");
  option("--panel", options.app.panel, "shown, hidden, or auto: shown in windows of 1000 pixels and more")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "shown", "hidden"}));
  option("--interface", options.app.interface, "size of text and controls: 0.85, 1, 1.25, 1.5 or 2")
      ->type_name("X")
      ->check([](const std::string& text) -> std::string {
        double size = 0.0;
        const bool read = CLI::detail::lexical_cast(text, size);
        if (read && std::ranges::find(kInterfaceSizes, size) != kInterfaceSizes.end()) return "";
        return fmt::format("'{}' is not allowed: {}", text, fmt::join(kInterfaceSizes, ", "));
      });
  command.add_flag("--no-vsync", options.no_vsync, "do not wait for the display's rhythm")->group(group);
  option("--fps", options.app.most_frames_per_second, "at most so many frames per second")
      ->type_name("X")
      ->transform(number(1.0, 10000.0));
  command.add_flag("--paused", options.app.paused, "start paused; Space goes on")->group(group);
  option("--frames", options.app.frames, "quit after so many frames")
      ->type_name("N")
      ->transform(count_from(1));
  option("--screenshot", options.app.screenshot, "write the last frame as PNG, without the text")
      ->type_name("F.png")
      ->check([](const std::string& name) -> std::string {
        return name.ends_with(".png") ? "" : fmt::format("'{}' is not allowed: a name F.png", name);
      });
  option("--frame-log", options.app.frame_log,
         "write what each frame took (waits for each picture to finish)")
      ->type_name("F.csv");
  command.add_flag("--overwrite", options.overwrite, "replace files that are there already")->group(group);
  option("--panel-places", options.app.panel_places, "write where the panel's controls are (for tests)")
      ->type_name("F");
  add_look_options(command, options.app.look, true);
}

AppOptions app_options(const WindowOptions& options, const CommonOptions& common) {
  AppOptions app = options.app;
  app.common = common;
  app.vsync = !options.no_vsync;
  return app;
}

}  // namespace murmur
