// Reads a scenario from TOML tables by the lists of fields (fields.h), and checks conditions on several keys. The
// tables are already merged, without presets. Used by layers.h, key_values.h and events.h.
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
      event_places;  ///< position of each event, "file:line: event[0]"; empty for an event with faults
};

/// Reads a merged scenario; all faults are added to `faults`, and the result is valid only without faults.
ReadScenario read_scenario(const toml::table& merged, Faults& faults);

/// Computes values that depend on other keys: the world's size from N, R and `neighbours`, and omitted positions.
void complete(Scenario& scenario);

/// Checks conditions on several keys. `merged`: tables that give faults their line numbers, or null.
void check_together(const Scenario& scenario, const toml::table* merged, Faults& faults);
/// Checks [[species]] and [pairs]; a part of check_together().
void check_species(const Scenario& scenario, const toml::table* merged, Faults& faults);
/// Checks [[wall]] tables as far as no file is needed; a part of check_together(). sim/walls reads the files.
void check_walls(const Scenario& scenario, const toml::table* merged, Faults& faults);
/// Checks [[rule]] tables, including the language of their texts; a part of check_together().
void check_custom_rules(const Scenario& scenario, const toml::table* merged, Faults& faults);

}  // namespace murmur
