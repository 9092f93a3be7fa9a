// Species of a scenario: their names, shares and colours, and what [pairs] has for each two of them. Reads no files.
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
/// None: no species has this name.
std::optional<size_t> species_of_name(const Scenario& scenario, std::string_view name);
/// "\"prey\", \"hunters\"": for messages.
std::string species_names(const Scenario& scenario);
/// Gives species without a name that of their index, or of the next index that no other has.
void name_species(Scenario& scenario);

/// (K,) the probability of each species for a boid that has its species by no count: shares, in proportion to their sum if no species is
/// without one, else those that have neither get equal parts of the rest. Where each species has a count: in proportion to these. All 0:
/// no species can be drawn, which is no valid scenario.
std::vector<double> drawn_shares(const Scenario& scenario);

/// Its own colour, or that of its index.
Rgb colour_of_species(const Scenario& scenario, size_t index);

/// An entry of a matrix of [pairs] that is not given: 1 for factors, 0 for distances.
double usual_pair(std::string_view key);
/// Index that each species had before a change; none: the species is new.
using SpeciesOrigins = std::vector<std::optional<size_t>>;
/// A species is known by its name. One with a new name is a renamed one where as many species have other names as before.
SpeciesOrigins species_origins(const Scenario& before, const Scenario& after);
/// Whether a species whose boids could be others is not there after a change.
bool loses_species(const Scenario& before, const Scenario& after);
/// Entries, one for each species before a change, in the order after it; a new species gets usual().
template <class Entry, class Usual>
void follow_species(std::vector<Entry>& entries, const SpeciesOrigins& origins, const Usual& usual) {
  const std::vector<Entry> before = std::exchange(entries, {});
  for (const std::optional<size_t>& origin : origins)
    entries.push_back(origin && *origin < before.size() ? before[*origin] : usual(before));
}
/// What goes by species in a changed scenario follows them: matrices of [pairs], tables of `let`, and names that other species use.
void follow_species(Scenario& scenario, const Scenario& before);

/// The largest number of characters of a name.
inline constexpr size_t kLongestSpeciesName = 32;

}  // namespace murmur
