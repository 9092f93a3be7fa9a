// The boids of a flock in host memory: load, save, add and remove. The cpu and the reference backend keep their boids
// here from step to step; devices only convert between a state and their own memory. Independent of scenarios and
// stages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "model/behaviours.h"
#include "sim/state/state.h"

namespace murmur {

/// Converts rows of `from` (count, D) to vectors. to_row() converts back.
template <int D, class T>
std::vector<Vec<T, D>> to_vectors(const std::vector<T>& from) {
  std::vector<Vec<T, D>> to(from.size() / D);
  for (size_t k = 0; k < to.size(); ++k) from_row(from, k, to[k]);
  return to;
}
template <class T, int D>
std::vector<T> to_rows(const std::vector<Vec<T, D>>& from) {
  std::vector<T> to(from.size() * D);
  for (size_t k = 0; k < from.size(); ++k) to_row(from[k], to, k);
  return to;
}

template <class E>
using VectorOf = std::vector<E>;

/// Pointers to the first value of each column, or null where a column is empty.
template <int D, class T>
Columns<D, T, PointerTo> pointers_to(const Columns<D, T, VectorOf>& columns) {
  Columns<D, T, PointerTo> pointers{};
  each_column(
      [](const ColumnInfo&, const auto& column, auto*& pointer) {
        if (!column.empty()) pointer = const_cast<std::remove_reference_t<decltype(pointer)>>(column.data());
      },
      columns, pointers);
  return pointers;
}

/// Resizes an array with headroom, so that adding boids with the mouse does not reallocate it every time.
template <class Array>
void grow(Array& array, int64_t size) {
  const auto wanted = static_cast<size_t>(size);
  if (array.capacity() < wanted) array.reserve(wanted + wanted / 8);
  array.resize(wanted);
}

/// Calls piece(begin, end) once for [0, count): save() and hash() without threads.
struct Serially {
  template <class Piece>
  void operator()(int64_t count, const Piece& piece) const {
    if (count > 0) piece(int64_t{0}, count);
  }
};

template <class T, int D>
class HostBoids {
 public:
  /// `padding`: number of bodies past the end that may be read but are not used.
  explicit HostBoids(int64_t padding = 0) : padding_(padding) { resize(0, {}); }

  int64_t count() const { return count_; }
  Carried carried() const { return carried_; }
  // (count,) in any order; a backend may swap this array for another of the same size
  std::vector<Body<T, D>>& bodies() { return bodies_; }
  const std::vector<Body<T, D>>& bodies() const { return bodies_; }
  std::vector<uint32_t>& ids() { return ids_; }
  const std::vector<uint32_t>& ids() const { return ids_; }
  Columns<D, T, VectorOf>& columns() { return columns_; }  ///< (count,) each, or empty
  const Columns<D, T, VectorOf>& columns() const { return columns_; }

  /// Resizes to `count` boids; new boids are not set, and their columns are 0.
  void resize(int64_t count, Carried carried) {
    grow(bodies_, count + padding_);
    grow(ids_, count);
    each_column([&](const ColumnInfo& info, auto& column) { grow(column, carried & info.bit ? count : 0); },
                columns_);
    count_ = count;
    carried_ = carried;
  }

  void load(const State<T>& state) {
    resize(0, {});
    add(state);
  }

  /// Appends the boids of a state with the next ids, or from `first_id` on; boids then also keep the columns of `carried`.
  void add(const State<T>& state, Carried carried = 0, int64_t first_id = -1) {
    const auto before = static_cast<size_t>(count_), added = static_cast<size_t>(state.count());
    const auto id = static_cast<uint32_t>(first_id < 0 ? count_ : first_id);
    resize(count_ + state.count(), carried_ | carried | state.carried());
    for (size_t i = 0; i < added; ++i) {
      from_row(state.position, i, bodies_[before + i].p);
      from_row(state.velocity, i, bodies_[before + i].v);
      ids_[before + i] = id + static_cast<uint32_t>(i);
    }
    each_column(
        [&](const ColumnInfo&, const auto& rows, auto& column) {
          for (size_t i = 0; i < added && !rows.empty(); ++i) from_row(rows, i, column[before + i]);
        },
        state.columns, columns_);
  }

  /// Removes the `removed` highest ids; the remaining boids keep their order.
  void remove(int64_t removed) { keep_below(std::max<int64_t>(0, count_ - removed)); }

  /// Removes the boids whose id is not below `first_removed`.
  void keep_below(int64_t first_removed) {
    const auto left = static_cast<uint32_t>(first_removed);
    const auto pointers = this->pointers();
    size_t kept = 0;
    for (size_t i = 0; i < static_cast<size_t>(count_); ++i) {
      if (ids_[i] >= left) continue;
      bodies_[kept] = bodies_[i];
      ids_[kept] = ids_[i];
      if (carried_) copy_columns(pointers, static_cast<int64_t>(i), pointers, static_cast<int64_t>(kept));
      ++kept;
    }
    resize(static_cast<int64_t>(kept), carried_);
  }

  /// Saves the boids by id. `walk`: calls a function for pieces of a range, possibly in parallel.
  template <class Walk = Serially>
  void save(State<T>& state, const Walk& walk = {}) const {
    const auto boids = static_cast<size_t>(count_);
    resize_rows(state, boids);
    save_into(state, walk);
  }

  /// Makes room in `state` for so many boids with this flock's columns.
  void resize_rows(State<T>& state, size_t boids) const {
    state.dimensions = D;
    state.position.resize(boids * D);
    state.velocity.resize(boids * D);
    state.resize_columns(carried_, boids);
  }

  /// Saves the boids into a state with room for all ids, including those of boids on other ranks.
  template <class Walk = Serially>
  void save_into(State<T>& state, const Walk& walk = {}) const {
    walk(count_, [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
        to_row(bodies_[i].p, state.position, ids_[i]);  // one pass over the boids: ids come in any order
        to_row(bodies_[i].v, state.velocity, ids_[i]);
        each_column(
            [&](const ColumnInfo&, const auto& column, auto& rows) {
              if (!column.empty()) to_row(column[i], rows, ids_[i]);
            },
            columns_, state.columns);
      }
    });
  }

  /// Saves the boids with these ids as rows of `out`, in the given order.
  void pick(const std::vector<uint32_t>& wanted, State<T>& out) const {
    constexpr size_t kFew = 8;
    std::vector<uint32_t> rows(wanted.size() > kFew ? ids_.size() : 0);
    for (size_t i = 0; i < rows.size(); ++i)
      rows[ids_[i]] = static_cast<uint32_t>(i);  // a table is faster than many searches
    HostBoids picked;
    picked.resize(static_cast<int64_t>(wanted.size()), carried_);
    for (size_t k = 0; k < wanted.size(); ++k) {
      const size_t i =
          rows.empty() ? static_cast<size_t>(std::find(ids_.begin(), ids_.end(), wanted[k]) - ids_.begin())
                       : rows[wanted[k]];
      picked.bodies_[k] = bodies_[i];
      picked.ids_[k] = static_cast<uint32_t>(k);
      copy_columns(pointers(), static_cast<int64_t>(i), picked.pointers(), static_cast<int64_t>(k));
    }
    picked.save(out);
  }

  /// The boids' part of the state hash; `walk` as in save(), and add(part) is called for each piece.
  template <class Walk, class Add>
  void hash(const Walk& walk, const Add& add) const {
    const auto pointers = this->pointers();
    walk(count_, [&](int64_t begin, int64_t end) {
      uint64_t part = 0;
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i)
        part += hash_body(ids_[i], bodies_[i].p, bodies_[i].v, columns_at(pointers, static_cast<int64_t>(i)));
      add(part);
    });
  }

  /// Pointers to the columns, const if the boids are; null where boids do not keep a column.
  Columns<D, T, PointerTo> pointers() const { return pointers_to<D, T>(columns_); }

 private:
  int64_t padding_, count_ = 0;
  Carried carried_ = 0;
  std::vector<Body<T, D>> bodies_;
  std::vector<uint32_t> ids_;
  Columns<D, T, VectorOf> columns_;
};

}  // namespace murmur
