// Questions of a window about single boids and the flock as a whole, and answers whose size does not depend on the number of
// boids. Backends answer them where their boids are (Backend::read), so that nobody copies a flock to look at it.
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
  std::optional<uint32_t> boid;     ///< its row, and the neighbours that it sees
  std::optional<AroundPixel> near;  ///< the nearest boid in each square
  bool all = false;                 ///< all boids instead, if there are at most kMostShown
  bool sums = false;                ///< sums over the whole flock
  bool startled = false;            ///< the next step is taken with a startle
};

/// What separation, alignment and cohesion each add to the velocity of a boid in the next step [world units / unit time]. Their sum is
/// what the three add together, up to rounding.
using RuleParts = std::array<std::array<float, 3>, 3>;

/// Sums over all boids; the neighbours within R, whatever the field of view, of a sample of them.
struct FlockSums {
  std::array<double, kSpeedBins>
      speeds{};        ///< boids in each bin of speed; the last one has those faster than max speed, too
  double speed = 0.0;  ///< sum of the speeds of boids [max speeds]
  std::array<double, 3> heading{};  ///< sum of unit velocities
  int64_t boids = 0, sampled = 0, pairs = 0;
  std::array<int64_t, kMostSpecies> species{};  ///< boids of each
};

struct FlockAnswers {
  State<float> boid;                    ///< one row, without what it keeps
  std::vector<float> neighbours;        ///< (at most kMostNeighbours, D) places beside the boid, in any order
  int64_t neighbour_count = 0;          ///< number of all neighbours
  std::vector<float> seen;              ///< (n, 2 D), as Backend::write_instances() has them
  std::vector<uint32_t> seen_ids;       ///< (n,) with `near`
  std::optional<RuleParts> rule_parts;  ///< parts of the boid; empty: the flock is in a device's memory
  std::optional<FlockSums> sums;        ///< empty: not asked for, or the flock is in the host's memory
};

}  // namespace murmur
