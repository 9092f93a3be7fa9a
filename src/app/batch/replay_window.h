// The interface between replay and its window, implemented in view_replay.cpp, or in without_window/ for builds
// without OpenGL. Without a display there is no window either, and replay runs without one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/batch/open_run.h"
#include "app/options/common_options.h"
#include "app/options/interrupt.h"

namespace CLI {
class App;
}

namespace murmur {

class ReplayWindow {
 public:
  virtual ~ReplayWindow() = default;
  /// Replays the run in a window until the user closes it. @returns the exit code; nothing, with the reason, if no window can be opened.
  virtual std::optional<int> play(const CommonOptions& options, const std::string& name,
                                  const std::shared_ptr<const EventLog>& log, int64_t& boids) = 0;
};

/// Adds the options of the replay window to a command.
std::shared_ptr<ReplayWindow> make_replay_window(CLI::App& command);

/// Prints the result of a replay. `interrupt`: the signal that ended the replay, or null. @returns the exit code.
int report_replay(const std::string& name, const LogPlayer& player, Simulation<float>& simulation,
                  const Interrupt* interrupt);

}  // namespace murmur
