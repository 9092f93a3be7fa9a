// What species are to each other: the matrices of the panel's section Species, and what its search knows of the section.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/controls/panel.h"
#include "sim/scenario/species.h"

namespace murmur {
namespace {

struct MatrixWords {
  const char *key, *shown, *name, *help;
};
/// The order is that of [pairs].
constexpr std::array<MatrixWords, 5> kMatrices{
    {{"separation", "separation", "separation", "factor of what a neighbour adds to separation"},
     {"alignment", "alignment", "alignment", "factor of what a neighbour adds to alignment"},
     {"cohesion", "cohesion", "cohesion", "factor of what a neighbour adds to cohesion"},
     {"radius", "R", "radius", "distance within which boids are neighbours; R: the flock's"},
     {"separation_radius", "r", "separation radius",
      "distance within which neighbours are too near; r: the flock's"}}};

constexpr double kMostFactor = 4.0;  // drags end here

}  // namespace

void Panel::pairs(Widgets& widgets) {
  std::vector<std::string> names, texts, helps;
  for (const MatrixWords& one : kMatrices) {
    names.push_back(fmt::format("pairs.{}", one.key));
    texts.emplace_back(one.shown);
    helps.push_back(fmt::format("pairs.{}\n{}", one.key, one.help));
  }
  if (const int tab = widgets.buttons("", names, texts, helps, pairs_shown_); tab >= 0) pairs_shown_ = tab;
  const MatrixWords& shown = kMatrices[static_cast<size_t>(pairs_shown_)];
  const double most = model_.most_pair(shown.key);
  const Scenario& now = model_.run().expected().scenario;
  Widgets::Matrix matrix{.name = fmt::format("pairs.{}", shown.key),
                         .titles = {},
                         .inks = {},
                         .values = model_.pairs(shown.key),
                         .low = most > 0.0 ? 0.0 : -kMostFactor,
                         .high = most > 0.0 ? most : kMostFactor,
                         .idle = "a row: who steers; a column: its neighbour",
                         .help = {}};
  if (most > 0.0) {
    matrix.typed.least = 0.0;
    matrix.typed.most = most;
    matrix.typed.zero = shown.shown;
  }
  for (size_t k = 0; k < now.species.size(); ++k) {
    matrix.titles.push_back(now.species[k].name);
    matrix.inks.push_back(colour_of_species(now, k));
  }
  matrix.help = [&](size_t row, size_t column, double value) {
    const std::string number = most == 0.0    ? fmt::format("{:.2f}", value)
                               : value == 0.0 ? std::string("the flock's")
                                              : fmt::format("{:.1f} L", value);
    return fmt::format("how {} steers by {}: {} {}", matrix.titles[row], matrix.titles[column], shown.name,
                       number);
  };
  if (const auto cell = widgets.matrix(matrix))
    model_.set_pair(shown.key, cell->row, cell->column, cell->value);
  const int pressed = widgets.buttons(
      "", {"pairs.randomise", "pairs.symmetric", "pairs.reset"}, {"Randomise", "Symmetric", "Reset"},
      {most > 0.0 ? "each from 0 to R, whichever comes" : "each from -1 to 1, whichever comes",
       "two species are to each other the mean of what each was to the other",
       most > 0.0 ? "each follows the flock" : "each is 1"});
  if (pressed == 0) model_.randomise_pairs(shown.key);
  if (pressed == 1) model_.balance_pairs(shown.key);
  if (pressed == 2) model_.reset_pairs(shown.key);
}

bool Panel::searches_species() const {
  if (is_searched("Species, matrix of pairs")) return true;
  const auto found = [this](const std::string& text) { return is_searched(text); };
  const auto& all = model_.run().expected().scenario.species;
  if (all.empty()) return false;
  if (is_searched("species[].caught_by species[].becomes")) return true;
  return std::ranges::any_of(all, found, &Scenario::Species::name) ||
         std::ranges::any_of(kMatrices, found,
                             [](const MatrixWords& one) { return std::string("pairs.") + one.key; }) ||
         std::ranges::any_of(table_array("species").group.controls,
                             [&](const Control& one) { return found(one.key) || found(one.label); });
}

}  // namespace murmur
