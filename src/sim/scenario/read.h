// Reads a scenario out of TOML tables by the lists of fields (fields.h), and finds what only several keys together can get
// wrong. Takes tables already merged and knows no presets. Used by layers.h, set_key.h and events.h.
#pragma once

#include <string>
#include <vector>

#include <toml++/toml.h>

#include "sim/scenario/scenario.h"
#include "sim/scenario/table_reader.h"

namespace murmur {

struct ReadScenario {
  Scenario scenario;
  std::vector<std::string>
      event_places;  ///< "file:line: event[0]" of each event without faults so far, else empty
};

/// Reads a merged scenario; every fault goes to `faults`, and the result counts only without any.
ReadScenario read_scenario(const toml::table& merged, Faults& faults);

/// Fills in what depends on other keys: the world's size from N, R and `neighbours`, and places that were left out.
void complete(Scenario& scenario);

/// What only several keys together can get wrong. `merged`: where faults get their places from, or null.
void check_together(const Scenario& scenario, const toml::table* merged, Faults& faults);

}  // namespace murmur
