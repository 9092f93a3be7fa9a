#include "app/controls/panel.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "render/scene/complete_look.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/scenario/species.h"
#include "sim/scenario/write.h"

namespace murmur {
namespace {

/// Numbers of boids that the buttons add and remove.
constexpr std::array<std::pair<const char*, int64_t>, 5> kCounts{
    {{"10", 10}, {"100", 100}, {"1k", 1000}, {"10k", 10000}, {"100k", 100000}}};

/// Sections that a button at the panel's top shows.
const std::vector<std::string> kShownByButtons{"Rules", "Flock", "Look", "Live", "A/B", "Compare"};

constexpr const char* kHowToType = "Ctrl + click or double click types a number";
constexpr std::string_view kPaceKey = "steps_per_second";

/// The control of a key of [view], by its type. It acts on the picture alone, without an event.
class LookControl {
 public:
  LookControl(Widgets& widgets, const Entry& now, const Entry& first, const Widgets::Row& row)
      : widgets_(widgets), now_(now), first_(first), row_(row) {}

  Edit operator()(bool* value) const { return widgets_.flag(row_, *value); }
  Edit operator()(double* value) const {
    return widgets_.number(row_, *value, now_.field.slider.low, now_.field.slider.high);
  }
  Edit operator()(const ChoiceRef& choice) const { return choose(choice, options_of(choice)); }
  Edit operator()(const ChoiceOrColourRef& choice) const {
    std::vector<Widgets::Option> options = options_of(choice.choice);
    const auto& first = std::get<ChoiceOrColourRef>(first_.member);
    if (*first.colour) options.push_back({first.text()});
    if (*choice.colour && *choice.colour != *first.colour) options.push_back({choice.text()});
    return choose(choice, options);
  }
  template <class Other>
  Edit operator()(const Other&) const {
    return Edit::kNone;
  }

 private:
  static std::vector<Widgets::Option> options_of(const ChoiceRef& choice) {
    std::vector<Widgets::Option> options;
    for (const AnyWord& one : choice.words) options.push_back({std::string(one.text)});
    return options;
  }
  template <class Choice>
  Edit choose(const Choice& choice, const std::vector<Widgets::Option>& options) const {
    const std::string text(choice.text());
    int chosen = static_cast<int>(std::ranges::find(options, text, &Widgets::Option::text) - options.begin());
    const Edit edit = widgets_.choice(row_, options, chosen);
    choice.set(options[static_cast<size_t>(chosen)].text);
    return edit;
  }

  Widgets& widgets_;
  const Entry &now_, &first_;
  const Widgets::Row& row_;
};

}  // namespace

void Panel::draw(Widgets& widgets, const PanelFacts& facts, CommandQueue& commands) {
  rules_.follow();
  const std::vector<Section> all = sections(widgets, facts, commands);
  widgets.search("search", "search: radius, colour, film, ...", search_);
  std::vector<std::string> names;
  for (const std::string& title : kShownByButtons) names.push_back("show." + title);
  if (const int pressed = widgets.buttons("", names, kShownByButtons); pressed >= 0) {
    search_.clear();
    widgets.go_to(kShownByButtons[static_cast<size_t>(pressed)]);
  }
  widgets.begin_scrolled();
  if (!search_.empty()) return found(widgets, all);
  presets(widgets);
  for (const Section& section : all) {
    if (!begin(widgets, section)) continue;
    section.draw();
    widgets.space();
  }
}

std::vector<Panel::Section> Panel::sections(Widgets& widgets, const PanelFacts& facts,
                                            CommandQueue& commands) {
  const size_t own = rules_.rules().size(), species_count = model_.count(table_array("species"));
  const auto look_but_pace = [&] {  // the pace stands in the section Flock
    look_controls(widgets, [](const Field& field) { return field.key != kPaceKey; });
  };
  std::vector<Section> all{
      {"Rules", true, [&] { rules(widgets); }},
      {"Own rules", own > 0, [&] { own_rules(widgets); }, words_of_own_rules(), own},
      {"Flock", true, [&] { flock(widgets); }},
      {"Species", species_count > 0, [&] { species(widgets, facts); }, words_of_species(), species_count},
      {"Look", false, look_but_pace}};
  add_groups(widgets, all);
  all.push_back({"Live", true, [&] { live(widgets, facts); }});
  all.push_back({"Shape", false, [&] { shape(widgets, facts.sampler.shape()); }});
  all.push_back({"Machine", true, [&] { machine(widgets, facts, commands); }});
  all.push_back({"A/B", true, [&] { side_by_side(widgets, facts, commands); },
                 "a/b ab side by side two flocks compare parameters"});
  all.push_back({"Compare", true, [&] { compare(widgets, facts.compare, commands); }});
  return all;
}

bool Panel::begin(Widgets& widgets, const Section& section) {
  const std::string title =
      section.count ? fmt::format("{0}: {1}###{0}", section.title, *section.count) : section.title;
  if (section.table.empty()) return widgets.section(title, section.open);
  bool on = model_.table_on(section.table);
  const bool open = widgets.section(title, section.open, &on);
  model_.switch_table(section.table, on);
  return open;
}

void Panel::presets(Widgets& widgets) {
  const std::vector<std::string> names = preset_names();
  std::vector<Widgets::Option> options;
  for (const std::string& name : names) options.push_back({name});
  const auto index_of = [&](const std::string& name) {
    return name.empty() ? -1 : static_cast<int>(std::ranges::find(names, name) - names.begin());
  };
  const std::string now = model_.run().expected().scenario.preset;
  int chosen = index_of(now);
  const std::string summary = now.empty() ? "a scenario of your own" : preset_summary(now);
  if (widgets.choice({.name = "preset", .label = "preset", .help = summary, .minus_one = "none"}, options,
                     chosen) == Edit::kChanged)
    input_.keys().choose_preset(names[static_cast<size_t>(chosen)]);
  int chosen_rules = index_of(model_.rules_of());
  if (widgets.choice({.name = "rules_of",
                      .label = "rules of",
                      .help = "takes the rules of a preset, or a mood, without a restart",
                      .minus_one = now.empty() ? "its own" : "changed"},
                     options, chosen_rules) == Edit::kChanged)
    model_.take_rules(names[static_cast<size_t>(chosen_rules)]);
}

void Panel::flock(Widgets& widgets) {
  boids(widgets);
  look_controls(widgets, [](const Field& field) { return field.key == kPaceKey; });
  key_buttons(widgets, {"pause", "step", "restart", "gust", "startle"},
              {settings_.paused ? "Go on" : "Pause", "Step", "Restart", "Gust", "Startle"});
  key_buttons(widgets, {"gallery", "open", "save", "present"}, {"Gallery", "Open", "Save", "Present"});
}

/// They do what keys do, which their tooltips name.
void Panel::key_buttons(Widgets& widgets, const std::vector<std::string>& names,
                        const std::vector<std::string>& texts) {
  std::vector<std::string> helps;
  for (const std::string& name : names) {
    const KeyUse& use = KeyActions::of_button(name);
    helps.push_back(fmt::format("{}: {}", use.shown, use.help));
  }
  const int pressed = widgets.buttons("", names, texts, helps);
  if (pressed >= 0) input_.keys().press_button(names[static_cast<size_t>(pressed)]);
}

void Panel::boids(Widgets& widgets) {
  int64_t count = model_.run().expected().boids;
  const int64_t usual = model_.usual_boids();
  const Edit edit =
      widgets.whole({.name = "boids",
                     .label = "boids",
                     .help = fmt::format(
                         "how many there are; the flock usually has {}\n{}; k and M are thousand and million",
                         usual, kHowToType),
                     .differs = count != usual,
                     .least = 0.0,
                     .most = static_cast<double>(kMostScenarioBoids)},
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
      widgets.buttons("", {"offered"}, {fmt::format("Take {} boids", grouped(settings_.offered_boids))}) == 0)
    model_.set_boids(std::exchange(settings_.offered_boids, 0));
}

bool Panel::look_controls(Widgets& widgets, const std::function<bool(const Field&)>& wanted) {
  bool any = false;
  const Look before = settings_.look;
  const bool of_species = has_species(model_.run().expected().scenario);
  const std::vector<Entry> first = entries_of(settings_.scenario_look);
  for (const Entry& now : entries_of(settings_.look)) {
    const Field& field = now.field;
    if (!wanted(field)) continue;
    any = true;
    const Entry& usual = *find_entry(first, field.key);
    const std::string_view idle = idle_because(field.key, settings_.look, of_species);
    std::string help = fmt::format("view.{}\n{}\nat first {}", field.key, field.help, entry_text(usual));
    if (!idle.empty()) help += fmt::format("\n{}", idle);
    if (std::holds_alternative<double*>(now.member)) help += fmt::format(" {}\n{}", field.unit, kHowToType);
    const Widgets::Row row{.name = fmt::format("view.{}", field.key),
                           .label = field.label ? field.label : field.key,
                           .unit = field.unit,
                           .help = help,
                           .differs = entry_text(now) != entry_text(usual),
                           .least = field.range.low,
                           .most = field.range.high};
    widgets.disable(!idle.empty());
    if (std::visit(LookControl(widgets, now, usual, row), now.member) == Edit::kReset) copy_value(usual, now);
    widgets.disable(false);
  }
  settings_.look = complete_look(settings_.look, of_species);
  // A colour that was chosen for paper could not be seen in a dark sky.
  if (settings_.look.background.word != before.background.word) settings_.look.colour.colour.reset();
  if (settings_.look != before) input_.changes().note_look(before);
  return any;
}

}  // namespace murmur
