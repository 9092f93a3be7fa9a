// Species of a scenario: names, shares, colours, and the matrices of [pairs]. Reads no files.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

inline bool has_species(const Scenario& scenario) { return !scenario.species.empty(); }
/// The index of the species with this name; none if there is no such species.
std::optional<size_t> species_of_name(const Scenario& scenario, std::string_view name);
/// All names of species for messages: "\"prey\", \"hunters\"".
std::string species_names(const Scenario& scenario);
/// Names each unnamed species by its index, or by the next free index.
void name_species(Scenario& scenario);

/// (K,) probability of each species for a boid whose species no count determines. If all species have a share:
/// proportional to the shares; otherwise species with neither share nor count get equal parts of the rest. If all
/// have a count: proportional to the counts. All 0: no species can be drawn, and the scenario is not valid.
std::vector<double> drawn_shares(const Scenario& scenario);

/// The species' own colour, or the default colour for its index.
Rgb colour_of_species(const Scenario& scenario, size_t index);

/// Default entry of a matrix of [pairs]: 1 for factors, 0 for distances.
double usual_pair(std::string_view key);
/// Earlier index of each species after a change; none: a new species.
using SpeciesOrigins = std::vector<std::optional<size_t>>;
/// Matches species by name. If the number of species is unchanged, a new name counts as a renaming of the species at
/// its index.
SpeciesOrigins species_origins(const Scenario& before, const Scenario& after);
/// Whether a change removes a species while boids could have several.
bool loses_species(const Scenario& before, const Scenario& after);
/// Reorders entries, one for each species, after a change of the species; a new species gets usual().
template <class Entry, class Usual>
void follow_species(std::vector<Entry>& entries, const SpeciesOrigins& origins, const Usual& usual) {
  const std::vector<Entry> before = std::exchange(entries, {});
  for (const std::optional<size_t>& origin : origins)
    entries.push_back(origin && *origin < before.size() ? before[*origin] : usual(before));
}
/// Adapts a changed scenario to its new species: matrices of [pairs], tables of `let`, and names that other species use.
void follow_species(Scenario& scenario, const Scenario& before);

/// The largest number of characters in the name of a species.
inline constexpr size_t kLongestSpeciesName = 32;

}  // namespace murmur
