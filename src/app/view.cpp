// `murmur view`: the window. Options, and what has to stand before the frame loop can run.
#include <optional>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/common_options.h"
#include "app/render_options.h"
#include "app/view_loop.h"
#include "build_info.h"
#include "sim/errors.h"

namespace murmur {
namespace {

struct ViewOptions {
  CommonOptions common;
  ViewLoopOptions loop;
  std::string size = "1280x800";
  std::string log_events;
  bool no_vsync = false;
};

int view_command(ViewOptions options) {
  const auto [width, height] = picture_size(options.size);
  ScenarioSource source = scenario_source(options.common);
  check_memory(source.scenario().boids, source.scenario().dimensions());
  const Interrupt interrupt;
  Window window("Murmuration", width, height);
  auto backend = choose_backend(options.common, &options.loop.message);
  options.loop.backend = backend_options(options.common);
  options.loop.vsync = !options.no_vsync;

  std::optional<EventLogWriter> event_log;
  if (!options.log_events.empty()) {
    event_log.emplace(options.log_events, LogHeader{.scenario = source.to_toml(),
                                                    .seed = source.scenario().seed,
                                                    .build = fmt::format("{} {}", kVersion, kCompiler)});
  }
  Simulation<float> simulation(std::move(source), std::move(backend));
  ViewLoop loop(window, simulation, options.loop, event_log ? &*event_log : nullptr);
  loop.run(interrupt);
  for (const std::string& line : loop.frame_summaries()) fmt::print("{}\n", line);
  fmt::print("{} steps, {} boids, hash={:016x}\n", simulation.step_number(), simulation.count(),
             simulation.hash());
  return interrupt.came() ? interrupt.exit_code() : 0;
}

}  // namespace

void add_view_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App* view = app.add_subcommand("view", "Show the flock in a window; F1 there lists mouse and keys");
  add_common_options(*view, options->common);
  const char* const group = "Window";
  const auto option = [&](const char* name, auto& value, const char* text) {
    return view->add_option(name, value, text)->group(group);
  };
  option("--size", options->size, "of the window in pixels (1280x800)")->type_name("WxH");
  option("--steps-per-second", options->loop.steps_per_second, "whatever the display's rate (60)")
      ->type_name("X")
      ->check(CLI::Range(0.1, 100000.0));
  option("--panel", options->loop.panel, "shown, hidden, or auto: shown in windows of 1000 pixels and more")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "shown", "hidden"}));
  view->add_flag("--no-vsync", options->no_vsync, "do not wait for the display's rhythm")->group(group);
  option("--fps", options->loop.most_frames_per_second, "at most so many frames per second")
      ->type_name("X")
      ->check(CLI::Range(1.0, 10000.0));
  view->add_flag("--paused", options->loop.paused, "start paused; Space goes on")->group(group);
  option("--frames", options->loop.frames, "quit after so many frames")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  option("--screenshot", options->loop.screenshot, "write the last frame as PNG, without the text")
      ->type_name("F.png");
  option("--log-events", options->log_events, "record events and hashes for murmur replay")->type_name("F");
  option("--frame-log", options->loop.frame_log,
         "write what each frame took (waits for each picture to finish)")
      ->type_name("F.csv");
  option("--panel-places", options->loop.panel_places, "write where the panel's controls are (for tests)")
      ->type_name("F");
  add_look_options(*view, options->loop.look);
  view->footer(
      "Examples:\n"
      "  murmur view                                 the murmuration of 100,000 boids\n"
      "  murmur view --preset book                   the hundred boids of a book's chapter\n"
      "  murmur view --preset ruby --boids 10k --keep-density --colour speed\n"
      "  murmur view --preset book --draw disc       ... as the chapter shows them\n"
      "  murmur view --log-events run.jsonl          then: murmur replay run.jsonl");
  view->callback([options, &chosen] { chosen = [options] { return view_command(*options); }; });
}

}  // namespace murmur
