// What all flocks of boids with a host-side step share: scenario parameters, predators, faults.
// Used by the reference and the cpu backend.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "model/behaviours.h"
#include "model/events.h"
#include "sim/backends/backend.h"
#include "sim/backends/faults.h"
#include "sim/backends/parameters.h"
#include "sim/util/errors.h"

namespace murmur {

/// One more row of a state: for pick().
template <class T, int D>
void append(State<T>& state, const Body<T, D>& body) {
  state.position.insert(state.position.end(), body.p.c, body.p.c + D);
  state.velocity.insert(state.velocity.end(), body.v.c, body.v.c + D);
}

/// Predators as the host keeps them between steps.
template <class T, int D>
struct Predators {
  std::vector<Vec<T, D>> p, v;

  void load(const State<T>& state) {
    const auto read = [&](const std::vector<T>& from, std::vector<Vec<T, D>>& to) {
      to.resize(from.size() / D);
      for (size_t k = 0; k < from.size(); ++k) to[k / D][static_cast<int>(k % D)] = from[k];
    };
    read(state.predator_position, p);
    read(state.predator_velocity, v);
  }
  void save(State<T>& state) const {
    const auto write = [](const std::vector<Vec<T, D>>& from, std::vector<T>& to) {
      to.clear();
      for (const auto& x : from) to.insert(to.end(), x.c, x.c + D);
    };
    write(p, state.predator_position);
    write(v, state.predator_velocity);
  }
  /// `prey[k]` and `hunts[k]`: what predator k chases in this step.
  void step(const Parameters<T, D>& q, const std::vector<T>& max_speed, const std::vector<Vec<T, D>>& prey,
            const std::vector<bool>& hunts) {
    for (size_t k = 0; k < p.size(); ++k)
      step_predator(q, max_speed[k], static_cast<bool>(hunts[k]), prey[k], p[k], v[k]);
  }
  uint64_t hash() const {
    uint64_t sum = 0;
    for (size_t k = 0; k < p.size(); ++k) sum += hash_body<T, D>(kPredatorIds + k, p[k], v[k], 0);
    return sum;
  }
};

}  // namespace murmur
