// Merges a scenario from layers: preset, file and command line, and reads the result. Does not check
// events, which need a complete scenario (events.h). Used by source.h and events.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <toml++/toml.h>

#include "sim/scenario/overrides.h"
#include "sim/scenario/read.h"

namespace murmur {

class ScenarioLayers {
 public:
  /// A preset that the first layer names becomes the layer below it, and may itself be based on another.
  void lay(toml::table&& layer, Faults& faults);
  void lay(const ScenarioOverrides& overrides, Faults& faults);
  /// Multiplies world and start region by (N / the N of the layer with the world's size)^(1/D); a world
  /// computed from N does not change.
  void keep_density(const Scenario& scenario);

  /// Reads the merged scenario; every fault goes to `faults`.
  ReadScenario read(Faults& faults) const;

 private:
  void lay_rules(const std::vector<std::string>& texts, Faults& faults);
  void refuse_new_let(const std::string& key, const ScenarioOverrides& overrides) const;

  toml::table table_;
  std::vector<std::string> removed_;  // keys that --set KEY= took out
  int64_t boids_of_world_ = 100;      // N of the layers up to the one with the world's size
  bool preset_known_ = true;
};

/// A preset with another N and seed, `overrides` having no more than these. Its text is parsed once for all calls.
/// @throws UserError with near names when there is no such preset.
Scenario preset_scenario(const std::string& preset, const ScenarioOverrides& overrides);

/// Merges `layer` into `base`: tables merge, everything else (arrays too) is replaced. `path` is the base's
/// own name. A key replaces its alternative (world.size and world.neighbours).
void merge(toml::table& base, toml::table&& layer, const std::string& path = "");

/// Sets "rules.radius" or "obstacle[1].at" to the node "value" of `given`; tables merge. `source` stands in messages for tables that it
/// makes; empty: their faults have no place. @throws UserError for an invalid key.
void set_key(toml::table& base, const std::string& key, toml::table&& given, const std::string& source);

/// Removes a key. Returns false if it does not exist.
bool remove_key(toml::table& base, const std::string& key);
/// A key that has nothing to remove must be one that a scenario knows. @throws UserError
void refuse_unknown(const std::string& key);

}  // namespace murmur
