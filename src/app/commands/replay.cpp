// murmur replay: replays an event log, in a window or without, and checks every hash in the log.
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/batch/open_run.h"
#include "app/batch/replay_window.h"
#include "app/options/commands.h"
#include "app/options/common_options.h"
#include "app/options/interrupt.h"
#include "app/options/progress.h"
#include "app/options/terminal.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

struct ReplayOptions {
  CommonOptions common;  // replay uses only the options of the backend
  std::string log;
  bool headless = false;
};

int play_headless(const LoadedRun& run) {
  LogPlayer& player = *run.player;
  Simulation<float>& simulation = *run.simulation;
  const int64_t first = simulation.step_number(), last = player.last_step(simulation);
  Interrupt interrupt;
  simulation.cancel_when(interrupt.flag());
  Progress progress(first, last);
  while (player.play_current_step(simulation) && !player.finished() && !interrupt.came()) {
    if (!simulation.advance()) break;
    progress.update(simulation.step_number());
  }
  progress.finish();
  return report_replay(run.name, player, simulation, interrupt.came() ? &interrupt : nullptr);
}

int replay_command(const ReplayOptions& options, const std::shared_ptr<ReplayWindow>& window) {
  const auto log = std::make_shared<const EventLog>(read_event_log(options.log));
  int64_t boids = 0;
  return within_memory(boids, [&] {
    if (!options.headless) {
      if (const auto code = window->play(options.common, options.log, log, boids)) return *code;
    }
    return play_headless(open_run(log, options.common, options.log, boids));
  });
}

}  // namespace

void add_replay_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* replay = app.add_subcommand("replay", "Play an event log again and check its hashes");
  replay->add_option("LOG", options->log, "the event log of a run or view")->required();
  replay->add_flag("--headless", options->headless, "without a window, as fast as it goes");
  add_backend_options(*replay, options->common);
  const auto window = make_replay_window(*replay);
  replay->footer(
      "In the window Space pauses, N takes one step, + and - change the speed. Without a display it plays "
      "as\n"
      "with --headless. Exit code 3 when a hash differs. Examples:\n"
      "  murmur view --log-events flight.jsonl                 play, and keep a log ...\n"
      "  murmur replay flight.jsonl                            ... and see it again\n"
      "  murmur replay flight.jsonl --headless --backend reference");
  replay->callback([options, window, &chosen] {
    chosen = [options, window] { return replay_command(*options, window); };
  });
}

}  // namespace murmur
