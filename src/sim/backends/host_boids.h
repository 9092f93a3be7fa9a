// The boids of a flock in the host's memory: load, save, add and remove. The cpu and
// the reference backend keep their boids in it from step to step, devices only to convert between a state and
// their own memory. Independent of scenarios and stages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "model/behaviours.h"
#include "sim/state/state.h"

namespace murmur {

/// Rows of `from` (count, D) as vectors, and back.
template <int D, class T>
std::vector<Vec<T, D>> to_vectors(const std::vector<T>& from) {
  std::vector<Vec<T, D>> to(from.size() / D);
  for (size_t k = 0; k < to.size() * D; ++k) to[k / D][static_cast<int>(k % D)] = from[k];
  return to;
}
template <class T, int D>
std::vector<T> to_rows(const std::vector<Vec<T, D>>& from) {
  std::vector<T> to;
  to.reserve(from.size() * D);
  for (const auto& x : from) to.insert(to.end(), x.c, x.c + D);
  return to;
}

/// One more row of a state: for pick().
template <class T, int D>
void append(State<T>& state, const Body<T, D>& body) {
  state.position.insert(state.position.end(), body.p.c, body.p.c + D);
  state.velocity.insert(state.velocity.end(), body.v.c, body.v.c + D);
}

/// Resizes with headroom, so that adding boids with the mouse does not move the array every time.
template <class Array>
void grow(Array& array, int64_t size) {
  const auto wanted = static_cast<size_t>(size);
  if (array.capacity() < wanted) array.reserve(wanted + wanted / 8);
  array.resize(wanted);
}

/// piece(begin, end) over [0, count) in one piece: for save() and hash() without threads.
struct Serially {
  template <class Piece>
  void operator()(int64_t count, const Piece& piece) const {
    if (count > 0) piece(int64_t{0}, count);
  }
};

template <class T, int D>
class HostBoids {
 public:
  /// `padding`: bodies past the end that may be read, never used.
  explicit HostBoids(int64_t padding = 0) : padding_(padding) { resize(0, {}); }

  int64_t count() const { return count_; }
  Carried carried() const { return carried_; }
  // (count,) in any order; a backend may swap them for others of that size
  std::vector<Body<T, D>>& bodies() { return bodies_; }
  const std::vector<Body<T, D>>& bodies() const { return bodies_; }
  std::vector<uint32_t>& ids() { return ids_; }
  const std::vector<uint32_t>& ids() const { return ids_; }
  std::vector<uint32_t>& targets() { return targets_; }  ///< empty without a path of goals
  const std::vector<uint32_t>& targets() const { return targets_; }
  std::vector<Vec<T, D>>& alignments() { return alignments_; }  ///< empty without inertia
  const std::vector<Vec<T, D>>& alignments() const { return alignments_; }

  /// Boids that were not there are not set yet; what they carry is 0.
  void resize(int64_t count, Carried carried) {
    grow(bodies_, count + padding_);
    grow(ids_, count);
    grow(targets_, carried.targets ? count : 0);
    grow(alignments_, carried.alignments ? count : 0);
    count_ = count;
    carried_ = carried;
  }

  void load(const State<T>& state) {
    resize(0, {});
    add(state, -1);
  }

  /// Appends the boids of a state, with what they carry.
  void add(const State<T>& state, int64_t first_id) {
    const auto before = count_;
    add(state.position, state.velocity, carried_ | state.carried(), first_id);
    const auto put = [&](const auto& from, auto& to) {
      if (!from.empty()) std::copy(from.begin(), from.end(), to.begin() + before);
    };
    put(state.target, targets_);
    put(to_vectors<D>(state.alignment), alignments_);
  }

  /// Appends boids with the next ids, from `first_id` on; position and velocity (boids, D).
  void add(const std::vector<T>& position, const std::vector<T>& velocity, Carried carried,
           int64_t first_id = -1) {
    const auto before = static_cast<size_t>(count_), added = position.size() / D;
    const auto id = static_cast<uint32_t>(first_id < 0 ? count_ : first_id);
    resize(count_ + static_cast<int64_t>(added), carried);
    for (size_t i = 0; i < added; ++i) {
      for (size_t k = 0; k < D; ++k) {
        bodies_[before + i].p[static_cast<int>(k)] = position[i * D + k];
        bodies_[before + i].v[static_cast<int>(k)] = velocity[i * D + k];
      }
      ids_[before + i] = id + static_cast<uint32_t>(i);
    }
  }

  /// Removes the `removed` highest ids; the others keep their order.
  void remove(int64_t removed) { keep_below(std::max<int64_t>(0, count_ - removed)); }

  /// Removes the boids whose id is not below `first_removed`.
  void keep_below(int64_t first_removed) {
    const auto left = static_cast<uint32_t>(first_removed);
    size_t kept = 0;
    for (size_t i = 0; i < static_cast<size_t>(count_); ++i) {
      if (ids_[i] >= left) continue;
      bodies_[kept] = bodies_[i];
      ids_[kept] = ids_[i];
      if (carried_.targets) targets_[kept] = targets_[i];
      if (carried_.alignments) alignments_[kept] = alignments_[i];
      ++kept;
    }
    resize(static_cast<int64_t>(kept), carried_);
  }

  /// The boids by id. `walk`: runs pieces of a range, perhaps at the same time.
  template <class Walk = Serially>
  void save(State<T>& state, const Walk& walk = {}) const {
    const auto boids = static_cast<size_t>(count_);
    resize_rows(state, boids);
    save_into(state, walk);
  }

  /// Room for so many boids of this kind in a state.
  void resize_rows(State<T>& state, size_t boids) const {
    state.dimensions = D;
    state.position.resize(boids * D);
    state.velocity.resize(boids * D);
    state.target.resize(carried_.targets ? boids : 0);
    state.alignment.resize(carried_.alignments ? boids * D : 0);
  }

  /// The same into a state that has room for all ids, also those of boids that are elsewhere.
  template <class Walk = Serially>
  void save_into(State<T>& state, const Walk& walk = {}) const {
    walk(count_, [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
        const auto row = static_cast<std::ptrdiff_t>(ids_[i] * size_t{D});
        std::copy_n(bodies_[i].p.c, D, state.position.begin() + row);  // one store: ids come in any order
        std::copy_n(bodies_[i].v.c, D, state.velocity.begin() + row);
        if (carried_.targets) state.target[ids_[i]] = targets_[i];
        if (carried_.alignments) std::copy_n(alignments_[i].c, D, state.alignment.begin() + row);
      }
    });
  }

  /// Appends the boids of these ids to `out`, in that order.
  void pick(const std::vector<uint32_t>& wanted, State<T>& out) const {
    constexpr size_t kFew = 8;
    std::vector<uint32_t> rows(wanted.size() > kFew ? ids_.size() : 0);
    for (size_t i = 0; i < rows.size(); ++i)
      rows[ids_[i]] = static_cast<uint32_t>(i);  // faster than to find many
    for (const uint32_t id : wanted) {
      const auto found = rows.empty() ? std::find(ids_.begin(), ids_.end(), id) : ids_.begin() + rows[id];
      append(out, bodies_[static_cast<size_t>(found - ids_.begin())]);
    }
  }

  /// The boids' part of the state hash; `walk` as in save(), `add(part)` for each piece.
  template <class Walk, class Add>
  void hash(const Walk& walk, const Add& add) const {
    walk(count_, [&](int64_t begin, int64_t end) {
      uint64_t part = 0;
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i)
        part += hash_body<T, D>(ids_[i], bodies_[i].p, bodies_[i].v, carried_.targets ? targets_[i] : 0,
                                carried_.alignments ? &alignments_[i] : nullptr);
      add(part);
    });
  }

 private:
  int64_t padding_, count_ = 0;
  Carried carried_;
  std::vector<Body<T, D>> bodies_;
  std::vector<uint32_t> ids_, targets_;
  std::vector<Vec<T, D>> alignments_;
};

}  // namespace murmur
