// What the text of a custom rule may refer to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace murmur {

/// Properties of the flock that a rule may use.
struct RuleContext {
  int dimensions = 2;
  size_t species = 0;                      ///< number of species; 0: a flock without species
  std::vector<std::string> species_names;  ///< names by index of the species
  double time_step = 1.0;
  int64_t clock_step = 0;  ///< step at which the time was clock_time
  double clock_time = 0.0;
  std::vector<double> size;  ///< (D,) size of the world
  bool wrapped = false;      ///< whether the metric is wrapped
  double radius = 0.0;       ///< R [world units]
  std::optional<std::vector<double>> cursor, goal;
  std::vector<std::string>
      states;  ///< names of the numbers that boids keep, by index of Columns::custom_states

  std::optional<size_t> state_index(std::string_view name) const { return index_of(states, name); }
  std::optional<size_t> species_index(std::string_view name) const { return index_of(species_names, name); }

 private:
  static std::optional<size_t> index_of(const std::vector<std::string>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<size_t>(found - names.begin()));
  }
};

}  // namespace murmur
