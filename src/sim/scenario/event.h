// Changes to a flock from outside during a run: one struct, one queue, one log.
// The window, the scenario file and a replay all use events; nothing else changes a state between steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/scenario/set_value.h"

namespace murmur {

inline constexpr int64_t kLastStep = int64_t{1}
                                     << 53;  ///< last step of any run: exact in every number format

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

/// An event. preset and restart replace the boids by a new seeded start with the current N. They do not reset the
/// step number, so that the steps of a log never decrease. An event is applied to the state after `step` steps,
/// before the next. Fields that its kind does not use keep their defaults.
struct Event {
  int64_t step = 0;
  EventKind kind = EventKind::kScatter;
  std::vector<double> at;  ///< scatter, add, convert: position (D,) [world units]
  double strength = 0.1;   ///< scatter: factor on (p - at); gust: speed added per step
  /// scatter, convert: radius [world units], none: unlimited; add: radius of the disc (ball) of new boids, none: all at `at`
  std::optional<double> radius;
  int64_t count = 1;  ///< add, remove: number of boids
  std::optional<std::vector<double>>
      velocity;        ///< velocity (D,) of every boid that the event adds; empty: random unit headings
  int64_t steps = 1;   ///< startle, gust: duration in steps
  std::string key;     ///< set: key of the scenario, e.g. "rules.radius"
  SetValue value;      ///< set: the new value
  std::string preset;  ///< preset: name of the preset
  std::optional<std::string> species;  ///< add: name of the new boids' species; none: drawn by the shares
  std::optional<std::string> from;     ///< convert: name of the species to convert; none: all
  std::string to;                      ///< convert: name of the new species
  std::optional<std::string> by;       ///< only in logs: who caused the event; none: unknown

  friend bool operator==(const Event&, const Event&) = default;
};

}  // namespace murmur
