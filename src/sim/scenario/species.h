// Species of a scenario: their names, shares and colours, and what [pairs] has for each two of them. Reads no files.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

/// A flock of one species has none, as far as boids and pictures know.
inline bool several_species(const Scenario& scenario) { return scenario.species.size() > 1; }
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
/// After a change to `after` species: without the entry of the species `removed`; further ones are usual().
template <class Entry, class Usual>
void fit_to_species(std::vector<Entry>& entries, size_t after, std::optional<size_t> removed,
                    const Usual& usual) {
  if (removed && *removed < entries.size())
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(*removed));
  entries.resize(after, usual());
}
/// After a change from `before` to `after` species: rows and columns go with the species `removed`, or are added and removed at the end.
void fit_pairs(std::optional<Scenario::Pairs>& pairs, size_t after, std::optional<size_t> removed);

/// The largest number of characters of a name.
inline constexpr size_t kLongestSpeciesName = 32;

}  // namespace murmur
