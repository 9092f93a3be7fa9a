// The flock programs people usually write, to measure murmur's CPU backend against: float32, the rules of the
// `benchmark` preset, branches and all. They share the steering and nothing with src/model: textbook code,
// free to sum in any order. bench programs check each against the reference after one step, so none does less
// work.
#pragma once

#include <memory>
#include <string>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

class Baseline {
 public:
  virtual ~Baseline() = default;
  virtual void load(const State<float>& state) = 0;
  virtual void step() = 0;
  virtual State<float> save() const = 0;  ///< in id order
};

/// Cells of side R found by a counting sort, 3 x 3 of them searched, an `if` per candidate. State stays
/// sorted.
std::unique_ptr<Baseline> make_grid_baseline(const Scenario& scenario, int threads);
/// Every boid against every other, one thread.
std::unique_ptr<Baseline> make_brute_force_baseline(const Scenario& scenario);
/// A quadtree built anew each step, neighbours collected into a list, one pass over it per rule; one thread.
std::unique_ptr<Baseline> make_quadtree_baseline(const Scenario& scenario);

/// How far a baseline's state is from the right one. Rounding may move a pair across R; such a boid's
/// velocity differs by up to the rules' limits, so boids that differ are counted and not forbidden.
struct Disagreement {
  double worst = 0;  ///< largest |difference| of a velocity component [world units / step]
  double share = 0;  ///< boids that differ by more than 1e-4
  bool acceptable() const { return share <= 1e-3 && worst <= 0.1; }
};
Disagreement compare(const State<float>& a, const State<float>& b);

}  // namespace murmur
