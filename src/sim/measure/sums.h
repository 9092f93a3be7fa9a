// Sums over the boids of a flock in float64, the same for every number of threads. Used by the measures.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/measure/points.h"
#include "sim/util/thread_pool.h"

namespace murmur {

inline constexpr int64_t kBoidsOfSum = 4096;  ///< boids per partial sum, for any number of threads

template <size_t Count>
using Totals = std::array<double, Count>;

/// Sums of the components of term(i) over [0, n), in an order that does not depend on the number of threads.
template <size_t Count, class Term>
Totals<Count> summed(ThreadPool& pool, size_t n, const Term& term) {
  const auto boids = static_cast<int64_t>(n);
  std::vector<Totals<Count>> pieces(static_cast<size_t>((boids + kBoidsOfSum - 1) / kBoidsOfSum));
  pool.parallel_for(static_cast<int64_t>(pieces.size()), 1, [&](int64_t from, int64_t to) {
    for (int64_t piece = from; piece < to; ++piece) {
      Totals<Count> sums{};
      for (int64_t i = piece * kBoidsOfSum; i < std::min((piece + 1) * kBoidsOfSum, boids); ++i) {
        const Totals<Count> terms = term(static_cast<size_t>(i));
        for (size_t k = 0; k < Count; ++k) sums[k] += terms[k];
      }
      pieces[static_cast<size_t>(piece)] = sums;
    }
  });
  Totals<Count> total{};
  for (const Totals<Count>& sums : pieces) {
    for (size_t k = 0; k < Count; ++k) total[k] += sums[k];
  }
  return total;
}

/// Sum of the unit velocities of boids. A boid at rest adds nothing.
template <size_t D>
struct HeadingSum {
  std::array<double, D> sum{};

  /// Adds the unit vector of v. @returns the length of v.
  double add_unit_vector(const std::array<double, D>& v) {
    const double speed = length(v);
    for (size_t k = 0; speed > 0.0 && k < D; ++k) sum[k] += v[k] / speed;
    return speed;
  }
  /// Polarisation (0..1) of `boids` boids, including those at rest.
  double polarisation(double boids) const { return length(sum) / boids; }
};

}  // namespace murmur
