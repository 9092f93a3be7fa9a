#include "sim/scenario/species.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/look/species_colours.h"
#include "sim/scenario/entries.h"
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

SpeciesOrigins species_origins(const Scenario& before, const Scenario& after) {
  SpeciesOrigins origins;
  const bool as_many = before.species.size() == after.species.size();
  for (size_t k = 0; k < after.species.size(); ++k) {
    std::optional<size_t> origin = species_of_name(before, after.species[k].name);
    if (!origin && as_many && !species_of_name(after, before.species[k].name)) origin = k;
    origins.push_back(origin);
  }
  return origins;
}

bool loses_species(const Scenario& before, const Scenario& after) {
  const SpeciesOrigins origins = species_origins(before, after);
  const auto added = static_cast<size_t>(std::count(origins.begin(), origins.end(), std::nullopt));
  return before.species.size() > 1 && origins.size() - added < before.species.size();
}

namespace {

/// Reorders the numbers of `let` by species, or by pairs of species; a new species gets the numbers of the last one.
void follow_in_rules(std::vector<CustomRule>& rules, const SpeciesOrigins& origins) {
  const SpeciesOrigins kept =
      origins.empty() ? SpeciesOrigins{0} : origins;  // no species: one number remains
  const auto fit = [&](auto& row_or_matrix) {
    follow_species(row_or_matrix, kept, [](const auto& before) { return before.back(); });
  };
  for (CustomRule& rule : rules) {
    for (CustomRule::Let& let : rule.lets) {
      if (let.value.front().size() == 1) continue;
      for (std::vector<double>& row : let.value) fit(row);
      if (let.value.size() > 1) fit(let.value);
    }
  }
}

}  // namespace

void follow_species(Scenario& scenario, const Scenario& before) {
  const SpeciesOrigins origins = species_origins(before, scenario);
  if (scenario.species.empty()) scenario.pairs.reset();
  if (scenario.pairs) {
    for (const auto& [field, member] : entries_of(*scenario.pairs)) {
      Matrix& matrix = *std::get<Matrix*>(member);
      if (matrix.size() != before.species.size()) continue;  // empty, or already in the new order
      const double usual = usual_pair(field.key);
      for (std::vector<double>& row : matrix)
        follow_species(row, origins, [&](const auto&) { return usual; });
      follow_species(matrix, origins,
                     [&](const auto&) { return std::vector<double>(origins.size(), usual); });
    }
  }
  follow_in_rules(scenario.custom_rules, origins);
  for (size_t k = 0; k < origins.size(); ++k) {
    if (!origins[k]) continue;
    const std::string& old = before.species[*origins[k]].name;
    for (Scenario::Species& one : scenario.species)
      for (std::string* const name : {&one.caught_by, &one.becomes})
        if (*name == old && !species_of_name(scenario, old)) *name = scenario.species[k].name;
  }
}

}  // namespace murmur
