// One step of a flock of several species in plain float64 loops, written only from docs/model.md and docs/scenarios.md.
// Shares no code with src/model.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/state/state.h"
#include "support/oracle.h"

namespace murmur {

struct SpeciesOracle {
  struct Rule {
    double weight = 1.0;
    std::string shape = "factor";
    double amount = 1.0;
    double from = 0.0, to = 0.0;  ///< to 0: R
  };
  /// What is not given is the flock's.
  struct Kind {
    std::optional<double> max_speed, min_speed, speed, view, turn, noise, separation, alignment, cohesion;
    double catch_radius = 0.0;
    size_t caught_by = 0, becomes = 0;
  };
  using Matrix = std::vector<std::vector<double>>;

  Oracle world;  ///< its places, border and the flock's speeds
  double radius = 60.0, close = 0.0, view = 360.0, speed = 0.0, turn = 180.0;
  bool heading = false, separation_first = false;
  int nearest = 0;              ///< 0: all; -1: octants
  std::optional<double> noise;  ///< isotropic
  Rule separation, alignment, cohesion;
  std::string falloff = "none", average = "none", target = "centroid";
  double ahead = 1.0, core = 0.0;
  bool sees_all = false, include_self = false, divides = true, relative = true, keep = false;
  std::vector<Kind> kinds;
  std::map<std::string, Matrix> pairs;  ///< by key; those that are not there have the default

  std::string toml(int64_t boids, const std::string& more = "") const;

  /// A boid after the step. A computation of precision `eps` (half a unit in the last place of 1) may differ by `doubt`, or
  /// entirely where a comparison is too close to call.
  struct Next {
    Numbers p, v;
    uint32_t species = 0;
    double doubt = 0.0;
    bool decided = true;
    int neighbours = 0, close = 0;
    bool lone = false, turned = false;
  };
  Next step(const State<double>& before, size_t id, double eps) const;
};

}  // namespace murmur
