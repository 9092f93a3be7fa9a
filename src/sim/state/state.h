// The state of a run at one step, in id order: it is exchanged, saved, logged and compared.
// Backends have their own layouts and convert from and to this.
#pragma once

#include <cstdint>
#include <vector>

namespace murmur {

/// What each boid of a scenario has besides place and velocity.
struct Carried {
  bool targets = false;     ///< of a path
  bool alignments = false;  ///< with alignment.inertia

  friend Carried operator|(Carried a, Carried b) {
    return {a.targets || b.targets, a.alignments || b.alignments};
  }
};

/// T is float, or double for the double-precision reference. Ids are 0 .. count-1: row i is boid i.
template <class T>
struct State {
  int dimensions = 2;       ///< D: 2 or 3
  int64_t step = 0;         ///< steps taken so far
  std::vector<T> position;  ///< (count, D) row-major [world units]
  std::vector<T> velocity;  ///< (count, D) [world units / unit time]
  std::vector<uint32_t>
      target;  ///< (count,) index of the target place of each boid; empty without a goal path
  std::vector<T> predator_position;  ///< (predators, D)
  std::vector<T> predator_velocity;  ///< (predators, D)
  std::vector<T>
      alignment;  ///< (count, D) that acts on each boid [as the rule adds it]; empty without inertia

  int64_t count() const { return static_cast<int64_t>(position.size()) / dimensions; }
  Carried carried() const { return {!target.empty(), !alignment.empty()}; }
  int64_t predator_count() const { return static_cast<int64_t>(predator_position.size()) / dimensions; }
};

/// The 64-bit sum over boids and predators, independent of their order (docs/determinism.md).
template <class T>
uint64_t state_hash(const State<T>& state);

}  // namespace murmur
