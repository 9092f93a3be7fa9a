// The seam between replay and the window that shows it: a build without OpenGL, or a machine without a
// display, has none, and replay goes on without. view_replay.cpp makes it, or no_window.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/batch/log_player.h"
#include "app/options/common_options.h"
#include "app/options/interrupt.h"

namespace CLI {
class App;
}

namespace murmur {

class ReplayWindow {
 public:
  virtual ~ReplayWindow() = default;
  /// Plays until the user closes it. @returns the exit code; nothing (and says why) where no window can be
  /// had.
  virtual std::optional<int> play(const CommonOptions& options, const std::string& name, const EventLog& log,
                                  int64_t& boids) = 0;
};

/// Adds the window's options to the command.
std::shared_ptr<ReplayWindow> make_replay_window(CLI::App& command);

/// Prints what a replay came to. `interrupt`: the signal that ended it, or null. @returns the exit code.
int report_replay(const std::string& name, const LogPlayer& player, Simulation<float>& simulation,
                  const Interrupt* interrupt);

}  // namespace murmur
