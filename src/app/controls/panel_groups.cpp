// Draws the lower half of the panel: a control for every key of the scenario, and lists of places and of arrays of tables.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/controls/panel.h"

namespace murmur {
namespace {

/// Units of the world and of the step. Researchers see them beside a control; all users see them in its tooltip.
using UnitInWords = std::pair<std::string_view, std::string_view>;
constexpr std::array<UnitInWords, 4> kUnitsOfModel{{{"L", "units of length"},
                                                    {"L/t", "units of length per unit of time"},
                                                    {"t", "units of time"},
                                                    {"1/t", "per unit of time"}}};

std::string_view unit_in_words(std::string_view unit) {
  const auto known = std::ranges::find(kUnitsOfModel, unit, &UnitInWords::first);
  return known == kUnitsOfModel.end() ? unit : known->second;
}

std::string help_of(const Control& control, const std::string& first, double low, double high) {
  std::string help = control.help;
  if (!first.empty()) help += fmt::format("\nat first {} {}", first, unit_in_words(control.unit));
  const bool number = control.kind == ControlKind::kNumber || control.kind == ControlKind::kWhole ||
                      control.kind == ControlKind::kVector;
  if (number)
    help += fmt::format("\nthe slider goes from {:g} to {:g}; Ctrl + click or double click types a number",
                        low, high);
  return help;
}

bool contains(const std::string& text, const std::string& words) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), words.begin(), words.end(), same) != text.end();
}

/// Words that people search for, with the words that the program uses.
constexpr std::array<std::pair<const char*, const char*>, 12> kSynonyms{{{"color", "colour"},
                                                                         {"record", "film"},
                                                                         {"video", "film"},
                                                                         {"movie", "film"},
                                                                         {"slow", "steps per second"},
                                                                         {"fast", "steps per second"},
                                                                         {"pace", "steps per second"},
                                                                         {"wall", "boundary"},
                                                                         {"mouse", "pointer"},
                                                                         {"hawk", "predator"},
                                                                         {"exit", "quit"},
                                                                         {"image", "picture"}}};

}  // namespace

bool Panel::is_searched(const std::string& text) const {
  if (contains(text, search_)) return true;
  return std::any_of(kSynonyms.begin(), kSynonyms.end(), [&](const auto& one) {
    return search_.size() > 2 && std::string_view(one.first).starts_with(search_) &&
           contains(text, one.second);
  });
}

Control Panel::of_element(Control control, size_t index) {
  control.key.replace(control.key.find("[]"), 2, fmt::format("[{}]", index));
  return control;
}

std::vector<double> Panel::middle() const {
  std::vector<double> place = camera_.place_at(camera_.width() * 0.5, camera_.height() * 0.5);
  for (double& coordinate : place) coordinate = std::round(coordinate * 10.0) / 10.0;
  return place;
}

Widgets::Row Panel::row_of(const Control& control, double low, double high) const {
  const bool of_model =
      std::ranges::count(kUnitsOfModel, std::string_view(control.unit), &UnitInWords::first) > 0;
  return {.name = control.key,
          .label = control.label,
          .unit = of_model && !settings_.researches ? "" : control.unit,
          .help = help_of(control, model_.first(control.key).text(), low, high) + in_files(control.key),
          .differs = model_.differs(control.key),
          .zero = control.zero ? control.zero : "",
          .minus_one = control.minus_one ? control.minus_one : ""};
}

std::string Panel::in_files(std::string_view key) const {
  return settings_.researches ? fmt::format("\nin files: {}", key) : "";
}

void Panel::control(Widgets& widgets, const Control& control) {
  if (!model_.has(control.key)) return;
  const auto [low, high] = model_.span(control);
  const Widgets::Row row = row_of(control, low, high);
  Edit edit = Edit::kNone;
  switch (control.kind) {
    case ControlKind::kNumber: {
      double value = model_.number(control.key);
      edit = widgets.number(row, value, low, high);
      if (edit == Edit::kChanged) model_.set_number(control.key, value);
      break;
    }
    case ControlKind::kWhole: {
      const bool minus = control.minus_one && model_.word(control.key) == control.minus_one;
      auto value = minus ? int64_t{-1} : static_cast<int64_t>(model_.number(control.key));
      edit = widgets.whole(row, value, static_cast<int64_t>(low), static_cast<int64_t>(high));
      if (edit == Edit::kChanged) {
        if (value == 0 && control.zero)
          model_.set_word(control.key, control.zero);
        else if (value == -1 && control.minus_one)
          model_.set_word(control.key, control.minus_one);
        else
          model_.set_number(control.key, static_cast<double>(value));
      }
      break;
    }
    case ControlKind::kFlag: {
      bool value = model_.flag(control.key);
      edit = widgets.flag(row, value);
      if (edit == Edit::kChanged) model_.set(control.key, value);
      break;
    }
    case ControlKind::kChoice: {
      std::vector<Widgets::Option> options;
      for (const std::string& word : control.words) options.push_back({word});
      const auto here = std::find(control.words.begin(), control.words.end(), model_.word(control.key));
      int chosen = static_cast<int>(here - control.words.begin());
      edit = widgets.choice(row, options, chosen);
      if (edit == Edit::kChanged) model_.set_word(control.key, control.words[static_cast<size_t>(chosen)]);
      break;
    }
    case ControlKind::kVector: {
      std::vector<double> values = model_.value(control.key).numbers();
      edit = widgets.numbers(row, values, low, high);
      if (edit == Edit::kChanged) model_.set(control.key, values);
      break;
    }
  }
  if (edit == Edit::kReset) model_.reset(control.key);
}

/// Draws a button for each tool and key action that matches the search. @returns whether there are any.
bool Panel::found_actions(Widgets& widgets) {
  bool any = false;
  const auto button = [&](const std::string& name, const std::string& text, const std::string& help) {
    any = true;
    return widgets.buttons("", {name}, {text}, {help}) == 0;
  };
  for (size_t k = 0; k < kToolNames.size(); ++k) {
    const std::string text = fmt::format("Tool: {}", kToolNames[k]);
    if (is_searched(text + " left click tools") &&
        button(fmt::format("found.tool.{}", k), text, "of the left button"))
      input_.tools().choose(static_cast<Tool>(k));
  }
  std::string_view help;
  for (const KeyUse& use : KeyActions::all()) {
    if (!use.help.empty()) help = use.help;
    if (use.shown.empty() || use.stroke.characters.size() > 7 || !is_searched(std::string(help))) continue;
    const std::string text = fmt::format("{}: {}", use.shown, help);
    if (!use.act) {
      any = true;
      widgets.text(text, Tone::kQuiet);
    } else if (button(fmt::format("found.key.{}", use.shown), text, "")) {
      use.act(input_.keys(), use.stroke.characters.empty() ? '\0' : use.stroke.characters.front());
    }
  }
  return any;
}

/// Draws every control whose name, key or help matches the search.
void Panel::found(Widgets& widgets, const std::vector<Section>& sections) {
  bool any = false;
  if (is_searched("boids")) {
    any = true;
    boids(widgets);
  }
  for (const ControlGroup& group : control_groups()) {
    bool titled = false;
    for (const Control& one : group.controls) {
      if (!is_searched(one.key) && !is_searched(one.label) && !is_searched(group.title) &&
          !is_searched(one.help))
        continue;
      if (!model_.has(one.key) && group.table.empty()) continue;
      if (!std::exchange(titled, true)) {
        if (group.table.empty())
          widgets.text(group.title, Tone::kQuiet);
        else
          begin(widgets, {.title = group.title, .open = true, .draw = {}, .table = group.table});
      }
      any = true;
      control(widgets, one);
    }
  }
  any |= look_controls(widgets, [&](const Field& field) {
    return is_searched("view." + std::string(field.key)) || is_searched("Look") ||
           (field.label && is_searched(field.label)) || is_searched(field.help);
  });
  for (const Section& section : sections) {
    if (section.words.empty() || !is_searched(section.words)) continue;
    any = true;
    if (begin(widgets, section)) section.draw();
  }
  any |= found_actions(widgets);
  if (!any) widgets.text("nothing is called so; F2 shows flocks to begin with", Tone::kQuiet);
}

/// Adds a section for each group of controls. Sections for arrays of tables follow the group Cursor.
void Panel::add_groups(Widgets& widgets, std::vector<Section>& sections) {
  for (const ControlGroup& group : control_groups()) {
    const std::string_view title = group.title;
    if (is_of_rules(group) || (title == "Gusts" && !model_.table_on("wind"))) continue;
    sections.push_back(
        {group.title, false, [this, &widgets, &group] { controls_of(widgets, group); }, "", {}, group.table});
    if (title != "Cursor") continue;
    for (const TableArray& array : table_arrays())
      if (array.group.table != "species" && array.group.table != "wall")  // these have sections of their own
        sections.push_back(list_of(widgets, array));
  }
}

Panel::Section Panel::list_of(Widgets& widgets, const TableArray& array) {
  return {array.group.title, false, [this, &widgets, &array] { elements(widgets, array); }, array.group.title,
          model_.count(array)};
}

void Panel::controls_of(Widgets& widgets, const ControlGroup& group) {
  const std::string_view title = group.title;
  if (!group.table.empty() && !model_.table_on(group.table)) {
    const std::string image = model_.word("terrain.image");
    widgets.text(title == "Terrain" && !image.empty() ? "height map " + image : "off", Tone::kQuiet);
  }
  for (const Control& one : group.controls) control(widgets, one);
  if (title == "Goal") goal_places(widgets);
}

void Panel::goal_places(Widgets& widgets) {
  const auto& goal = model_.run().expected().scenario.goal;
  if (!goal) return;
  std::vector<std::vector<double>> places = goal->path;
  const double side = *std::max_element(camera_.world().begin(), camera_.world().end());
  bool changed = false;
  for (size_t k = 0; k < places.size(); ++k) {
    const Widgets::Row row{.name = fmt::format("goal.path[{}]", k),
                           .label = fmt::format("position {}", k + 1),
                           .help = "boids fly to one position after another"};
    changed |= widgets.numbers(row, places[k], 0.0, side) == Edit::kChanged;
  }
  const int pressed = widgets.buttons("", {"goal.add", "goal.remove"}, {"Add position", "Remove last"});
  if (pressed == 0) places.push_back(middle());
  if (pressed == 1 && places.size() > 1) places.pop_back();
  if (changed || pressed >= 0) model_.set("goal.path", places);
}

/// Draws the field for a word that becomes a wall. The word stays in the field, so that it can be changed.
void Panel::word(Widgets& widgets, CommandQueue& commands) {
  const Widgets::Row row{.name = "wall.word",
                         .label = "type a word",
                         .help = "it becomes a wall, and the flock flies around its letters"};
  if (widgets.name(row, word_) == Edit::kChanged && !word_.empty())
    commands.emplace_back(command::TypeWord{word_});
}

void Panel::elements(Widgets& widgets, const TableArray& array) {
  const std::string& key = array.group.table;
  const int pressed = widgets.buttons("", {key + ".add", key + ".remove"}, {array.add, array.remove});
  if (pressed == 0) model_.add(array, array.in_middle ? middle() : std::vector<double>());
  if (pressed == 1) model_.remove_last(array);
  for (size_t k = 0; k < model_.count(array); ++k) {
    if (array.numbered) widgets.text(fmt::format("{} {}", key, k + 1), Tone::kQuiet);
    for (const Control& one : array.group.controls) control(widgets, of_element(one, k));
  }
}

}  // namespace murmur
