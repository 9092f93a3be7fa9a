#include "app/window/ui.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/live/seconds.h"
#include "app/window/file_list.h"
#include "sim/scenario/custom_rules.h"
#include "sim/scenario/species.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

constexpr const char* kShowsPanel = "H shows the panel";
constexpr float kPanelWidth = 340.0f;          // [usual pixels]
constexpr double kWidestPanel = 2.5;           // factor of the usual width
constexpr double kPush = 0.5;                  // time for which a scatter is shown [s]
constexpr double kLongSlow = 4.0;              // time at less than half the pace that is worth a word [s]
constexpr double kRest = 6.0, kFading = 1.0;   // time without input after which tools fade, and for which [s]
constexpr float kLeastWidthForNames = 930.0f;  // least width of a picture with tool names [usual pixels]
constexpr float kLeastWidthForPanel = 1000.0f;  // least width of a window with panel [usual pixels]
constexpr float kLeastWidth = 400.0f, kLeastHeight = 300.0f;  // room for everything [usual pixels]
constexpr double kAxisWidth = 50.0, kAxisHeight = 20.0;       // room for numbers of an axis [usual pixels]

/// Flocks that buttons offer at the beginning: title, and name in the gallery; empty: flocks for drawing walls.
constexpr std::array<std::pair<const char*, const char*>, 6> kPictures{{{"Starlings", "evening"},
                                                                        {"Vortex", "vortex"},
                                                                        {"Maze", "maze"},
                                                                        {"Particle life", "particle-life"},
                                                                        {"A word", "word"},
                                                                        {"Draw a wall", ""}}};

bool has_room_for_panel(const Window& window, float scale) {
  return window.width() >= static_cast<int>(kLeastWidthForPanel * scale);
}

Legend legend_of_species(const Scenario& scenario) {
  Legend legend{.title = "species"};
  for (size_t k = 0; has_species(scenario) && k < scenario.species.size(); ++k)
    legend.kinds.emplace_back(scenario.species[k].name, colour_of_species(scenario, k));
  return legend;
}

}  // namespace

float interface_scale(const Window& window, double interface) {
  const float wanted = window.content_scale() * static_cast<float>(interface);
  const float room = std::min(static_cast<float>(window.width()) / kLeastWidth,
                              static_cast<float>(window.height()) / kLeastHeight);
  return std::min(wanted, std::max(1.0f, std::floor(4.0f * room) / 4.0f));  // each size needs new letters
}

int picture_width(const Window& window, const std::string& panel, double interface) {
  const float scale = interface_scale(window, interface);
  const bool shown = panel != "hidden" && panel != kClosedPanel && has_room_for_panel(window, scale);
  return window.width() - (shown ? static_cast<int>(kPanelWidth * scale) : 0);
}

Ui::Ui(Window& window, LiveRun& run, InputMapper& controls, ViewSettings& settings, Notices& notices,
       const BackendCatalog& backends, const Camera& camera, const std::string& places)
    : window_(window),
      run_(run),
      input_(controls),
      settings_(settings),
      notices_(notices),
      editor_(run, input_.changes(), notices),
      panel_(editor_, input_, settings, backends, camera),
      overlay_(window.handle(), interface_scale(window, settings.interface)),
      places_file_(places) {}

void Ui::set_name(const std::string& file) {
  const std::filesystem::path path(file);
  editor_.start_here((path.extension() == ".toml" ? path.stem() : path.filename()).string());
}

void Ui::offer_pictures() {
  offers_pictures_ = true;
  if (editor_.title() == "word") overlay_.type_in("Walls", "wall.word");  // the user has pressed "A word"
}

void Ui::show_panel(const std::string& when) {
  settings_.show_panel = when == "shown" || (when == "auto" && has_room_for_panel(window_, overlay_.scale()));
  settings_.panel_waits = when == kClosedPanel || (when == "auto" && !settings_.show_panel);
}

double Ui::usual_panel() const { return double{kPanelWidth * overlay_.scale()}; }

/// Opacity of tools and buttons: beside a flock that is only watched they fade.
float Ui::opacity() const {
  if (settings_.show_panel || settings_.paused || settings_.researches) return 1.0f;
  return static_cast<float>(std::clamp((touched_ + kRest + kFading - seconds()) / kFading, 0.0, 1.0));
}

int Ui::panel_width(int width) const {
  if (!settings_.show_panel) return 0;
  return std::min(static_cast<int>(usual_panel() * settings_.panel_wider), width * 17 / 20);
}

int Ui::panel_beside(int width) const {
  const int panel = panel_width(width);
  const bool over = width < static_cast<int>(kLeastWidthForPanel * overlay_.scale());
  const bool two_fit = width - panel >= static_cast<int>(kLeastWidthForText * overlay_.scale());
  return over && !(run_.second() && two_fit) ? 0 : panel;
}

void Ui::auto_hide_panel(int width) {
  if (width == 0) return;
  const bool narrow = width < static_cast<int>(2.0f * kPanelWidth * overlay_.scale());
  if (narrow && !narrow_ && settings_.show_panel) {
    settings_.show_panel = false;
    gave_way_ = settings_.panel_waits = true;
    notices_.say(kShowsPanel);
  }
  if (!narrow && narrow_ && gave_way_) {
    settings_.show_panel = true;
    gave_way_ = settings_.panel_waits = false;
  }
  narrow_ = narrow;
}

Margins Ui::margins() const {
  Margins margins = overlay_.margins();
  margins.right += panel_width(window_.width()) - panel_beside(window_.width());  // covered by the panel
  if (settings_.look.axes) {
    margins.left += kAxisWidth * double{overlay_.scale()};
    margins.bottom += kAxisHeight * double{overlay_.scale()};
  }
  return margins;
}

void Ui::draw(int width, int height, const UiModel& model, const Camera& camera, CommandQueue& commands) {
  if (model.pacer.measured_rate() >= 0.5 * model.pacer.rate()) at_pace_ = seconds();
  OverlayStatus now = status(model, camera);
  now.menu = menu(model.exporter);
  now.panel_width = panel_width(width);
  if (now.panel_width > 0 && now.message == kShowsPanel) {
    notices_.say("");
    now.message.clear();
  }
  if (settings_.show_help) now.help = KeyActions::help();
  overlay_.draw(width, height, now, settings_.show_text, [&](Widgets& widgets) {
    panel_.draw(widgets, model.panel, commands);
    if (std::string why = widgets.take_refusal(); !why.empty()) notices_.say(std::move(why));
  });
  if (auto& question = notices_.question(); question && !now.question.empty()) question->shown = true;
  write_places();
  take_menu_choice(commands);
  take_answers(commands);
}

/// Writes the positions of the controls for `view --panel-places`, one line each, "name left top right bottom" in
/// pixels, whenever a control has moved.
void Ui::write_places() {
  if (places_file_.empty()) return;
  std::string text;
  for (const auto& [name, place] : overlay_.widgets().places())
    text += fmt::format("{} {}\n", name, fmt::join(place, " "));
  if (text == places_) return;
  places_ = std::move(text);
  try {
    replace_file(places_file_, places_);
  } catch (const RunError& error) {
    notices_.fail(error.what());
    places_file_.clear();
  }
}

void Ui::take_answers(CommandQueue& commands) {
  const OverlayUse& use = overlay_.use();
  if (use.answer) input_.changes().answer(*use.answer);
  if (use.save) input_.keys().press_button("save");
  if (use.time.step) run_.seek(*use.time.step);
  if (use.time.undo != 0) run_.undo(use.time.undo);
  if (use.panel_drag != 0.0f)
    settings_.panel_wider =
        std::clamp(settings_.panel_wider + double{use.panel_drag} / usual_panel(), 1.0, kWidestPanel);
  if (use.picture != kNoChoice) {
    settings_.tool = Tool::kAttract;  // the wall tool would not suit the next flock
    const std::string name = kPictures[static_cast<size_t>(use.picture)].second;
    if (name == "word") settings_.panel_waits = false;  // its panel has the field for another word
    if (name.empty())
      input_.keys().begin_drawing();
    else
      begin_flock(gallery_entry(name), commands);
  }
  if (use.tools.tool >= 0) input_.tools().choose(static_cast<Tool>(use.tools.tool));
  if (use.tools.size > 0.0) settings_.brush = use.tools.size;
  if (use.tools.strength > 0.0) settings_.strength = use.tools.strength;
  if (use.help) settings_.show_help = false;
  if (use.opener == 0) input_.keys().press_button("help");
  if (use.opener == 1) {
    settings_.show_panel = true;
    settings_.panel_waits = false;
  }
  if (use.film_stopped) commands.emplace_back(command::Save{SaveChoice::kMp4, {}});     // ends the film
  if (use.share_stopped) commands.emplace_back(command::Save{SaveChoice::kShare, {}});  // cancels the share
  if (use.message) commands.emplace_back(command::OpenFolder{notices_.folder()});
}

/// Takes the user's choice in a menu. The menu stays open until something is chosen; a film that is being recorded continues.
void Ui::take_menu_choice(CommandQueue& commands) {
  const int choice = overlay_.use().menu;
  if (choice == kNoChoice || settings_.menu == ViewMenu::kNone) return;
  if (choice == kFirstSaveChoices && settings_.menu == ViewMenu::kSave && !settings_.saves_more) {
    settings_.saves_more = true;
    return;
  }
  if (choice >= 0 && settings_.menu == ViewMenu::kSave) {
    const int first = settings_.saves_more ? kFirstSaveChoices : 0;
    commands.emplace_back(command::Save{static_cast<SaveChoice>(first + choice), {}});
  }
  const bool opens = choice >= 0 && settings_.menu == ViewMenu::kOpen && files_;
  if (opens && static_cast<size_t>(choice) == files_->size()) {
    settings_.menu = ViewMenu::kGallery;
    return;
  }
  if (opens) commands.emplace_back(command::Open{(*files_)[static_cast<size_t>(choice)]});
  if (choice >= 0 && settings_.menu == ViewMenu::kGallery) {
    begin_flock(gallery_entries()[static_cast<size_t>(choice)], commands);
  }
  settings_.menu = ViewMenu::kNone;
}

void Ui::begin_flock(const GalleryEntry& entry, CommandQueue& commands) {
  if (entry.preset && !run_.is_replay())
    input_.keys().choose_preset(entry.name);
  else
    commands.emplace_back(command::Open{entry.name});
}

Menu Ui::menu(const Exporter& exporter) {
  if (settings_.menu == ViewMenu::kGallery) {
    if (!gallery_) gallery_ = std::make_unique<Gallery>();
    return gallery_->menu();
  }
  if (settings_.menu == ViewMenu::kSave) return exporter.menu(settings_.saves_more);
  if (settings_.menu != ViewMenu::kOpen) {
    files_.reset();
    return {};
  }
  if (!files_) files_ = files_to_open(exporter.folder());
  Menu menu{.title = "Open a file, or drop one on the window"};
  for (const std::string& file : *files_) {
    const std::filesystem::path path(file);
    const std::string name = path.filename().string();
    menu.entries.push_back({.name = name, .title = name, .line = path.parent_path().string()});
  }
  menu.entries.push_back(
      {.name = "gallery", .title = "Gallery", .line = "presets and scenarios of the program"});
  return menu;
}

Legend Ui::legend(const Scene& scene) const {
  const Look& look = settings_.look;
  const ColourBy by = look.colour.word;
  if (!look.legend || by == ColourBy::kOne) return {};
  if (by == ColourBy::kSpecies) return legend_of_species(run_.shown().scenario);
  if (look.scene != Surroundings::kPlain) return {};
  const auto states = custom_states(run_.shown().scenario);
  if (by == ColourBy::kState && states.empty()) return {};
  const PaintTables& tables = scene.boids().tables();
  if (by == ColourBy::kHeading && run_.shown().scenario.dimensions() == 2)
    return {tables.headings(), "heading", {"→", "↑", "←", "↓", "→"}};
  if (by == ColourBy::kHeading) return {tables.headings(), "heading", {"0°", "180°", "360°"}};
  if (by == ColourBy::kDensity) return {tables.amounts(), "boids, times the mean", {"1/2", "16"}};
  if (by == ColourBy::kState) return {tables.amounts(), states.front()->name, {"0", "1"}};
  const auto& range = scene.speed_range();
  return {tables.amounts(), "speed", {fmt::format("{:.3g}", range[0]), fmt::format("{:.3g}", range[1])}};
}

TimeBar Ui::time_bar() const {
  const RunReach& reach = run_.reach();
  const int64_t last = std::max(reach.last, run_.step_number());
  return {.first = reach.first,
          .last = last,
          .now = std::clamp(run_.seen_step(), reach.first, last),
          .undo = reach.undo,
          .redo = reach.redo,
          .acts = !run_.is_replay()};
}

std::string Ui::replay_text() const {
  if (!run_.is_replay()) return "";
  const RunReach& reach = run_.reach();
  if (run_.seeking()) return fmt::format("replay: on the way, of {} steps", reach.last);
  const std::string place = fmt::format("replay: step {} of {}", run_.step_number(), reach.last);
  if (reach.differs) return place + ", the hash DIFFERS";
  return fmt::format("{}, {}{} hashes agree", place, reach.over ? "all " : "", reach.hashes);
}

OverlayStatus Ui::status(const UiModel& model, const Camera& camera) const {
  OverlayStatus status;
  const Scenario& scenario = run_.shown().scenario;
  const std::string flock = editor_.title().empty() ? scenario.preset : editor_.title();
  status.preset = flock.empty() ? "scenario" : gallery_title(flock);
  if (editor_.differing() > 0 && !input_.leads()) status.preset += ", changed";
  status.backend = run_.backend() + ": " + run_.device();
  status.boids = run_.expected().boids;
  status.step = run_.step_number();
  status.seed = scenario.seed;
  if (run_.hash()) status.hash = short_hash(*run_.hash());
  status.frames_per_second = model.panel.means.frames_per_second;
  status.steps_per_second = model.pacer.measured_rate();
  status.wanted_steps_per_second = model.pacer.rate();
  status.step_ms = model.panel.means.step.step_ms;
  status.paused = settings_.paused;
  status.comparing = model.panel.compare.running();
  status.machine_limited =
      model.pacer.limited() &&
      (settings_.researches || (settings_.show_panel && seconds() - at_pace_ > kLongSlow));
  status.researches = settings_.researches;
  status.opens_panel = !settings_.show_panel;
  status.opacity = opacity();
  status.replay = replay_text();
  status.replay_differs = run_.reach().differs;
  status.labels = model.labels;
  status.halves = model.flocks.halves();
  for (const CustomRule& rule : scenario.custom_rules) status.names.push_back(rule.name);
  for (const auto& species : scenario.species) status.names.push_back(species.name);
  for (const auto& wall : scenario.walls) status.names.push_back(wall.file());
  if (offers_pictures_)
    for (const auto& [title, name] : kPictures) {
      if (flock == name) status.lit_picture = static_cast<int>(status.pictures.size());
      status.pictures.emplace_back(title);
    }
  status.message = notices_.text();
  if (!notices_.folder().empty()) status.message_button = "Open folder";
  if (const Share* const share = model.exporter.sharing())
    status.sharing = "film to share " + share->progress();
  if (const FilmRecorder* const film = model.exporter.film()) status.recording = film->seconds(seconds());
  status.legend = legend(model.flocks.first().viewport.scene());
  status.time = time_bar();
  if (!run_.is_replay()) {
    status.tools = {.names = {kToolNames.begin(), kToolNames.end()},
                    .helps = {kToolHelps.begin(), kToolHelps.end()},
                    .chosen = static_cast<int>(settings_.tool),
                    .size = settings_.brush,
                    .strength = settings_.strength,
                    .named = !run_.second() && window_.width() - panel_beside(window_.width()) >=
                                                   static_cast<int>(kLeastWidthForNames * overlay_.scale())};
    if (settings_.show_text && input_.tools().used() && !overlay_.wants_mouse()) {
      const bool pushes = seconds() - pushed_at_ < kPush;  // a right click, with any tool
      status.reach = (pushes ? input_.tools().reach_of(Tool::kScatter) : input_.tools().reach()) *
                     camera.pixels_per_unit();
      if (!pushes && status.reach > 0.5 * camera.height())
        status.reach = 0.0;  // all of the picture is within
      status.reach_x = settings_.pointer_x + model.flocks.pointer_shift();
      status.reach_y = settings_.pointer_y;
      status.push = static_cast<float>(std::min((seconds() - pushed_at_) / kPush, 1.0));
      if (status.reach > 0.0 && settings_.tool == Tool::kObstacle) status.ghost = Ghost::kDisc;
      if (status.reach > 0.0 && settings_.tool == Tool::kPredator) status.ghost = Ghost::kDart;
    }
  }
  if (const double running = run_.seconds_running(); running > kLongStep) status.under_way = running;
  if (const auto& question = notices_.question()) {
    status.question = question->text;
    status.yes = question->yes;
    status.no = question->no;
    status.saves = question->saves;
  }
  return status;
}

}  // namespace murmur
