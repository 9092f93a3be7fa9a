// Changes to a flock from outside during a run: one struct, one queue, one log.
// The window, the scenario file and a replay all use events; nothing else changes a state between steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/scenario/set_value.h"

namespace murmur {

inline constexpr int64_t kLastStep =
    int64_t{1} << 53;  ///< last step that a run may have: exact in every format of numbers

enum class EventKind : uint8_t {
  kScatter,
  kStartle,
  kAdd,
  kRemove,
  kGust,
  kSet,
  kPreset,
  kRestart,
  kConvert
};

/// preset and restart replace the boids by a new seeded start with the current N. The step number is not
/// reset, so that the steps of a log never decrease. An event is applied to the state after `step` steps,
/// before the next. Fields not used by its kind keep their defaults.
struct Event {
  int64_t step = 0;
  EventKind kind = EventKind::kScatter;
  std::vector<double> at;  ///< scatter, add, convert: place [world units], (D,)
  double strength = 0.1;   ///< scatter: factor on (p - at); gust: speed added per step
  /// scatter, convert: radius [world units], none: unlimited; add: of the disc (ball) of new boids, none: all at `at`
  std::optional<double> radius;
  int64_t count = 1;  ///< add, remove: boids
  std::optional<std::vector<double>>
      velocity;                        ///< add: velocity (D,) of every new boid; none: seeded unit headings
  int64_t steps = 1;                   ///< startle, gust: how many steps it lasts
  std::string key;                     ///< set: scenario key, "rules.radius"
  SetValue value;                      ///< set
  std::string preset;                  ///< preset: its name
  std::optional<std::string> species;  ///< add: name of the new boids' species; none: drawn by the shares
  std::optional<std::string> from;     ///< convert: name of the species that it concerns; none: all
  std::string to;                      ///< convert: name of the species that they become
  std::optional<std::string> by;       ///< who did it, in a log alone; none: nobody says

  friend bool operator==(const Event&, const Event&) = default;
};

}  // namespace murmur
