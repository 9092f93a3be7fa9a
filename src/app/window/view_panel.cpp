#include "app/window/view_panel.h"

#include <algorithm>
#include <array>
#include <thread>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

/// Numbers of boids that the buttons add and remove.
constexpr std::array<std::pair<const char*, int64_t>, 5> kCounts{
    {{"10", 10}, {"100", 100}, {"1k", 1000}, {"10k", 10000}, {"100k", 100000}}};

constexpr const char* kHowToType = "Ctrl + click or double click types a number";

std::string ms_text(double ms) { return fmt::format("{:.{}f}", ms, ms < 10.0 ? 2 : ms < 100.0 ? 1 : 0); }

/// "6.0 M".
std::string si_text(double number) {
  if (number >= 1e9) return fmt::format("{:.2f} G", number / 1e9);
  if (number >= 1e6) return fmt::format("{:.2f} M", number / 1e6);
  if (number >= 1e3) return fmt::format("{:.1f} k", number / 1e3);
  return fmt::format("{:.0f}", number);
}

}  // namespace

void ViewPanel::draw(Widgets& widgets, const PanelFacts& facts) {
  widgets.search("search", "search for a value: radius, wind, ...", search_);
  if (!search_.empty()) {
    found(widgets);
    return;
  }
  flock(widgets);
  rules(widgets);
  look(widgets);
  groups(widgets);
  live(widgets, facts);
  machine(widgets, facts);
  compare(widgets, facts.compare);
}

void ViewPanel::flock(Widgets& widgets) {
  if (!widgets.section("Flock", true)) return;
  const std::vector<std::string> names = preset_names();
  std::vector<Widgets::Option> options;
  for (const std::string& name : names) options.push_back({name});
  const std::string now = model_.flight().scenario().preset;
  int chosen =
      now.empty() ? -1 : static_cast<int>(std::find(names.begin(), names.end(), now) - names.begin());
  const std::string summary = now.empty() ? "a scenario of your own" : preset_summary(now);
  if (widgets.choice({.name = "preset", .label = "preset", .help = summary}, options, chosen) ==
      Edit::kChanged)
    controls_.choose_preset(names[static_cast<size_t>(chosen)]);
  const std::string rules = model_.rules_of();
  int chosen_rules =
      rules.empty() ? -1 : static_cast<int>(std::find(names.begin(), names.end(), rules) - names.begin());
  if (widgets.choice({.name = "rules_of",
                      .label = "rules of",
                      .help = "takes the rules of a preset, or a mood, without a restart"},
                     options, chosen_rules) == Edit::kChanged)
    model_.take_rules(names[static_cast<size_t>(chosen_rules)]);

  boids(widgets);
  if (widgets.number({.name = "steps_per_second",
                      .label = "steps",
                      .unit = "per s",
                      .help = fmt::format("steps per second, whatever the display's rate; usual: {:g}\n{}",
                                          view_.usual_steps_per_second, kHowToType),
                      .differs = view_.steps_per_second != view_.usual_steps_per_second},
                     view_.steps_per_second, 1.0, 240.0) == Edit::kReset)
    view_.steps_per_second = view_.usual_steps_per_second;
  view_.steps_per_second = std::clamp(view_.steps_per_second, 0.1, 100000.0);
  const int pressed =
      widgets.buttons("", {"pause", "step", "restart", "gust", "startle"},
                      {view_.paused ? "Go on" : "Pause", "Step", "Restart", "Gust", "Startle"});
  constexpr std::array kKeys{U' ', U'n', U'r', U'w', U't'};
  if (pressed >= 0)
    controls_.handle(
        {.kind = InputEvent::Kind::kCharacter, .character = kKeys[static_cast<size_t>(pressed)]});
  const int menu = widgets.buttons("", {"gallery", "save"}, {"Gallery (F2)", "Save (Ctrl + S)"});
  if (menu >= 0) view_.menu = menu == 0 ? ViewMenu::kGallery : ViewMenu::kSave;
  widgets.space();
}

void ViewPanel::boids(Widgets& widgets) {
  int64_t count = model_.flight().count();
  const int64_t usual = model_.flight().scenario().boids;
  const Edit edit = widgets.whole(
      {.name = "boids",
       .label = "boids",
       .help = fmt::format("how many there are; the scenario starts with {}\n{}", grouped(usual), kHowToType),
       .differs = count != usual},
      count, 0, std::max<int64_t>(2 * usual, count));
  if (edit != Edit::kNone) model_.set_boids(edit == Edit::kReset ? usual : count);
  std::vector<std::string> add_names, add_texts, remove_names, remove_texts;
  for (const auto& [text, many] : kCounts) {
    add_names.push_back(fmt::format("add.{}", text));
    add_texts.push_back(fmt::format("+{}", text));
    remove_names.push_back(fmt::format("remove.{}", text));
    remove_texts.push_back(fmt::format("-{}", text));
  }
  if (const int k = widgets.buttons("", add_names, add_texts); k >= 0)
    model_.add_boids(kCounts[static_cast<size_t>(k)].second);
  if (const int k = widgets.buttons("", remove_names, remove_texts); k >= 0)
    model_.remove_boids(kCounts[static_cast<size_t>(k)].second);

  if (view_.offered_boids > 0 &&
      widgets.buttons("", {"offered"}, {fmt::format("Start all {} boids", grouped(view_.offered_boids))}) ==
          0)
    model_.set_boids(std::exchange(view_.offered_boids, 0));
}

void ViewPanel::look(Widgets& widgets) {
  if (!widgets.section("Look", false)) return;
  Look& look = view_.look;
  const auto choose = [&](const char* name, const char* label, const char* help,
                          const std::vector<Widgets::Option>& options, auto& value) {
    int chosen = static_cast<int>(value);
    if (widgets.choice({.name = name, .label = label, .help = help}, options, chosen) == Edit::kChanged)
      value = static_cast<std::decay_t<decltype(value)>>(chosen);
  };
  choose("look.shape", "shape", "how a boid is drawn where it has room",
         {{"triangle"}, {"disc"}, {"arrow"}, {"dot-and-heading"}}, look.shape);
  choose("look.colour", "colour by", "meaning of a boid's colour",
         {{"heading"}, {"speed"}, {"one"}, {"density"}}, look.by);
  std::vector<Widgets::Option> palettes;
  for (const auto& word : kPaletteWords) palettes.push_back({std::string(word.text)});
  choose("look.palette", "palette", "colours of headings, speeds and densities", palettes, look.palette);
  const bool was_light = look.light;
  choose("look.background", "background", "dark sky or light paper", {{"dark"}, {"light"}}, look.light);
  if (look.light != was_light) look.background.reset(), look.one.reset();
  if (widgets.number({.name = "look.size",
                      .label = "size",
                      .unit = "x",
                      .help = std::string("of the boids in the picture, not in the flock\n") + kHowToType,
                      .differs = look.size != 1.0},
                     look.size, 0.25, 4.0) == Edit::kReset)
    look.size = 1.0;
  look.size = std::clamp(look.size, 0.05, 50.0);
  if (widgets.number(
          {.name = "look.trails",
           .label = "trails",
           .unit = "steps",
           .help = std::string("after which a trail has a third of its strength; 0: none\n") + kHowToType,
           .differs = look.trails != 0.0},
          look.trails, 0.0, 100.0) == Edit::kReset)
    look.trails = 0.0;
  look.trails = std::clamp(look.trails, 0.0, 10000.0);
  widgets.flag({.name = "look.glow", .label = "glow", .help = "light around boids, which adds up in crowds"},
               look.glow);
  widgets.flag({.name = "look.axes", .label = "axes", .help = "ticks in world units at the border"},
               look.axes);
  widgets.flag({.name = "look.legend", .label = "legend", .help = "which colour means what"}, look.legend);
  widgets.space();
}

void ViewPanel::live(Widgets& widgets, const PanelFacts& facts) {
  if (!widgets.section("Live", true)) return;
  const FrameRow& frame = facts.means.frame();
  const FrameRow& step = facts.means.step();
  const auto boids = static_cast<double>(model_.flight().count());
  widgets.fact("boids per s", si_text(boids * facts.steps_per_second));
  widgets.fact("a frame",
               fmt::format("{} ms, {:.0f} per s", ms_text(frame.total_ms), facts.means.frames_per_second()));
  const double rest = frame.total_ms - frame.step_ms - frame.upload_ms - frame.draw_ms - frame.swap_ms;
  widgets.parts("frame_parts", {{"steps", frame.step_ms},
                                {"upload", frame.upload_ms},
                                {"draw", frame.draw_ms},
                                {"swap", frame.swap_ms},
                                {"rest", std::max(rest, 0.0)}});
  widgets.fact("a step", fmt::format("{} ms, {:.0f} per s", ms_text(step.step_ms), facts.steps_per_second));
  const double other = step.step_ms - step.sort_ms - step.gather_ms - step.rules_ms;
  widgets.parts("step_parts", {{"sort", step.sort_ms},
                               {"gather", step.gather_ms},
                               {"rules", step.rules_ms},
                               {"rest", std::max(other, 0.0)}});
  const FlockSample& sample = facts.pulse.latest();
  widgets.fact("speeds", fmt::format("mean {:.2f} L/t", sample.speed_mean));
  widgets.histogram("speeds", {sample.speeds.begin(), sample.speeds.end()}, "0",
                    fmt::format("{:g}", model_.flight().scenario().rules.max_speed));
  widgets.line("polarisation", facts.pulse.polarisation(), 0.0, 1.0,
               fmt::format("polarisation {:.2f}", sample.polarisation));
  double most = 1.0;
  for (const double mean : facts.pulse.neighbours()) most = std::max(most, 1.2 * mean);
  widgets.line("neighbours", facts.pulse.neighbours(), 0.0, most,
               fmt::format("mean neighbours {:.1f}", sample.neighbours_mean));
  widgets.space();
}

void ViewPanel::machine(Widgets& widgets, const PanelFacts& facts) {
  if (!widgets.section("Machine", true)) return;
  if (model_.flight().whole()) choices_ = backends_.choices();
  const std::vector<BackendChoice>& choices = choices_;
  std::vector<Widgets::Option> options;
  int chosen = -1;
  for (const BackendChoice& choice : choices) {
    if (choice.kind->name == model_.flight().backend_name()) chosen = static_cast<int>(options.size());
    options.push_back({choice.kind->name, choice.why_not});
  }
  const std::string description = model_.flight().backend_description();
  if (widgets.choice({.name = "backend", .label = "backend", .help = "C; the same bits on each"}, options,
                     chosen) == Edit::kChanged)
    view_.backend = choices[static_cast<size_t>(chosen)].kind->name;
  widgets.fact(" ", description, Tone::kQuiet);
  int64_t threads = backends_.options().threads;
  const auto most = static_cast<int64_t>(std::max(1u, std::thread::hardware_concurrency()));
  const Edit edit = widgets.whole({.name = "threads",
                                   .label = "threads",
                                   .help = "of the cpu backend; 0: one for each core",
                                   .differs = threads != 0,
                                   .zero = "all"},
                                  threads, 0, most);
  if (edit != Edit::kNone)
    view_.threads = edit == Edit::kReset ? 0 : static_cast<int>(std::clamp<int64_t>(threads, 0, 4096));
  auto cap = static_cast<int64_t>(view_.most_frames_per_second);
  if (widgets.whole({.name = "fps",
                     .label = "frames cap",
                     .unit = "per s",
                     .help = "0: none",
                     .differs = cap != 0,
                     .zero = "none"},
                    cap, 0, 240) == Edit::kReset)
    cap = 0;
  view_.most_frames_per_second = static_cast<double>(std::clamp<int64_t>(cap, 0, 10000));
  widgets.flag({.name = "vsync", .label = "vsync", .help = "wait for the display's rhythm"}, view_.vsync);
  const int pressed = widgets.buttons("", {"frame_log", "screenshot"},
                                      {facts.frame_log ? "End frame log" : "Frame log", "Screenshot"});
  if (pressed == 0) view_.frame_log = true;
  if (pressed == 1) view_.screenshot = true;
  widgets.space();
}

void ViewPanel::compare(Widgets& widgets, const Compare& compare) {
  if (!widgets.section("Compare", true)) return;
  const bool running = compare.running();
  widgets.disable(running);
  const Widgets::Row row{.name = "compare.steps",
                         .label = "steps",
                         .help = "for which each backend runs a copy of the current flock",
                         .differs = view_.compare_steps != 20};
  if (widgets.whole(row, view_.compare_steps, 1, 200) == Edit::kReset) view_.compare_steps = 20;
  view_.compare_steps = std::clamp<int64_t>(view_.compare_steps, 1, 100000);
  widgets.disable(false);
  if (widgets.buttons("", {"compare"}, {running ? "Stop comparing" : "Compare the backends"}) == 0)
    view_.compare = true;
  if (running) widgets.progress(compare.progress(), compare.doing());
  const std::vector<CompareRow> rows = compare.rows();
  std::vector<std::vector<std::string>> cells;
  for (const CompareRow& one : rows) {
    if (!one.skipped.empty()) continue;
    const double factor = speed_up(one, rows);
    cells.push_back({one.label, fmt::format("{:.3f}", one.step_ms),
                     factor > 0.0 ? fmt::format("{:.3g}", factor) : "",
                     fmt::format("{:016x}", one.hash).substr(0, 8)});
  }
  if (!cells.empty()) widgets.table("compare.rows", {"backend", "ms/step", "speed-up", "hash"}, cells);
  for (const CompareRow& one : rows) {
    if (!one.skipped.empty()) widgets.text(one.label + ": " + one.skipped, Tone::kQuiet);
  }
  if (!running && !rows.empty()) {
    const CompareVerdict end = verdict(rows, compare.first_step(), compare.steps());
    widgets.text(end.text, end.agree ? Tone::kGood : Tone::kWarning, "compare.result");
  }
  widgets.space();
}

}  // namespace murmur
