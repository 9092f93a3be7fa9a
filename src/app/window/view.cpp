// `murmur view`: reads the options, loads runs, and shows one after the other in a window.
#include <algorithm>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/film/render_options.h"
#include "app/options/cli_text.h"
#include "app/options/commands.h"
#include "app/options/common_options.h"
#include "app/options/device_check.h"
#include "app/options/file_kind.h"
#include "app/options/file_uses.h"
#include "app/options/gallery_list.h"
#include "app/options/terminal.h"
#include "app/window/app.h"
#include "app/window/loaded_run.h"
#include "app/window/open_window.h"
#include "app/window/suited_flock.h"
#include "app/window/view_options.h"
#include "render/panel/widgets.h"
#include "sim/backends/cuda.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr const char* kFirstFlock = "evening";  // shown if the user names neither flock nor look
constexpr const char* kFirstMessage =
    "hold the mouse button: the flock comes to the pointer; a right click scatters it; F1 lists all keys";
constexpr int64_t kWarmUpOfDefault = 360;  // steps for flocks to form
constexpr double kLongestWarmUp = 2.5;     // limit of a warm-up that the user has not asked for [s]

struct ViewOptions {
  CommonOptions common;
  WindowOptions window;
  std::string log_events, tracks;
  bool scenario_options = false;  ///< the user gave an option of the scenario
  bool open = true;               ///< the user gave no option of flock or look
  std::optional<int64_t> warm_up;

  bool names_flock() const { return scenario_options || !common.scenario_file.empty() || !tracks.empty(); }
};

/// Chooses a flock that suits machine and picture, and in which groups have formed, because the user has named none.
void suit_window(ViewOptions& options, ScenarioSource& source, int width, int height) {
  if (options.open) {
    options.common.preset = kFirstFlock;
    source = scenario_source(options.common);
    if (options.window.app.panel == "auto") options.window.app.panel = kClosedPanel;
  }
  options.window.app.offered_boids =
      suit_machine(options.common, source, look_of(source.scenario(), options.window.app.look));
  suit_picture(options.common, source, width, height);
  if (options.warm_up) return;
  options.warm_up = options.open ? gallery_entry(kFirstFlock).warm_up : kWarmUpOfDefault;
  options.window.app.longest_warm_up = kLongestWarmUp;
}

/// The event log for --log-events, or without a name, so that the user can save it later. Null: there is no room for a log.
std::unique_ptr<EventLogWriter> begin_log(const LoadedRun& loaded, const std::string& path) {
  if (loaded.player) return nullptr;
  if (!path.empty()) return std::make_unique<EventLogWriter>(path, loaded.header());
  try {
    return std::make_unique<EventLogWriter>(loaded.header());
  } catch (const RunError&) {
    return nullptr;
  }
}

/// The path of a file that is no scenario; empty: the file is one. Options of a scenario suit only a file of a
/// state. @throws UserError for others.
std::string take_other_file(ViewOptions& options) {
  std::string path = options.common.scenario_file;
  const FileKind kind = path.empty() ? FileKind::kScenario : file_kind_at(path);
  if (kind == FileKind::kScenario || kind == FileKind::kFigure) return "";
  if (kind != FileKind::kState && options.scenario_options)
    throw UserError(fmt::format("{}: has a scenario of its own; leave out the options of another", path));
  if (kind != FileKind::kState && !options.log_events.empty())
    throw UserError("--log-events: the log of a run begins with it; leave the option out here");
  options.common.scenario_file.clear();
  return path;
}

/// Whether the first device for `auto` must still be checked. Later devices count only if the first one fails.
bool is_check_due(const CommonOptions& options) {
  if (!kind_to_check()) return false;
  const std::vector<DeviceInfo> devices = kind_to_check()->devices(nullptr);
  const int wanted = options.device >= 0 ? options.device : options.first_device;
  const auto is_wanted = [wanted](const DeviceInfo& device) { return device.index == wanted; };
  const auto found = std::find_if(devices.begin(), devices.end(), is_wanted);
  return !devices.empty() && !kept_check(found == devices.end() ? devices.front() : *found);
}

/// The name of a flock: its file, or the scenario of the gallery; empty: a preset.
std::string name_of(const CommonOptions& options) {
  const GalleryEntry* const entry = find_gallery_entry(options.preset);
  return options.scenario_file.empty() && entry && !entry->preset ? entry->name : options.scenario_file;
}

int view_command(ViewOptions options) {
  const auto [width, height] = picture_size(options.window.size);
  const std::string other = take_other_file(options);
  if (!other.empty() && !options.tracks.empty())
    throw UserError(
        "--tracks: the flock begins where the animals do; allowed: a scenario or --preset beside it");
  if (options.warm_up && !options.tracks.empty())
    throw UserError("--warm-up: the flock begins where the animals of --tracks do; leave the option out");
  ScenarioSource source = scenario_source(options.common);
  if (other.empty() && options.tracks.empty()) {
    check_memory(source.scenario().boids, source.scenario().dimensions(), options.common.backend);
    note_dense_start(source.scenario());
  }
  FileUses files(options.window.overwrite);
  files.reads("the scenario", options.common.scenario_file);
  files.reads("the file to show", other);
  files.reads("the tracks", options.tracks);
  files.writes({.option = "--log-events", .path = options.log_events});
  files.writes({.option = "--frame-log", .path = options.window.app.frame_log});
  files.writes({.option = "--screenshot", .path = options.window.app.screenshot});
  files.check_and_lock();
  const Interrupt interrupt;
  std::shared_future<void> check;  // the check may end after the window
  const auto opened = open_window("Murmuration", width, height, options.common.backend);
  Window& window = *opened;
  options.common.first_device = cuda_device_of_opengl();
  if (options.common.backend == "auto" &&
      is_check_due(options.common)) {  // the flock stays on the cpu until the check ends
    const auto checks = [machine = backend_options(options.common)] {
      make_checked_backend("auto", machine);
    };
    check = std::async(std::launch::async, checks).share();
    options.common.backend = default_backend().name;
  }
  if (!options.names_flock() && other.empty())
    suit_window(options, source,
                picture_width(window, options.window.app.panel, options.window.app.interface),
                window.height());
  options.window.app.pictures = options.open;
  if (options.open) options.window.app.message = kFirstMessage;
  options.window.app.warm_up = options.warm_up.value_or(0);
  LoadedRun loaded = !options.tracks.empty() ? open_beside_tracks(options.tracks, options.common)
                     : other.empty()
                         ? open_run(beginning_of<float>(source), options.common, name_of(options.common))
                         : open_file(other, options.common, source);
  bool logged = !options.log_events.empty();
  std::string failure;
  std::vector<std::string> earlier;  // names of the flocks that Ctrl + Z begins again, the latest at the end
  for (;;) {
    window.set_title(loaded.name.empty() ? "Murmuration" : "Murmuration: " + loaded.name);
    const auto event_log = begin_log(loaded, logged ? options.log_events : "");
    std::optional<LoadedRun> next;
    options.window.app.logged = logged;
    options.window.app.check = check;
    {
      App app(window, loaded, app_options(options.window, options.common), event_log.get());
      app.run(interrupt);
      if (!app.panel_waits() && options.window.app.panel == kClosedPanel) options.window.app.panel = "auto";
      for (const std::string& line : app.reports()) print_out("{}\n", line);
      const Lease flock = app.flock();
      print_out("{} steps, {} boids, hash={:016x}\n", flock.simulation().step_number(),
                flock.simulation().count(), flock.simulation().hash());
      if (failure.empty()) failure = app.failure();
      next = std::move(app.next());
    }  // App and its run end here, before the next ones begin
    if (!next || interrupt.came()) break;
    const GalleryEntry* const entry = find_gallery_entry(next->name);
    options.window.app.message =
        fmt::format("{}{}", entry ? entry->summary : next->name, logged ? "; the event log has ended" : "");
    options.window.app.offered_boids = 0;
    const bool back = !earlier.empty() && earlier.back() == next->name;
    if (back) earlier.pop_back();
    if (!back) earlier.push_back(loaded.name);
    options.window.app.flock_before = earlier.empty() ? "" : earlier.back();
    options.window.app.warm_up = entry ? entry->warm_up : 0;
    options.window.app.longest_warm_up = kLongestWarmUp;
    logged = false;
    options.window.app.frame_log.clear();
    flush_results();
    loaded = std::move(*next);
  }
  if (!failure.empty()) throw RunError(failure);
  return interrupt.came() ? interrupt.exit_code() : 0;
}

}  // namespace

void add_view_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App* view = app.add_subcommand("view", "Show the flock in a window; F1 there lists mouse and keys");
  add_common_options(*view, options->common);
  view->get_option("SCENARIO.toml")
      ->description("what to show (default: starlings at dusk; with other options the preset murmuration)");
  view->add_option("--log-events", options->log_events, "record events and hashes for murmur replay")
      ->type_name("F")
      ->group("Window");
  view->add_option("--tracks", options->tracks,
                   "play tracks of animals beside the flock, which begins where they do: a CSV with "
                   "step,id,x,y,vx,vy")
      ->type_name("F.csv")
      ->group("Window");
  add_window_options(*view, options->window);
  view->add_option("--warm-up,--warmup", options->warm_up,
                   "steps before the first picture; usually 0, and 360 if no flock is named")
      ->type_name("N")
      ->group("Window")
      ->transform(count_from(0));
  view->footer(
      "Examples:\n"
      "  murmur view                                 starlings at dusk\n"
      "  murmur view --boids 100k                    ... a flat world of many flocks\n"
      "  murmur view --preset book                   the hundred boids of a book's chapter\n"
      "  murmur view --preset ruby --boids 10k --keep-density --colour speed\n"
      "  murmur view --preset book --draw disc       ... as the chapter shows them\n"
      "  murmur view --log-events run.jsonl          then: murmur replay run.jsonl\n"
      "  murmur view end.csv --preset book           a state; also a checkpoint or an event log");
  view->callback([view, options, &chosen] {
    for (const CLI::Option* option : view->get_options()) {
      if (option->count() == 0) continue;
      const std::string group = option->get_group();
      options->scenario_options = options->scenario_options || group == "Scenario";
      options->open = options->open && (group == "Window" || group == "Backend");
    }
    chosen = [options] { return view_command(*options); };
  });
}

}  // namespace murmur
