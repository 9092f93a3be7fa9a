// What a scenario file may say: the one schema that reading, checking and writing share.
// Takes tables already merged (scenario_merge.h) and knows no presets. Called by scenario_file.cpp.
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
/// The parts of the schema that are files of their own. `dimensions` 0: not known for a fault elsewhere.
void read_behaviours(TableReader& root, Scenario& scenario, Faults& faults);
void read_events(TableReader& root, ReadScenario& read, Faults& faults);
/// Checks events in the order they will be applied, each against the scenario of its time.
void check_events(const ReadScenario& read, Faults& faults);

/// Every key of a scenario as TOML text; `read_scenario` makes the same scenario of it (`neighbours` aside:
/// the size it led to is written instead).
std::string scenario_to_toml(const Scenario& scenario);

inline constexpr int64_t kMostBoids = 2147483647;
/// More cells than this per axis would overflow the grid's arithmetic before it can be halved.
inline constexpr double kMostRadii = 1e6;

}  // namespace murmur
