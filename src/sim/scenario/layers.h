// Puts a scenario together: preset, file and command line as tables laid over each other, then read as one. Does not check
// events, which need whole scenarios themselves (events.h). Used by source.h and events.h.
#pragma once

#include <cstdint>

#include <toml++/toml.h>

#include "sim/scenario/overrides.h"
#include "sim/scenario/read.h"

namespace murmur {

class ScenarioLayers {
 public:
  /// A preset that the first layer names is laid below it, and may itself stand on another.
  void lay(toml::table&& layer, Faults& faults);
  void lay(const ScenarioOverrides& overrides, Faults& faults);
  /// Multiplies world and start region by (N / the N that came with the world)^(1/D); a world made from N already is left.
  void keep_density(const Scenario& scenario);

  /// Reads the whole; every fault goes to `faults`.
  ReadScenario read(Faults& faults) const;

 private:
  toml::table table_;
  int64_t boids_of_world_ = 100;  // N of the layers up to the one that gave the world its size
  bool preset_known_ = true;
};

}  // namespace murmur
