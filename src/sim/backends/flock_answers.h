// Answers to a window's questions (flock_questions.h): functors that collect answers in a block, and the conversion
// of the block. device/reader.h runs the functors on a device; read_on_host() runs them in loops, for backends with
// boids in host memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "model/device/inspection_work.h"
#include "model/device/work.h"
#include "model/model.h"
#include "sim/backends/flock_questions.h"

namespace murmur {

inline bool shows_all(const FlockQuestions& asked, int64_t boids) { return asked.all && boids <= kMostShown; }
inline int64_t squares_of(const AroundPixel& near) { return int64_t{near.side()} * near.side(); }

/// Collects all answers but the sums in `out`, which must be 0 before; for_each(name, n, functor) runs each functor.
/// `flock` is sorted.
template <class Atomic, int D, class ForEach>
void collect_answers(const FlockQuestions& asked, const FlockArrays<D>& flock, const Parameters<float, D>& q,
                     InspectionBlock<D>* out, const ForEach& for_each) {
  if (shows_all(asked, flock.boids)) {
    for_each("instances", flock.boids, WriteInstance<D>{flock.sorted_bodies, nullptr, out->seen});
  } else if (asked.near) {
    for_each("near", flock.boids, FindNear<D, Atomic>{asked.camera, *asked.near, flock.sorted_bodies, out});
    for_each("take near", squares_of(*asked.near), TakeNear<D>{flock.sorted_bodies, flock.sorted_ids, out});
  }
  if (!asked.boid) return;
  for_each("take boid", flock.boids, TakeBoid<D>{flock.sorted_bodies, flock.sorted_ids, *asked.boid, out});
  for_each("neighbours", flock.boids,
           FindNeighbours<D, Atomic>{q, flock.sorted_bodies, flock.sorted_ids, flock.sorted_columns,
                                     *asked.boid, out});
}

/// Converts a block to answers, without the sums.
template <int D>
FlockAnswers answers_in(const InspectionBlock<D>& block, const FlockQuestions& asked, int64_t boids) {
  FlockAnswers answers;
  if (shows_all(asked, boids)) {
    answers.seen.assign(block.seen, block.seen + 2 * D * boids);
  } else if (asked.near) {
    for (int64_t square = 0; square < squares_of(*asked.near); ++square) {
      if (block.squares[square] == 0) continue;
      const float* const row = block.seen + 2 * D * square;
      answers.seen.insert(answers.seen.end(), row, row + 2 * D);
      answers.seen_ids.push_back(block.square_ids[square]);
    }
  }
  if (asked.boid) {
    answers.boid.dimensions = D;
    answers.boid.position.assign(block.boid.p.c, block.boid.p.c + D);
    answers.boid.velocity.assign(block.boid.v.c, block.boid.v.c + D);
    answers.neighbour_count = block.neighbours;
    for (int64_t k = 0; k < std::min<int64_t>(block.neighbours, kMostNeighbours); ++k)
      answers.neighbours.insert(answers.neighbours.end(), block.places[k].c, block.places[k].c + D);
  }
  return answers;
}

/// What each rule adds to the velocity of the boid at a sorted index; `sum` is the sum of its neighbours.
template <int D>
RuleParts rule_parts(const FlockArrays<D>& flock, const Parameters<float, D>& q,
                     const NeighbourSum<float, D>& sum, int64_t place) {
  RuleParts parts{};
  for (size_t k = 0; k < parts.size(); ++k) {
    Traits<float> traits = traits_of(q.rules, flock.sorted_columns, place);
    float* const weights[] = {&traits.separation_weight, &traits.alignment_weight, &traits.cohesion_weight};
    for (size_t other = 0; other < parts.size(); ++other) {
      if (other != k) *weights[other] = 0.0f;
    }
    Columns<D, float, ValueOf> kept;                                // a copy, because no step is taken
    const auto own = columns_in(kept, k == 1 ? flock.carried : 0);  // only alignment reads columns
    copy_columns(flock.sorted_columns, place, own, 0);
    const Vec<float, D> part =
        steer_by_rules(q.rules, traits, sum, flock.sorted_bodies[place].v, own) * q.rules.scale;
    std::copy_n(part.c, D, parts[k].begin());
  }
  return parts;
}

/// Replacement of atomic operations for a loop on one thread.
struct LoopAtomic {
  template <class T>
  static T add(T* at, T value) {
    const T before = *at;
    *at += value;
    return before;
  }
  template <class T>
  static void max(T* at, T value) {
    *at = std::max(*at, value);
  }
  template <class T>
  static T load(T* at) {
    return *at;
  }
};

/// Answers all questions but the sums, about a flock in host memory. sum_of(place): the NeighbourSum of the boid at a sorted index.
template <int D, class SumOf>
FlockAnswers read_on_host(const FlockQuestions& asked, const FlockArrays<D>& flock,
                          const Parameters<float, D>& q, const SumOf& sum_of) {
  if (flock.boids == 0) return {};
  const auto block = std::make_unique<InspectionBlock<D>>();
  collect_answers<LoopAtomic>(asked, flock, q, block.get(), [](const char*, int64_t n, const auto& functor) {
    for (int64_t i = 0; i < n; ++i) functor(i);
  });
  FlockAnswers answers = answers_in(*block, asked, flock.boids);
  if (asked.boid) answers.rule_parts = rule_parts(flock, q, sum_of(block->place), block->place);
  return answers;
}

}  // namespace murmur
