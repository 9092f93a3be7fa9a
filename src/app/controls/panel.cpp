#include "app/controls/panel.h"

#include <algorithm>
#include <array>
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

}  // namespace

void Panel::draw(Widgets& widgets, const PanelFacts& facts, CommandQueue& commands) {
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
  machine(widgets, facts, commands);
  compare(widgets, facts.compare, commands);
}

void Panel::flock(Widgets& widgets) {
  if (!widgets.section("Flock", true)) return;
  const std::vector<std::string> names = preset_names();
  std::vector<Widgets::Option> options;
  for (const std::string& name : names) options.push_back({name});
  const std::string now = model_.run().expected().scenario.preset;
  int chosen =
      now.empty() ? -1 : static_cast<int>(std::find(names.begin(), names.end(), now) - names.begin());
  const std::string summary = now.empty() ? "a scenario of your own" : preset_summary(now);
  if (widgets.choice({.name = "preset", .label = "preset", .help = summary}, options, chosen) ==
      Edit::kChanged)
    input_.choose_preset(names[static_cast<size_t>(chosen)]);
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
                                          settings_.usual_steps_per_second, kHowToType),
                      .differs = settings_.steps_per_second != settings_.usual_steps_per_second},
                     settings_.steps_per_second, 1.0, 240.0) == Edit::kReset)
    settings_.steps_per_second = settings_.usual_steps_per_second;
  settings_.steps_per_second = std::clamp(settings_.steps_per_second, kSlowestPace, kFastestPace);
  const int pressed =
      widgets.buttons("", {"pause", "step", "restart", "gust", "startle"},
                      {settings_.paused ? "Go on" : "Pause", "Step", "Restart", "Gust", "Startle"});
  constexpr std::array kKeys{U' ', U'n', U'r', U'w', U't'};
  if (pressed >= 0)
    input_.handle({.kind = InputEvent::Kind::kCharacter, .character = kKeys[static_cast<size_t>(pressed)]});
  const int menu = widgets.buttons("", {"gallery", "save"}, {"Gallery (F2)", "Save (Ctrl + S)"});
  if (menu >= 0) settings_.menu = menu == 0 ? ViewMenu::kGallery : ViewMenu::kSave;
  widgets.space();
}

void Panel::boids(Widgets& widgets) {
  int64_t count = model_.run().expected().boids;
  const int64_t usual = model_.run().expected().scenario.boids;
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

  if (settings_.offered_boids > 0 &&
      widgets.buttons("", {"offered"},
                      {fmt::format("Start all {} boids", grouped(settings_.offered_boids))}) == 0)
    model_.set_boids(std::exchange(settings_.offered_boids, 0));
}

void Panel::look(Widgets& widgets) {
  if (!widgets.section("Look", false)) return;
  Look& look = settings_.look;
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

}  // namespace murmur
