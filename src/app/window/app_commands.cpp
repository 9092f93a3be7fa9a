// Carries out the commands of the user to the window.
#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/live/seconds.h"
#include "app/options/cache_folder.h"
#include "app/options/gallery_list.h"
#include "app/window/app.h"
#include "app/window/dropped_wall.h"
#include "app/window/file_list.h"
#include "app/window/presentation.h"
#include "render/panel/word_picture.h"
#include "sim/scenario/entries.h"
#include "sim/scenario/write.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kSlowStep = 100.0;  // step time from which on a change of backend must be confirmed [ms]

template <class... F>
struct Cases : F... {
  using F::operator()...;
};

/// Whether a command reads the simulation, and so waits for the end of a job.
bool needs_flock(const WindowCommand& command) {
  return std::holds_alternative<command::FollowBoidAt>(command) ||
         std::holds_alternative<command::ScatterAt>(command) ||
         std::holds_alternative<command::Open>(command);
}

/// The look of the window as TOML of the table [view]; empty: the scenario has the same look.
std::string look_text(const Look& look, const Look& of_scenario) {
  std::string text;
  if (look != of_scenario)
    for (const Entry& entry : entries_of(look))
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", entry.field.key, entry_text(entry));
  return text.empty() ? "" : "{ " + text + " }";
}

/// TOML of the scenario with the look of the window and the present number of boids, unless the counts of species
/// need more. If the look is unchanged, keys of [view] that the scenario leaves out stay left out.
std::string scenario_text(const FlockView& flock, const Look& look) {
  Scenario scenario = flock.scenario;
  int64_t counted = 0;
  for (const Scenario::Species& one : scenario.species) counted += one.count.value_or(0);
  if (flock.boids >= std::max<int64_t>(counted, 1)) scenario.boids = flock.boids;
  Look unchanged = look_of(scenario, {});
  unchanged.steps_per_second = scenario.view.steps_per_second = look.steps_per_second;
  if (look != unchanged) scenario.view = look;
  return scenario_to_toml(scenario);
}

/// Calls act(), and shows its failure as a notice: a file or a machine may not allow the act.
template <class Act>
void try_or_say(Notices& notices, const Act& act) {
  try {
    act();
  } catch (const UserError& error) {
    notices.say(error.what());
  } catch (const RunError& error) {
    notices.say(error.what());
  }
}

}  // namespace

void App::execute_all() {
  CommandQueue later;
  for (const WindowCommand& command : std::exchange(commands_, {})) {
    if (needs_flock(command) && !flock_.run.idle())
      later.push_back(command);
    else
      execute(command);
  }
  commands_.insert(commands_.begin(), later.begin(), later.end());
  window_.set_vsync(settings_.vsync);
}

void App::execute(const WindowCommand& command) {
  std::visit(
      Cases{
          [this](const command::Quit& quit) { this->quit(quit.sure); },
          [this](const command::ToggleFullscreen&) { window_.toggle_fullscreen(); },
          [this](const command::Present&) {
            if (after_ == After::kFrame) after_ = After::kPresentation;
          },
          [this](const command::NextBackend&) { ask_for_next_backend(); },
          [this](const command::UseBackend& to) { switch_backend(to.name); },
          [this](const command::SetThreads& to) { set_threads(to.threads); },
          [this](const command::ToggleComparison&) {
            if (comparison_.running())
              comparison_.stop();
            else
              flock_.run.ask(job::CopyFlock{job::CopyFlock::For::kComparison});
          },
          [this](const command::SideBySide& what) { side_by_side(what); },
          [this](const command::ToggleFrameLog&) { notices_.say(stats_.toggle_key_log(exporter_.folder())); },
          [this](const command::SingleStep&) { flock_.pacer.single_step(); },
          [this](const command::FollowBoidAt& place) {
            choose_boid(*flock_.run.borrow(), camera_, place, settings_, notices_);
          },
          [this](const command::ScatterAt& place) { input_.tools().scatter(place, *flock_.run.borrow()); },
          [this](const command::Open& file) { open(file); },
          [this](const command::TypeWord& typed) { add_word(typed.word); },
          [this](const command::Save& file) { save(file); },
          [](const command::OpenFolder& folder) { open_folder(folder.path); },
          [this](const command::AddBoids& more) { ui_.editor().add_boids(more.count, true); },
          [this](const command::ChoosePreset& chosen) { input_.keys().choose_preset(chosen.name, true); },
          [this](const command::Post& confirmed) { input_.changes().send(confirmed.posted); },
      },
      command);
}

/// Ends the program, after a question if data would be lost. A held key Q does not answer that question.
void App::quit(bool sure) {
  if (sure || !asks_about_loss("quitting", "Quit", command::Quit{true})) after_ = After::kEnd;
}

/// Asks whether unsaved data may be lost. To be called before anything that ends the run. @returns false: nothing would be lost.
bool App::asks_about_loss(const std::string& doing, const std::string& yes, WindowCommand act) {
  std::string loss = exporter_.loss(doing, input_.changes().can_take_back(), ui_.editor().differing() > 0);
  if (ui_.waits_for_rule())
    loss += std::string(loss.empty() ? "" : " ") +
            "The text of your own rule is typed and not applied: Stay, then Ctrl + Enter in it applies it.";
  if (loss.empty()) return false;
  notices_.ask({.text = std::move(loss), .yes = yes, .no = "Stay", .act = std::move(act), .saves = true});
  return true;
}

void App::switch_backend(const std::string& name) {
  if (const std::string why = catalog_.why_not(name, flock_.run.expected().boids); !why.empty())
    notices_.say(why);
  else
    flock_.run.switch_backend(name, catalog_.options());
}

/// Switches to the next backend, after a question if its steps are slow: the key C is easily pressed by accident.
void App::ask_for_next_backend() {
  const int64_t boids = flock_.run.expected().boids;
  const BackendKind* const kind = catalog_.after(flock_.run.backend(), boids);
  if (!kind) {
    notices_.say(catalog_.why_no_other(flock_.run.backend(), boids));
    return;
  }
  const double ms = catalog_.step_ms_on(*kind, boids);
  if (ms <= kSlowStep) {
    switch_backend(kind->name);
    return;
  }
  notices_.ask({.text = fmt::format("A step of {} boids on the {} takes about {}: it tests all pairs.",
                                    grouped(boids), kind->name, duration_text(ms)),
                .yes = "Use it",
                .no = "Cancel",
                .act = command::UseBackend{kind->name}});
}

void App::set_threads(int threads) {
  catalog_.set_threads(threads);
  const BackendKind* const present = find_backend(flock_.run.backend());
  if (present && present->threads)
    switch_backend(present->name);
  else
    notices_.say(BackendCatalog::threads_text(threads));
}

/// Begins, ends or changes A/B. Values are set only after queued events, which may change them.
void App::side_by_side(const command::SideBySide& what) {
  using Act = command::SideBySide::Act;
  const bool sets = what.act == Act::kToStart || what.act == Act::kSwap;
  if (sets && (flock_.run.has_events() || flock_.run.seeking()))
    commands_.emplace_back(what);
  else
    flocks_.act(what, catalog_.options(), {.frame = stats_.frame(), .time = seconds()});
}

void App::follow_comparison() {
  if (!comparison_.take_ended()) return;
  const std::vector<CompareRow> rows = comparison_.rows();
  std::string times;
  for (const CompareRow& row : rows) {
    if (row.skipped.empty())
      times += fmt::format("{}{} {:.3f} ms", times.empty() ? "" : "; ", row.label, row.step_ms);
  }
  const std::string text = verdict(rows, comparison_.first_step(), comparison_.steps()).text;
  stats_.report(fmt::format("compare: {} ({} a step)", text, times));
  notices_.say(text);
}

/// Runs the presentation. The flock of the window waits with its panel, camera, history and log. Refused during a
/// film, which would show no change, and during a comparison, whose times would be disturbed.
void App::present(const Interrupt& interrupt) {
  after_ = After::kFrame;
  if (exporter_.film()) {
    notices_.say("a film is being recorded: end it, then F5 starts the presentation");
    return;
  }
  if (comparison_.running()) {
    notices_.say("backends are being compared: when that has ended, F5 starts the presentation");
    return;
  }
  MachineOptions machine = options_.common;
  const BackendKind* const kind = find_backend(machine.backend);
  if (kind && kind->all_pairs) machine.backend = default_backend().name;
  try_or_say(notices_, [&] {
    Presentation presentation(window_, stats_, machine, reasons(seconds()).least_interval);
    if (presentation.show(interrupt, options_.frames)) commands_.emplace_back(command::Quit{});
    if (!presentation.failure().empty()) notices_.fail(presentation.failure());
  });
  flock_.pacer = StepPacer(settings_.look.steps_per_second);  // the time of the presentation does not count
  ui_.overlay().input().forget();
  repaint_.settle();
}

/// Makes a wall of a picture or a mesh.
void App::add_wall(const command::Open& file, FileKind kind) {
  try_or_say(notices_, [&] {
    DroppedWall wall = dropped_wall(flock_.run.expected().scenario, file.path, kind);
    if (!wall.replaced.empty() && !file.sure) {
      notices_.ask({.text = fmt::format("The wall of {} is replaced.", wall.replaced),
                    .yes = "Replace it",
                    .no = "Keep it",
                    .act = command::Open{file.path, true}});
      return;
    }
    if (input_.changes().set(wall.key, std::move(wall.value)))
      notices_.say(fmt::format("a wall from {}; Ctrl + Z takes it away",
                               std::filesystem::path(file.path).filename().string()));
  });
}

/// Makes a wall of a word, which replaces an earlier word or picture. The flock restarts, so that no boid is inside a letter.
void App::add_word(const std::string& word) {
  const Scenario& now = flock_.run.expected().scenario;
  const auto old =
      std::ranges::find_if(now.walls, [](const Scenario::Wall& wall) { return !wall.image.empty(); });
  const std::vector<double>& box = old != now.walls.end() && old->size ? *old->size : now.world.size;
  const Image picture = word_picture(word, std::clamp(box[0] / box[1], 0.2, 5.0));
  if (now.dimensions() != 2 || picture.rgb.empty())
    return notices_.say("a word of the font's letters is a wall in a flat world; F2 offers such worlds");
  try_or_say(notices_, [&] {
    std::string name = fmt::format("/words/{}-{}.png", word, picture.height);
    std::ranges::replace(name.begin() + 7, name.end(), '/', '-');
    std::filesystem::create_directories(cache_folder() + "/words");
    write_png(cache_folder() + name, picture);
    const SetValue wall = SetValue::table({{"image", SetValue::word(cache_folder() + name)}});
    const std::string key = fmt::format("wall[{}]", old - now.walls.begin());
    if (!input_.changes().send_now({.kind = EventKind::kSet, .key = key, .value = wall})) return;
    input_.changes().send_now({.kind = EventKind::kRestart});
    notices_.say(fmt::format("{} is a wall now; Ctrl + Z takes it away", word));
  });
}

/// Opens another file and ends this run, after a question if data would be lost. A faulty file ends nothing.
void App::open(const command::Open& file) {
  if (!options_.opens_files) {
    notices_.say("murmur view opens files; this is a replay");
    return;
  }
  if (const FileKind kind = file_kind_at(file.path); kind == FileKind::kPicture || kind == FileKind::kMesh) {
    add_wall(file, kind);
    return;
  }
  if (exporter_.sharing()) {
    notices_.say("a film to share is being drawn: wait for it, or cancel it in the menu of Ctrl + S");
    return;
  }
  const GalleryEntry* const entry = find_gallery_entry(file.path);
  const std::string yes = entry ? fmt::format("Begin \"{}\"", entry->title) : "Open";
  if (!file.sure && asks_about_loss("opening another flock", yes, command::Open{file.path, true})) return;
  try_or_say(notices_, [&] {
    next_ = open_file(file.path, options_.common, flock_.run.source());
    if (!entry) note_recent_file(file.path);
    after_ = After::kEnd;
  });
}

void App::save(const command::Save& save) {
  const std::string folder = save.folder.empty() ? exporter_.folder() : save.folder;
  const std::string scenario = scenario_text(flock_.run.shown(), settings_.look);
  switch (save.choice) {
    case SaveChoice::kScenario:
      exporter_.save_run(ExportKind::kScenario, folder, scenario);
      break;
    case SaveChoice::kCopy:
      window_.set_clipboard(scenario);
      notices_.say("the scenario is in the clipboard");
      break;
    case SaveChoice::kState:
      exporter_.save_run(ExportKind::kState, folder, {});
      break;
    case SaveChoice::kCheckpoint:
      exporter_.save_run(ExportKind::kCheckpoint, folder,
                         look_text(settings_.look, look_of(flock_.run.shown().scenario, {})));
      break;
    case SaveChoice::kLog:
      exporter_.save_run(ExportKind::kLog, folder, {});
      break;
    case SaveChoice::kMeasures:
      if (sampler_.samples().empty())
        notices_.say("there are no measures yet: they are taken while the panel is shown");
      else
        exporter_.save_run(ExportKind::kMeasures, folder, live_measures_csv(sampler_.samples()));
      break;
    case SaveChoice::kPicture:
      if (viewport_.has_picture())
        exporter_.write_picture(picture_alone(camera_), SaveChoice::kPicture, folder);
      break;
    case SaveChoice::kWindow:
      exporter_.ask_window(folder);
      break;
    case SaveChoice::kMp4:
    case SaveChoice::kGif:
      give_film_pictures(true);
      if (viewport_.has_picture())
        exporter_.toggle_film(save.choice, folder, flocks_.width(), viewport_.height(), seconds());
      break;
    case SaveChoice::kShare:
      share(folder);
      break;
  }
}

/// Begins a share, or cancels the present one.
void App::share(const std::string& folder) {
  if (exporter_.sharing()) {
    exporter_.cancel_share();
    return;
  }
  std::vector<std::string> arguments =
      shared_film_arguments(camera_, settings_.look, settings_.orbiting && camera_.dimensions() == 3);
  arguments.push_back("--backend=" + flock_.run.backend());
  exporter_.share(folder, scenario_text(flock_.run.shown(), settings_.look), std::move(arguments));
}

/// Sets look and pace to those of the scenario and the options.
void App::take_view() {
  settings_.look = settings_.scenario_look = look_of(flock_.run.shown().scenario, options_.look);
}

/// Adapts the colours after a change of species: colours that the user has not chosen become those of the species once there are several.
void App::follow_species() {
  const auto colour = look_of(flock_.run.shown().scenario, options_.look).colour;
  const auto before = std::exchange(settings_.scenario_look.colour, colour);
  if (settings_.look.colour == before) settings_.look.colour = colour;
}

}  // namespace murmur
