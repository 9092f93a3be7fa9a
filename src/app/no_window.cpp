// What `murmur view` is in a build without OpenGL: a command that says so. With MURMUR_RENDER view.cpp has
// it.
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

}  // namespace murmur
#endif
