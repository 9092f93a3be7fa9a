// murmur replay in a window: the window of view, with the events of a log.
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/batch/replay_window.h"
#include "app/film/render_options.h"
#include "app/options/file_uses.h"
#include "app/options/terminal.h"
#include "app/window/app.h"
#include "app/window/view_options.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

class GlReplayWindow final : public ReplayWindow {
 public:
  explicit GlReplayWindow(CLI::App& command) { add_window_options(command, options_); }

  std::optional<int> play(const CommonOptions& common, const std::string& name,
                          const std::shared_ptr<const EventLog>& log, int64_t& boids) override {
    const auto [width, height] = picture_size(options_.size);
    FileUses files(options_.overwrite);
    files.reads("the log", name);
    files.writes({.option = "--frame-log", .path = options_.app.frame_log});
    files.writes({.option = "--screenshot", .path = options_.app.screenshot});
    files.check_and_lock();
    std::optional<Window> window;
    try {
      window.emplace("Murmuration: " + name, width, height);
    } catch (const RunError& error) {
      const std::string why = error.what();  // the text after the last colon suggests an alternative
      if (const std::string wanted = !options_.app.screenshot.empty()  ? "--screenshot"
                                     : !options_.app.frame_log.empty() ? "--frame-log"
                                                                       : "";
          !wanted.empty())
        throw RunError(fmt::format("{}: {} needs a window; leave it out, or use murmur render --replay {}",
                                   why.substr(0, why.rfind(": ")), wanted, name));
      note("{}: replaying without a window", why.substr(0, why.rfind(": ")));
      return std::nullopt;
    }
    const Interrupt interrupt;
    LoadedRun loaded = open_run(log, common, name, boids);
    AppOptions options = app_options(options_, common);
    options.opens_files = false;
    App app(*window, loaded, options, nullptr);
    app.run(interrupt);
    for (const std::string& line : app.reports()) print_out("{}\n", line);
    return report_replay(name, *loaded.player, app.flock().simulation(),
                         interrupt.came() ? &interrupt : nullptr);
  }

 private:
  WindowOptions options_;
};

}  // namespace

std::shared_ptr<ReplayWindow> make_replay_window(CLI::App& command) {
  return std::make_shared<GlReplayWindow>(command);
}

}  // namespace murmur
