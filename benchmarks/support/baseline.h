// Baselines for murmur's CPU backend: textbook flock programs in float32 with the rules of the `benchmark` preset and
// a branch per candidate. They share the steering with each other and no code with src/model, and may sum in any order.
// The programs check each against the reference after one step, so that no baseline does less work.
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

/// Cells of side R by a counting sort, 3 x 3 of them searched, an `if` per candidate. The state stays sorted.
std::unique_ptr<Baseline> make_grid_baseline(const Scenario& scenario, int threads);
/// Every boid against every other, one thread.
std::unique_ptr<Baseline> make_brute_force_baseline(const Scenario& scenario);
/// A quadtree rebuilt each step, neighbours collected into a list, one pass over it per rule; one thread.
std::unique_ptr<Baseline> make_quadtree_baseline(const Scenario& scenario);

/// Difference of a baseline's state from the expected one. Rounding may move a pair across R. The velocity of such a
/// boid differs by up to the rules' limits, so a small share of boids may differ.
struct StateDifference {
  double worst = 0;  ///< largest |difference| of a velocity component [world units / step]
  double share = 0;  ///< boids that differ by more than 1e-4
  bool acceptable() const { return share <= 1e-3 && worst <= 0.1; }
};
StateDifference compare(const State<float>& a, const State<float>& b);

}  // namespace murmur
