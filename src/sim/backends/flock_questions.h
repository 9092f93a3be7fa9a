// Questions of a window about single boids and the whole flock, with answers whose size does not depend on the number
// of boids. Backends answer from their own memory (Backend::read), so that no flock is copied.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/inspection.h"
#include "sim/state/state.h"

namespace murmur {

struct FlockQuestions {
  PixelProjection camera;
  std::optional<uint32_t> boid;     ///< id of a boid: asks for its row and its visible neighbours
  std::optional<AroundPixel> near;  ///< asks for the nearest boid in each square around a pixel
  bool all = false;                 ///< asks for all boids instead, if there are at most kMostShown
  bool sums = false;                ///< asks for sums over the whole flock
  bool startled = false;            ///< whether the next step is taken with a startle
};

/// What separation, alignment and cohesion each add to a boid's velocity in the next step [world units / unit time].
/// The three add up to the total of the rules, up to rounding.
using RuleParts = std::array<std::array<float, 3>, 3>;

/// Sums over all boids, and the neighbours within R of a sample of boids, whatever the field of view.
struct FlockSums {
  std::array<double, kSpeedBins>
      speeds{};        ///< boids in each bin of speed; the last bin includes speeds above max speed
  double speed = 0.0;  ///< sum of the speeds of boids [max speeds]
  std::array<double, 3> heading{};  ///< sum of unit velocities
  int64_t boids = 0, sampled = 0, pairs = 0;
  std::array<int64_t, kMostSpecies> species{};  ///< number of boids of each species
};

struct FlockAnswers {
  State<float> boid;                    ///< one row, without columns
  std::vector<float> neighbours;        ///< (at most kMostNeighbours, D) relative positions, in any order
  int64_t neighbour_count = 0;          ///< number of all neighbours
  std::vector<float> seen;              ///< (n, 2 D), in the form of Backend::write_instances()
  std::vector<uint32_t> seen_ids;       ///< (n,) ids of `seen`, only with `near`
  std::optional<RuleParts> rule_parts;  ///< parts of `boid`; empty: the flock is in a device's memory
  std::optional<FlockSums> sums;        ///< empty: not asked for, or the flock is in the host's memory
};

}  // namespace murmur
