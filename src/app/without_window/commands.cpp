// `murmur view` and `murmur render` in a build without OpenGL: they report that OpenGL is missing, and replay gets
// no window. With MURMUR_RENDER, view.cpp, render.cpp and view_replay.cpp implement these functions.
#include <CLI/CLI.hpp>

#include "app/batch/replay_window.h"
#include "app/options/commands.h"
#include "sim/util/errors.h"

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

namespace {

class NoReplayWindow final : public ReplayWindow {
 public:
  std::optional<int> play(const CommonOptions&, const std::string&, const std::shared_ptr<const EventLog>&,
                          int64_t&) override {
    return std::nullopt;
  }
};

}  // namespace

std::shared_ptr<ReplayWindow> make_replay_window(CLI::App&) { return std::make_shared<NoReplayWindow>(); }

}  // namespace murmur
