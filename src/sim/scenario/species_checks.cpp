// Checks conditions on several keys of [[species]] and [pairs].
#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "sim/scenario/entries.h"
#include "sim/scenario/read.h"
#include "sim/scenario/species.h"
#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_values.h"

namespace murmur {
namespace {

constexpr double kRounding = 1e-9;  // rounding error of a sum of shares such as 0.1

/// Checks the species of one scenario; each fault has the line of the key that it names.
class SpeciesChecks {
 public:
  SpeciesChecks(const Scenario& scenario, const toml::table* merged, Faults& faults)
      : scenario_(scenario), rules_(scenario.rules), merged_(merged), faults_(faults) {}

  void names() {
    for (size_t k = 0; k < species().size(); ++k) {
      const std::string& name = species()[k].name;
      const bool good =
          name.size() <= kLongestSpeciesName && std::all_of(name.begin(), name.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                   c == '_';
          });
      if (!good)
        fault(k, "name",
              fmt::format("is {}; allowed: 1 to {} letters a to z and A to Z, figures, - and _",
                          toml_string(name), kLongestSpeciesName));
      const size_t first = *species_of_name(scenario_, name);
      if (first < k)
        fault(k, "name",
              fmt::format("is {}, as that of species[{}]; allowed: a name that no other species has",
                          toml_string(name), first));
    }
  }

  void counts_and_shares() {
    int64_t counts = 0;
    double shares = 0.0;
    for (size_t k = 0; k < species().size(); ++k) {
      const Scenario::Species& one = species()[k];
      if (one.count && one.share)
        fault(k, "share", fmt::format("is {} beside a count; allowed: one of count and share", *one.share));
      const int64_t before = counts;
      counts += one.count.value_or(0);
      if (before <= scenario_.boids && counts > scenario_.boids)
        fault(k, "count",
              fmt::format("makes {} in all; allowed: at most boids, which is {}", counts, scenario_.boids));
      const double shares_before = shares;
      shares += one.share.value_or(0.0);
      if (shares_before <= 1.0 + kRounding && shares > 1.0 + kRounding)
        fault(k, "share", fmt::format("makes {:.6g} in all; allowed: shares of at most 1 in all", shares));
    }
    const std::vector<double> drawn = drawn_shares(scenario_);
    if (!drawn.empty() && std::accumulate(drawn.begin(), drawn.end(), 0.0) == 0.0 && counts < scenario_.boids)
      faults_.add(merged_ ? merged_->get("species") : nullptr, "species",
                  fmt::format("has only shares of 0 for the boids behind the first {}; allowed: one share "
                              "above 0, or a species with neither share nor count",
                              counts));
  }

  void speeds() {
    for (size_t k = 0; k < species().size(); ++k) {
      const Scenario::Species& one = species()[k];
      const double most = one.max_speed.value_or(rules_.max_speed);
      const double least = one.min_speed.value_or(rules_.min_speed);
      const double speed = one.speed.value_or(rules_.speed);
      if (least > most && (one.min_speed || one.max_speed))
        fault(k, one.min_speed ? "min_speed" : "max_speed",
              one.min_speed
                  ? fmt::format("is {}; allowed: from 0 to {}, which is {}", least,
                                one.max_speed ? "its max_speed" : "rules.max_speed", most)
                  : fmt::format("is {}; allowed: at least rules.min_speed, which is {}, or with a min_speed "
                                "of this species",
                                most, least));
      else if (speed > 0.0 && (speed > most || speed < least) &&
               (one.speed || one.min_speed || one.max_speed))
        fault(
            k,
            one.speed       ? "speed"
            : one.max_speed ? "max_speed"
                            : "min_speed",
            fmt::format("leaves its speed of {} outside {} to {}; allowed: min_speed <= speed <= max_speed, "
                        "or 0 to follow it",
                        speed, least, most));
    }
  }

  void turns_and_noise() {
    for (size_t k = 0; k < species().size(); ++k) {
      const Scenario::Species& one = species()[k];
      if (rules_.adds == Adds::kAcceleration && one.turn_limit.value_or(180.0) < 180.0)
        fault(k, "turn_limit", "is a turn in each step; allowed: 180 with rules.adds = \"acceleration\"");
      if (one.noise && !scenario_.noise)
        fault(k, "noise",
              "is the amount of a noise that the flock has not; allowed: with a table [noise], which has its "
              "kind");
    }
  }

  void catching() {
    for (size_t k = 0; k < species().size(); ++k) {
      const Scenario::Species& one = species()[k];
      if (one.catch_radius > rules_.radius)
        fault(k, "catch_radius",
              fmt::format("is {}; allowed: at most rules.radius, which is {}", one.catch_radius,
                          rules_.radius));
      const bool given[] = {one.catch_radius > 0.0, !one.caught_by.empty(), !one.becomes.empty()};
      const char* const keys[] = {"catch_radius", "caught_by", "becomes"};
      const auto missing = std::find(std::begin(given), std::end(given), false);
      if (const auto there = std::find(std::begin(given), std::end(given), true);
          there != std::end(given) && missing != std::end(given))
        fault(
            k, keys[there - given],
            fmt::format("is given without {}; allowed: catch_radius above 0, caught_by and becomes together",
                        keys[missing - given]));
      for (const auto& [key, name] :
           {std::pair("caught_by", &one.caught_by), std::pair("becomes", &one.becomes)}) {
        if (!name->empty() && !species_of_name(scenario_, *name))
          fault(k, key,
                fmt::format("is {}; allowed: a name of a species, {}", toml_string(*name),
                            species_names(scenario_)));
      }
    }
  }

  void pairs() {
    if (!scenario_.pairs) return;
    if (species().empty())
      return faults_.add(merged_ ? merged_->get("pairs") : nullptr, "pairs",
                         "is there without species; allowed: with tables that begin with [[species]]");
    if (!scenario_.pairs->cohesion.empty() && rules_.cohesion.target == CohesionTarget::kPositionSum)
      faults_.add(given({node_of(merged_, "pairs", "cohesion"), node_of(merged_, "rules", "cohesion")}),
                  "pairs.cohesion",
                  "is given; allowed: with every rules.cohesion.target but \"position-sum\"");
    for (const auto& [field, member] : entries_of(*scenario_.pairs)) check(field, *std::get<Matrix*>(member));
  }

 private:
  const std::vector<Scenario::Species>& species() const { return scenario_.species; }

  void check(const Field& field, const Scenario::Pairs::Matrix& matrix) {
    const std::string name = fmt::format("pairs.{}", field.key);
    const toml::node* const node = node_of(merged_, "pairs", field.key);
    const auto told = [&](size_t count, const char* what) {
      return fmt::format("has {} {}; allowed: {}, one for each species", count, what, species().size());
    };
    if (matrix.empty()) return;
    if (matrix.size() != species().size()) return faults_.add(node, name, told(matrix.size(), "rows"));
    for (size_t i = 0; i < matrix.size(); ++i) {
      const std::string row = fmt::format("{}[{}]", name, i);
      if (matrix[i].size() != species().size()) faults_.add(node, row, told(matrix[i].size(), "numbers"));
      for (size_t j = 0; std::string_view(field.unit) == "L" && j < matrix[i].size(); ++j) {
        if (matrix[i][j] > rules_.radius)
          faults_.add(
              given({node, node_of(merged_, "rules", "radius")}), fmt::format("{}[{}]", row, j),
              fmt::format("is {}; allowed: at most rules.radius, which is {}, or 0 to follow the flock's",
                          matrix[i][j], rules_.radius));
      }
    }
  }

  const toml::node* node(size_t index, const char* key) const {
    const toml::array* const tables = merged_ ? merged_->get_as<toml::array>("species") : nullptr;
    const toml::node* const table = tables ? tables->get(index) : nullptr;
    const toml::node* const found = table && table->is_table() ? table->as_table()->get(key) : nullptr;
    return found ? found : table;
  }
  void fault(size_t index, const char* key, const std::string& text) {
    faults_.add(node(index, key), fmt::format("species[{}].{}", index, key), text);
  }

  const Scenario& scenario_;
  const Scenario::Rules& rules_;
  const toml::table* merged_;
  Faults& faults_;
};

}  // namespace

void check_species(const Scenario& scenario, const toml::table* merged, Faults& faults) {
  if (scenario.species.size() > kMostSpecies)
    return faults.add(
        merged ? merged->get("species") : nullptr, "species",
        fmt::format("has {} tables; allowed: at most {}", scenario.species.size(), kMostSpecies));
  SpeciesChecks checks(scenario, merged, faults);
  checks.names();
  checks.counts_and_shares();
  checks.speeds();
  checks.turns_and_noise();
  checks.catching();
  checks.pairs();
}

}  // namespace murmur
