// Draws the section Species of the panel: the list of species, and the values that each has of its own.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "app/controls/panel.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/species.h"

namespace murmur {
namespace {

/// The key of the flock's value that a species may override: "rules.max_speed" for "species[].max_speed"; empty: there is none.
std::string key_of_flock(std::string_view key) {
  constexpr std::string_view kWeight = "_weight";
  std::string name(key.substr(key.rfind('.') + 1));
  if (name == "noise") return "noise.amount";
  if (name == "count" || name == "share" || name == "catch_radius") return "";
  if (name.ends_with(kWeight)) name.replace(name.size() - kWeight.size(), kWeight.size(), ".weight");
  return "rules." + name;
}

std::string percent(double share) { return fmt::format("{:.{}f} %", 100.0 * share, share < 0.0995 ? 1 : 0); }

}  // namespace

void Panel::species(Widgets& widgets, const PanelFacts& facts) {
  const TableArray& array = table_array("species");
  const int pressed = widgets.buttons(
      "", {"species.add", "species.remove"}, {array.add, array.remove},
      {"a further species, without boids in a flock that has one: the tool add gives it some, or a restart",
       "its boids become those of the first species"});
  if (model_.count(array) == 0)
    widgets.text(
        "All boids are alike. Species have speeds, views and weights of their own, and follow or avoid each "
        "other.",
        Tone::kQuiet);
  if (pressed == 0) model_.add(array);
  if (pressed == 1) model_.remove_last(array);
  entries_of_species(widgets, facts.sampler.latest());
  if (model_.count(array) > 0) pairs(widgets);
}

/// Draws the list of species. A click on a colour chooses the species that the tool adds; a second click chooses none.
void Panel::entries_of_species(Widgets& widgets, const FlockSample& sample) {
  // A sample from before the first species counts no boids of species.
  const int64_t counted = std::accumulate(sample.species.begin(), sample.species.end(), int64_t{0});
  const Scenario& now = model_.run().expected().scenario;
  const std::vector<double> drawn = drawn_shares(now);
  std::vector<Widgets::Entry> entries;
  for (size_t k = 0; k < now.species.size(); ++k) {
    const std::string& name = now.species[k].name;
    Widgets::Entry entry{.name = fmt::format("species[{}]", k),
                         .title = name,
                         .count = {},
                         .share = {},
                         .ink = colour_of_species(now, k),
                         .chosen = name == settings_.added_species,
                         .help = fmt::format("the tool add adds {}", name)};
    const int64_t boids = sample.species[k];
    if (sample.boids > 0 && counted == sample.boids) {
      entry.count = grouped(boids);
      entry.share = percent(static_cast<double>(boids) / static_cast<double>(sample.boids));
    } else if (!now.species[k].count) {
      entry.share = percent(drawn[k]);
    }
    entries.push_back(std::move(entry));
  }
  if (entries.empty()) return;
  for (size_t k = 0; k < entries.size(); ++k) {
    bool pressed = false;
    if (widgets.entry(entries[k], pressed)) numbers_of_species(widgets, k);
    if (!pressed) continue;
    settings_.added_species = entries[k].chosen ? "" : entries[k].title;
    if (!entries[k].chosen) input_.tools().choose(Tool::kAdd);
  }
  std::vector<Widgets::Option> options{{"by the shares"}};
  int chosen = 0;
  for (const Widgets::Entry& entry : entries) {
    if (entry.title == settings_.added_species) chosen = static_cast<int>(options.size());
    options.push_back({entry.title});
  }
  const Widgets::Row row{
      .name = "species.added",
      .label = "tool add",
      .help = "the species of the boids that the tool add adds; so does a click on a colour",
      .differs = chosen != 0};
  const Edit edit = widgets.choice(row, options, chosen);
  if (edit == Edit::kReset || (edit == Edit::kChanged && chosen == 0)) settings_.added_species.clear();
  if (edit == Edit::kChanged && chosen > 0)
    settings_.added_species = options[static_cast<size_t>(chosen)].text;
}

void Panel::numbers_of_species(Widgets& widgets, size_t index) {
  const std::string element = fmt::format("species[{}]", index), colour = element + ".colour";
  const Scenario& now = model_.run().expected().scenario;
  const std::string old = now.species[index].name;
  if (std::string name = old;
      widgets.name({.name = element + ".name", .label = "name", .help = "of letters, digits, - and _"},
                   name) == Edit::kChanged &&
      model_.set_table(element + ".name", SetValue::word(name)) && settings_.added_species == old)
    settings_.added_species = name;
  Rgb ink = colour_of_species(now, index);
  const bool own = model_.has(colour);
  if (const Edit edit = widgets.colour(
          {.name = colour, .label = "colour", .help = "where colours show species", .given = own}, ink);
      edit == Edit::kSwitched)
    model_.set(colour, own ? SetValue() : SetValue::word(hex_text(ink)));
  else if (edit == Edit::kChanged)
    model_.set_word(colour, hex_text(ink));
  for (const Control& any : table_array("species").group.controls) {
    const Control one = of_element(any, index);
    const auto given = [&](const char* key) { return model_.has(fmt::format("{}.{}", element, key)); };
    const bool other_given =
        (one.key.ends_with("].count") && given("share")) || (one.key.ends_with("].share") && given("count"));
    if (one.key.ends_with("].noise") && !model_.has("noise.amount")) continue;
    widgets.disable(other_given);  // disabled, but drawn, so that nothing moves under the pointer
    if (one.key.ends_with("].catch_radius"))
      catches(widgets, index, one);
    else
      number_not_given(widgets, one);
    widgets.disable(false);
  }
  widgets.space();
}

/// Draws a number with a switch: when it is off, the species uses the value of the flock.
void Panel::number_not_given(Widgets& widgets, const Control& control) {
  const Scenario& now = model_.run().expected().scenario;
  const size_t index = *table_of(control.key).element;
  const std::string of_flock = key_of_flock(control.key);
  const bool given = model_.has(control.key), whole = control.kind == ControlKind::kWhole;
  const double share = drawn_shares(now).at(index);
  const auto boids = static_cast<double>(model_.run().expected().boids);
  const double flock = !of_flock.empty() ? model_.number(of_flock)
                       : whole           ? std::round(share * boids)
                                         : share;
  double value = given ? model_.number(control.key) : flock;
  auto [low, high] = slider_ends(control.slider, {value}, {flock}, now);
  if (whole) low = 0.0, high = std::max(boids, value);
  Widgets::Row row = row_of(control, low, high);
  row.given = given;
  if (of_flock.empty()) row.help += "\nfrom the next restart on, and for boids that are added";
  Edit edit = Edit::kNone;
  if (!given) {
    row.unit.clear();
    edit = widgets.not_given(row, !of_flock.empty() ? fmt::format("follows the flock: {:g}", flock)
                                  : whole           ? std::string("by its share")
                                                    : fmt::format("an equal part: {}", percent(share)));
  } else if (whole) {
    auto number = static_cast<int64_t>(value);
    edit = widgets.whole(row, number, static_cast<int64_t>(low), static_cast<int64_t>(high));
    value = static_cast<double>(number);
  } else {
    edit = widgets.number(row, value, low, high);
  }
  if (edit == Edit::kReset) model_.reset(control.key);
  if (edit == Edit::kChanged) model_.set_number(control.key, value);
  if (edit == Edit::kSwitched)
    model_.set(control.key, given   ? SetValue()
                            : whole ? SetValue(static_cast<int64_t>(flock))
                                    : SetValue(flock));
}

/// Draws the three keys of catching, which are only valid together. `radius`: the control of catch_radius.
void Panel::catches(Widgets& widgets, size_t index, const Control& radius) {
  const auto& all = model_.run().expected().scenario.species;
  const Scenario::Species one = all[index];
  std::vector<Widgets::Option> names{{"nothing"}};
  for (const Scenario::Species& other : all) names.push_back({other.name});
  const auto place = [&](const std::string& name) {
    return static_cast<int>(std::ranges::find(names, name, &Widgets::Option::text) - names.begin());
  };
  const std::string element = fmt::format("species[{}].", index);
  int chosen = one.caught_by.empty() ? 0 : place(one.caught_by);
  const Widgets::Row by{.name = element + "caught_by",
                        .label = "caught by",
                        .help = "a neighbour of that species within the catch radius turns it" +
                                in_files(element + "caught_by")};
  if (widgets.choice(by, names, chosen) == Edit::kChanged)
    return model_.set_caught_by(index, chosen == 0 ? "" : names[static_cast<size_t>(chosen)].text);
  if (one.caught_by.empty()) return;
  names.erase(names.begin());
  int then = place(one.becomes);
  const Widgets::Row into{.name = element + "becomes",
                          .label = "becomes",
                          .help = "what it is then" + in_files(element + "becomes")};
  if (widgets.choice(into, names, then) == Edit::kChanged)
    return model_.set_word(into.name, names[static_cast<size_t>(then)].text);
  const double most = model_.run().expected().scenario.rules.radius;
  double value = one.catch_radius;
  const Edit edit = widgets.number(row_of(radius, 0.0, most), value, 0.0, most);
  // A radius of 0 removes all three keys: nothing would catch the species, and the other two keys would have no meaning.
  if (edit == Edit::kChanged) value > 0.0 ? model_.set(radius.key, value) : model_.set_caught_by(index, "");
  if (edit == Edit::kReset) model_.reset(radius.key);
}

}  // namespace murmur
