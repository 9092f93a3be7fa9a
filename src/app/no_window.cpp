// What `murmur view` and `murmur render` are in a build without OpenGL: commands that say so. With
// MURMUR_RENDER view.cpp and render.cpp have them.
#include "app/commands.h"
#include "sim/errors.h"

#if !MURMUR_RENDER
namespace murmur {

void add_view_command(CLI::App& app, Command& chosen) {
  CLI::App* view = app.add_subcommand("view", "Show the flock in a window (not in this build)");
  view->allow_extras();
  view->callback([&chosen] {
    chosen = []() -> int {
      throw RunError("this build has no window: configure with -DMURMUR_RENDER=ON, or use `murmur run`");
    };
  });
}

void add_render_command(CLI::App& app, Command& chosen) {
  CLI::App* render = app.add_subcommand("render", "Make a film or pictures (not in this build)");
  render->allow_extras();
  render->callback([&chosen] {
    chosen = []() -> int {
      throw RunError("this build draws nothing: configure with -DMURMUR_RENDER=ON, or use `murmur run`");
    };
  });
}

}  // namespace murmur
#endif
