// Parts of a state, a check of its numbers, and state_hash, the number that identifies a state (docs/determinism.md).
#include "sim/state/state.h"

#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/bits.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

template <class T, int D>
Vec<T, D> row(const std::vector<T>& values, int64_t index) {
  Vec<T, D> v;
  from_row(values, static_cast<size_t>(index), v);
  return v;
}

template <class T, int D>
uint64_t hash_of(const State<T>& state) {
  const Carried carried = state.carried();
  uint64_t sum = 0;
  for (int64_t id = 0; id < state.count(); ++id) {
    Columns<D, T, ValueOf> kept;
    row_of(state, static_cast<size_t>(id), kept);
    sum += hash_body(static_cast<uint64_t>(id), row<T, D>(state.position, id), row<T, D>(state.velocity, id),
                     columns_in(kept, carried));
  }
  for (int64_t k = 0; k < state.predator_count(); ++k) {
    sum += hash_body(kPredatorIds + static_cast<uint64_t>(k), row<T, D>(state.predator_position, k),
                     row<T, D>(state.predator_velocity, k));
  }
  return sum;
}

}  // namespace

template <class T>
void check_finite(const State<T>& state, const char* done, double most) {
  const auto check = [&](const char* who, const std::vector<T>& values) {
    for (size_t i = 0; i < values.size(); ++i) {
      if (std::fabs(static_cast<double>(values[i])) <= most) continue;
      throw RunError(fmt::format(
          "{} {} has a position or velocity that is not a finite number, so the flock cannot be {}", who,
          i / static_cast<size_t>(state.dimensions), done));
    }
  };
  check("boid", state.position);
  check("boid", state.velocity);
  check("predator", state.predator_position);
  check("predator", state.predator_velocity);
}

template <class T>
State<T> State<T>::rows(std::span<const uint32_t> indices) const {
  State<T> some{.dimensions = dimensions, .step = step};
  const auto take = [&](const auto& from, auto& to, int width) {
    if (from.empty()) return;
    for (const uint32_t i : indices)
      to.insert(to.end(), from.begin() + int64_t{i} * width, from.begin() + (int64_t{i} + 1) * width);
  };
  take(position, some.position, dimensions);
  take(velocity, some.velocity, dimensions);
  each_column(
      [&](const ColumnInfo& info, const auto& from, auto& to) { take(from, to, info.width(dimensions)); },
      columns, some.columns);
  return some;
}

template <class T>
State<T> State<T>::part(int64_t first, int64_t boids) const {
  std::vector<uint32_t> indices(static_cast<size_t>(boids));
  std::iota(indices.begin(), indices.end(), static_cast<uint32_t>(first));
  return rows(indices);
}

template <class T>
uint64_t state_hash(const State<T>& state) {
  return state.dimensions == 3 ? hash_of<T, 3>(state) : hash_of<T, 2>(state);
}

template struct State<float>;
template struct State<double>;
template void check_finite(const State<float>&, const char*, double);
template void check_finite(const State<double>&, const char*, double);
template uint64_t state_hash(const State<float>&);
template uint64_t state_hash(const State<double>&);

}  // namespace murmur
