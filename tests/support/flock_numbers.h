// Numbers that describe a flock of a wrapped 2-D world, for tests of what people see. Plain sums over the
// state.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/run/simulation.h"

namespace murmur {

class FlockNumbers {
 public:
  explicit FlockNumbers(const Simulation<float>& run)
      : size_(run.scenario().world.size), radius_(run.scenario().rules.radius) {
    state_ = state_as<double>(run.state());
  }

  size_t count() const { return static_cast<size_t>(state_.count()); }
  std::vector<double> place(size_t id) const {
    return {state_.position[2 * id], state_.position[2 * id + 1]};
  }
  std::vector<double> predator(size_t k) const {
    return {state_.predator_position[2 * k], state_.predator_position[2 * k + 1]};
  }
  double speed(size_t id) const { return std::hypot(state_.velocity[2 * id], state_.velocity[2 * id + 1]); }

  /// From a place to a boid, to its nearest image.
  double apart(size_t id, const std::vector<double>& from, size_t axis) const {
    const double d = state_.position[2 * id + axis] - from[axis];
    return d - size_[axis] * std::round(d / size_[axis]);
  }
  double distance(size_t id, const std::vector<double>& from) const {
    return std::hypot(apart(id, from, 0), apart(id, from, 1));
  }
  std::vector<size_t> within(const std::vector<double>& at, double radius) const {
    std::vector<size_t> ids;
    for (size_t id = 0; id < count(); ++id) {
      if (distance(id, at) < radius) ids.push_back(id);
    }
    return ids;
  }
  double mean_distance(const std::vector<size_t>& ids, const std::vector<double>& from) const {
    double sum = 0.0;
    for (const size_t id : ids) sum += distance(id, from);
    return sum / static_cast<double>(ids.size());
  }
  std::vector<double> mean_velocity() const {
    std::vector<double> sum(2, 0.0);
    for (size_t i = 0; i < state_.velocity.size(); ++i)
      sum[i % 2] += state_.velocity[i] / static_cast<double>(count());
    return sum;
  }
  /// Speed of a boid along the line from a place to it.
  double outward_speed(size_t id, const std::vector<double>& from) const {
    const double x = apart(id, from, 0), y = apart(id, from, 1);
    return (x * state_.velocity[2 * id] + y * state_.velocity[2 * id + 1]) / std::hypot(x, y);
  }
  /// Length of the mean heading in each boid's neighbourhood (itself included), averaged over every tenth
  /// boid that has one.
  double neighbourhood_polarisation() const {
    double sum = 0.0;
    int boids = 0;
    for (size_t i = 0; i < count(); i += 10) {
      const std::vector<size_t> near = within(place(i), radius_);
      double x = 0.0, y = 0.0;
      for (const size_t j : near) {
        const double v = std::max(speed(j), 1e-30);
        x += state_.velocity[2 * j] / v;
        y += state_.velocity[2 * j + 1] / v;
      }
      if (near.size() < 2) continue;
      sum += std::hypot(x, y) / static_cast<double>(near.size());
      ++boids;
    }
    return sum / boids;
  }

 private:
  State<double> state_;
  std::vector<double> size_;
  double radius_;
};

}  // namespace murmur
