// state_hash, the number by which two states are compared (docs/determinism.md).
#include "sim/state/state.h"

#include "base/bits.h"
#include "base/vec.h"

namespace murmur {
namespace {

template <class T, int D>
Vec<T, D> row(const std::vector<T>& values, int64_t index) {
  Vec<T, D> v;
  for (int k = 0; k < D; ++k) v[k] = values[static_cast<size_t>(index * D + k)];
  return v;
}

template <class T, int D>
uint64_t hash_of(const State<T>& state) {
  uint64_t sum = 0;
  for (int64_t id = 0; id < state.count(); ++id) {
    const uint32_t target = state.target.empty() ? 0 : state.target[static_cast<size_t>(id)];
    const Vec<T, D> alignment = state.alignment.empty() ? Vec<T, D>{} : row<T, D>(state.alignment, id);
    sum += hash_body(static_cast<uint64_t>(id), row<T, D>(state.position, id), row<T, D>(state.velocity, id),
                     target, state.alignment.empty() ? nullptr : &alignment);
  }
  for (int64_t k = 0; k < state.predator_count(); ++k) {
    sum += hash_body(kPredatorIds + static_cast<uint64_t>(k), row<T, D>(state.predator_position, k),
                     row<T, D>(state.predator_velocity, k), 0);
  }
  return sum;
}

}  // namespace

template <class T>
uint64_t state_hash(const State<T>& state) {
  return state.dimensions == 3 ? hash_of<T, 3>(state) : hash_of<T, 2>(state);
}

template uint64_t state_hash(const State<float>&);
template uint64_t state_hash(const State<double>&);

}  // namespace murmur
