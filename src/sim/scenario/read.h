// Reads a scenario from TOML tables by the lists of fields (fields.h), and checks conditions on several keys.
// The tables are already merged; presets are handled elsewhere. Used by layers.h, key_values.h and events.h.
#pragma once

#include <string>
#include <vector>

#include <toml++/toml.h>

#include "sim/scenario/scenario.h"
#include "sim/scenario/table_reader.h"

namespace murmur {

struct ReadScenario {
  Scenario scenario;
  std::vector<Faults::Place>
      event_places;  ///< "file:line: event[0]" of each event; of one that has faults already, no text
};

/// Reads a merged scenario; every fault goes to `faults`, and the result is valid only without faults.
ReadScenario read_scenario(const toml::table& merged, Faults& faults);

/// Computes values that depend on other keys: the world's size from N, R and `neighbours`, and omitted
/// places.
void complete(Scenario& scenario);

/// Checks conditions on several keys. `merged`: the source of line numbers for faults, or null.
void check_together(const Scenario& scenario, const toml::table* merged, Faults& faults);
/// Those of [[species]] and [pairs]; a part of check_together().
void check_species(const Scenario& scenario, const toml::table* merged, Faults& faults);
/// Checks of [[wall]] tables that need no file; a part of check_together(). sim/walls has what walls are made of.
void check_walls(const Scenario& scenario, const toml::table* merged, Faults& faults);
/// Those of [[rule]], the language of their texts too; a part of check_together().
void check_custom_rules(const Scenario& scenario, const toml::table* merged, Faults& faults);

}  // namespace murmur
