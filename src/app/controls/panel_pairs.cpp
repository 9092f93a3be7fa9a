// Draws the matrices of the section Species, which say how species affect each other; also gives the search its words for the section.
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "app/controls/panel.h"
#include "sim/scenario/entries.h"
#include "sim/scenario/species.h"

namespace murmur {
namespace {

/// Short name of a matrix of [pairs]: R for "radius", r for "separation_radius".
std::string name_of_matrix(std::string_view key) {
  return key == "radius" ? "R" : key == "separation_radius" ? "r" : std::string(key);
}

constexpr double kMostFactor = 4.0;  // largest entry that a drag sets

bool is_uniform(const Scenario::Pairs::Matrix& matrix) {
  return std::ranges::all_of(matrix, [&](const auto& row) {
    return std::ranges::all_of(row, [&](double value) { return value == matrix[0][0]; });
  });
}

/// The matrix that is shown at first is the first of these in which species differ.
constexpr std::array<const char*, 5> kFirstShown{"alignment", "cohesion", "separation", "radius",
                                                 "separation_radius"};

}  // namespace

void Panel::pairs(Widgets& widgets) {
  std::vector<std::string> names, texts, helps;
  const Scenario::Pairs none;
  const std::vector<Entry> entries = entries_of(none);
  for (const auto& [field, member] : entries) {
    names.push_back(fmt::format("pairs.{}", field.key));
    texts.push_back(name_of_matrix(field.key));
    helps.push_back(field.help + in_files(names.back()));
  }
  if (pairs_shown_ < 0) {
    const auto first =
        std::ranges::find_if(kFirstShown, [&](const char* key) { return !is_uniform(model_.pairs(key)); });
    const std::string_view key = first == kFirstShown.end() ? kFirstShown[0] : *first;
    const auto at = std::ranges::find_if(entries, [&](const Entry& entry) { return entry.field.key == key; });
    pairs_shown_ = static_cast<int>(at - entries.begin());
  }
  if (const int tab = widgets.buttons("", names, texts, helps, pairs_shown_); tab >= 0) pairs_shown_ = tab;
  const auto tab = static_cast<size_t>(pairs_shown_);
  const char* const key = entries[tab].field.key;
  const double most = model_.most_pair(key);
  const Scenario& now = model_.run().expected().scenario;
  Widgets::Matrix matrix{.name = names[tab],
                         .titles = {},
                         .inks = {},
                         .values = model_.pairs(key),
                         .low = most > 0.0 ? 0.0 : -kMostFactor,
                         .high = most > 0.0 ? most : kMostFactor,
                         .idle = "a row: who steers; a column: its neighbour",
                         .help = {}};
  if (most > 0.0) {
    matrix.typed.least = 0.0;
    matrix.typed.most = most;
    matrix.typed.zero = texts[tab];
  }
  for (size_t k = 0; k < now.species.size(); ++k) {
    matrix.titles.push_back(now.species[k].name);
    matrix.inks.push_back(colour_of_species(now, k));
  }
  matrix.help = [&](size_t row, size_t column, double value) {
    const std::string number = most == 0.0    ? fmt::format("{:.2f}", value)
                               : value == 0.0 ? std::string("the flock's")
                                              : fmt::format("{:.1f} L", value);
    return fmt::format("how {} steers by {}: {} {}", matrix.titles[row], matrix.titles[column], texts[tab],
                       number);
  };
  if (const auto cell = widgets.matrix(matrix)) model_.set_pair(key, cell->row, cell->column, cell->value);
  const int pressed = widgets.buttons(
      "", {"pairs.randomise", "pairs.symmetric", "pairs.reset"}, {"Randomise", "Symmetric", "Reset"},
      {most > 0.0 ? "each from 0 to R, whichever comes" : "each from -1 to 1, whichever comes",
       "two species are to each other the mean of what each was to the other",
       most > 0.0 ? "each follows the flock" : "each is 1"});
  if (pressed == 0) model_.randomise_pairs(key);
  if (pressed == 1) model_.balance_pairs(key);
  if (pressed == 2) model_.reset_pairs(key);
}

std::string Panel::words_of_species() const {
  std::string words = "Species, matrix of pairs";
  const auto& all = model_.run().expected().scenario.species;
  if (all.empty()) return words;
  words += ", species[].caught_by, species[].becomes";
  for (const Scenario::Species& one : all) words += ", " + one.name;
  const Scenario::Pairs none;
  for (const Entry& one : entries_of(none)) words += fmt::format(", pairs.{}", one.field.key);
  for (const Control& one : table_array("species").group.controls)
    words += fmt::format(", {}, {}", one.key, one.label);
  return words;
}

}  // namespace murmur
