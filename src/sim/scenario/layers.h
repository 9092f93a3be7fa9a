// Merges a scenario from layers (preset, file and command line) and reads the result. Does not check events, which
// need a complete scenario (events.h). Used by source.h and events.h.
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
  /// Adds a layer. If the first layer names a preset, the preset becomes the layer below it; a preset may be based on another.
  void add_layer(toml::table&& layer, Faults& faults);
  void add_layer(const ScenarioOverrides& overrides, Faults& faults);
  /// Scales world and start region by (N / N of the layer that sets the world's size)^(1/D); does not change a world
  /// computed from N.
  void keep_density(const Scenario& scenario);

  /// Reads the merged scenario; all faults are added to `faults`.
  ReadScenario read(Faults& faults) const;

 private:
  void append_rules(const std::vector<std::string>& texts, Faults& faults);
  void refuse_new_let(const std::string& key, const ScenarioOverrides& overrides) const;

  toml::table table_;
  std::vector<std::string> removed_;  // keys that --set KEY= removed
  int64_t boids_of_world_ = 100;      // N of the layer that sets the world's size
  bool preset_known_ = true;
};

/// A preset with another N and seed; `overrides` may set nothing else. The preset's text is parsed once for all
/// calls. @throws UserError with near names when there is no such preset.
Scenario preset_scenario(const std::string& preset, const ScenarioOverrides& overrides);

/// Merges `layer` into `base`: tables merge, everything else, including arrays, is replaced. A key replaces its
/// alternative (world.size and world.neighbours). `path`: name of `base` within the scenario.
void merge(toml::table& base, toml::table&& layer, const std::string& path = "");

/// Sets a key such as "rules.radius" or "obstacle[1].at" to the node "value" of `given`; tables merge. `source`:
/// source of new tables in messages; empty: their faults have no position. @throws UserError for an invalid key.
void set_key(toml::table& base, const std::string& key, toml::table&& given, const std::string& source);

/// Removes a key. @returns false if the key does not exist.
bool remove_key(toml::table& base, const std::string& key);
/// Checks a key whose removal had no effect. @throws UserError if scenarios do not have such a key.
void refuse_unknown(const std::string& key);

}  // namespace murmur
