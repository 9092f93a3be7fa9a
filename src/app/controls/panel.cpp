#include "app/controls/panel.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "app/options/gallery_list.h"
#include "render/scene/complete_look.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/scenario/species.h"
#include "sim/scenario/write.h"

namespace murmur {
namespace {

/// Sections that buttons show: one row at the top of the panel, one at the top of the part for researchers.
const std::vector<std::string> kShownByButtons{"Rules", "Species", "Own rules", "Walls", "Look"};
const std::vector<std::string> kShownBelow{"Live", "Machine", "A/B", "Compare"};
constexpr float kHelpWidth = 116.0f;         // room for the buttons beside the search [usual pixels]
constexpr int64_t kSliderOfBoids = 1000000;  // end of the slider, unless the flock has more boids

/// Shows a list of the presets. @returns the preset that was chosen in this frame; empty: none.
std::string choose_preset(Widgets& widgets, const Widgets::Row& row, const std::string& now) {
  const std::vector<std::string> names = preset_names();
  std::vector<Widgets::Option> options;
  for (const BuiltIn& preset : presets())
    options.push_back({.text = preset.title,
                       .why_not = {},
                       .help = preset.name + ": " + preset.summary,
                       .name = preset.name});
  int chosen = now.empty() ? -1 : static_cast<int>(std::ranges::find(names, now) - names.begin());
  const bool changed = widgets.choice(row, options, chosen) == Edit::kChanged;
  return changed ? names[static_cast<size_t>(chosen)] : "";
}

constexpr const char* kHowToType = "Ctrl + click or double click types a number";
constexpr std::string_view kPaceKey = "steps_per_second";

/// Draws the control of a key of [view], by the type of the key. The control changes only the picture and posts no event.
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
  widgets.search("search", "search: radius, colour, film, ...", search_, kHelpWidth);
  key_buttons(widgets, {"help", "hide"}, {"Help", "Hide"});
  go_by_buttons(widgets, kShownByButtons);
  widgets.begin_scrolled();
  if (!search_.empty()) return found(widgets, all);
  presets(widgets);
  draw_sections(widgets, all, false);
  const bool open = widgets.section("For researchers", false);
  if (open && !settings_.researches) widgets.go_to("For researchers");  // the section opens below
  settings_.researches = open;
  if (!open) return;
  go_by_buttons(widgets, kShownBelow);
  const Widgets::Row rules_of{.name = "rules_of",
                              .label = "rules of",
                              .help = "takes the rules of a preset, or a mood, without a restart",
                              .minus_one = "changed"};
  if (const std::string of = choose_preset(widgets, rules_of, model_.rules_of()); !of.empty())
    model_.take_rules(of);
  draw_sections(widgets, all, true);
}

/// Draws a button for each title; a button scrolls to the section with that title.
void Panel::go_by_buttons(Widgets& widgets, const std::vector<std::string>& titles) {
  std::vector<std::string> names;
  for (const std::string& title : titles) names.push_back("show." + title);
  const int pressed = widgets.links(names, titles);
  if (pressed < 0) return;
  search_.clear();
  widgets.go_to(titles[static_cast<size_t>(pressed)]);
}

void Panel::draw_sections(Widgets& widgets, const std::vector<Section>& sections, bool of_researchers) {
  for (const Section& section : sections) {
    if (section.researchers != of_researchers || !begin(widgets, section)) continue;
    section.draw();
    widgets.space();
  }
}

std::vector<Panel::Section> Panel::sections(Widgets& widgets, const PanelFacts& facts,
                                            CommandQueue& commands) {
  const size_t own = rules_.rules().size(), species_count = model_.count(table_array("species"));
  const TableArray& walls = table_array("wall");
  const auto look_but_pace = [&] {  // the section Flock shows the pace
    look_controls(widgets, [](const Field& field) { return field.key != kPaceKey; });
  };
  std::vector<Section> all{
      {"Rules", true, [&] { rules(widgets); }},
      {"Flock", true, [&] { flock(widgets); }},
      {"Species", species_count > 0, [&] { species(widgets, facts); }, words_of_species(), species_count},
      {"Own rules", own > 0 && settings_.look.scene == Surroundings::kPlain, [&] { custom_rules(widgets); },
       words_of_custom_rules(), own},
      {walls.group.title, model_.count(walls) > 0,
       [&] {
         word(widgets, commands);
         elements(widgets, walls);
       },
       "Walls, a word, letters", model_.count(walls)},
      {"Look", false, look_but_pace}};
  const size_t for_all = all.size();
  add_groups(widgets, all);
  all.push_back({"Live", true, [&] { live(widgets, facts); }});
  all.push_back({"Shape", false, [&] { shape(widgets, facts.sampler.shape()); }});
  all.push_back({"Machine", true, [&] { machine(widgets, facts, commands); }});
  all.push_back({"A/B", true, [&] { side_by_side(widgets, facts, commands); },
                 "a/b ab side by side two flocks compare parameters"});
  all.push_back({"Compare", true, [&] { compare(widgets, facts.compare, commands); }});
  for (size_t k = for_all; k < all.size(); ++k) all[k].researchers = true;
  return all;
}

bool Panel::begin(Widgets& widgets, const Section& section) {
  const std::string number = section.count.value_or(0) > 0 ? fmt::format(": {}", *section.count) : "";
  const std::string title = fmt::format("{0}{1}###{0}", section.title, number);
  if (section.table.empty()) return widgets.section(title, section.open);
  bool on = model_.table_on(section.table);
  const bool open = widgets.section(title, section.open, &on);
  model_.switch_table(section.table, on);
  return open;
}

void Panel::presets(Widgets& widgets) {
  key_buttons(widgets, {"gallery", "surprise", "present", "open", "save"},
              {"Gallery", "Surprise", "Present", "Open", "Save"});
  const std::string now = model_.run().expected().scenario.preset, title = model_.title();
  const Widgets::Row row{.name = "preset",
                         .label = "preset",
                         .help = now.empty() ? "a scenario of your own" : preset_summary(now),
                         .minus_one = title.empty() ? std::string("your own") : gallery_title(title),
                         .wide = true};
  const std::string chosen = choose_preset(widgets, row, title.empty() ? now : "");
  if (!chosen.empty()) input_.keys().choose_preset(chosen);
}

void Panel::flock(Widgets& widgets) {
  boids(widgets);
  look_controls(widgets, [](const Field& field) { return field.key == kPaceKey; });
  key_buttons(widgets, {"pause", "step", "restart", "gust", "startle"},
              {settings_.paused ? "Go on" : "Pause", "Step", "Restart", "Gust", "Startle"});
}

/// Draws buttons with the actions of keys; the tooltips name the keys.
void Panel::key_buttons(Widgets& widgets, const std::vector<std::string>& names,
                        const std::vector<std::string>& texts) {
  std::vector<std::string> helps;
  for (const std::string& name : names) {
    const KeyUse& use = KeyActions::use_of_button(name);
    helps.push_back(fmt::format("{}: {}", use.shown, use.help));
  }
  const int pressed = widgets.buttons("", names, texts, helps);
  if (pressed >= 0) input_.keys().press_button(names[static_cast<size_t>(pressed)]);
}

void Panel::boids(Widgets& widgets) {
  int64_t count = model_.run().expected().boids;
  const int64_t usual = model_.usual_boids();
  const Edit edit = widgets.whole({.name = "boids",
                                   .label = "boids",
                                   .help = fmt::format("how many animals fly here, which are called boids; "
                                                       "usually {}\n{}; k and M are thousand and million",
                                                       usual, kHowToType),
                                   .differs = count != usual,
                                   .least = 0.0,
                                   .most = static_cast<double>(kMostScenarioBoids),
                                   .by_factors = true},
                                  count, 0, std::max(kSliderOfBoids, count));
  if (edit != Edit::kNone) model_.set_boids(edit == Edit::kReset ? usual : count);
  if (settings_.offered_boids > 0 &&
      widgets.buttons("", {"offered"}, {fmt::format("Fly {} boids", grouped(settings_.offered_boids))}) == 0)
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
    std::string help = fmt::format("{}\nat first {}", field.help, entry_text(usual));
    if (!idle.empty()) help += fmt::format("\n{}", idle);
    if (std::holds_alternative<double*>(now.member)) help += fmt::format(" {}\n{}", field.unit, kHowToType);
    help += in_files(fmt::format("view.{}", field.key));
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
  if (settings_.look != before) input_.changes().note_look_change(before);
  return any;
}

}  // namespace murmur
