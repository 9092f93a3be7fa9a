#include "sim/scenario/species.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/look/species_colours.h"
#include "sim/scenario/behaviour_fields.h"
#include "sim/scenario/toml_values.h"

namespace murmur {

std::optional<size_t> species_of_name(const Scenario& scenario, std::string_view name) {
  for (size_t k = 0; k < scenario.species.size(); ++k) {
    if (scenario.species[k].name == name) return k;
  }
  return std::nullopt;
}

std::string species_names(const Scenario& scenario) {
  std::string names;
  for (const Scenario::Species& one : scenario.species)
    names += (names.empty() ? "" : ", ") + toml_string(one.name);
  return names;
}

void name_species(Scenario& scenario) {
  for (size_t k = 0; k < scenario.species.size(); ++k) {
    std::string& name = scenario.species[k].name;
    for (size_t free = k; name.empty(); ++free) {
      if (!species_of_name(scenario, fmt::format("{}", free))) name = fmt::format("{}", free);
    }
  }
}

std::vector<double> drawn_shares(const Scenario& scenario) {
  std::vector<double> shares(scenario.species.size(), 0.0);
  double given = 0.0, open = 0.0;
  const bool all_counted = std::all_of(scenario.species.begin(), scenario.species.end(),
                                       [](const Scenario::Species& one) { return one.count.has_value(); });
  for (size_t k = 0; k < shares.size(); ++k) {
    const Scenario::Species& one = scenario.species[k];
    if (all_counted)
      shares[k] = static_cast<double>(*one.count);
    else if (!one.count)
      one.share ? shares[k] = *one.share : open += 1.0;
    given += shares[k];
  }
  for (size_t k = 0; open > 0.0 && k < shares.size(); ++k) {
    const Scenario::Species& one = scenario.species[k];
    if (!one.count && !one.share) shares[k] = std::max(0.0, 1.0 - given) / open;
  }
  double all = 0.0;
  for (const double share : shares) all += share;
  for (double& share : shares) share = all > 0.0 ? share / all : 0.0;
  return shares;
}

Rgb colour_of_species(const Scenario& scenario, size_t index) {
  return scenario.species[index].colour.value_or(kSpeciesColours[index % kSpeciesColours.size()]);
}

double usual_pair(std::string_view key) { return key.ends_with("radius") ? 0.0 : 1.0; }

void fit_pairs(std::optional<Scenario::Pairs>& pairs, size_t after, std::optional<size_t> removed) {
  if (after == 0) pairs.reset();
  if (!pairs) return;
  visit_fields(*pairs, [&](const Field& field, Scenario::Pairs::Matrix& matrix) {
    if (matrix.empty()) return;
    for (std::vector<double>& row : matrix)
      fit_to_species(row, after, removed, [&] { return usual_pair(field.key); });
    fit_to_species(matrix, after, removed, [&] { return std::vector<double>(after, usual_pair(field.key)); });
  });
}

}  // namespace murmur
