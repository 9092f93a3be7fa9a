// A backend for picture tests: shows the instances it was given and never moves them.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sim/backends/backend.h"

namespace murmur {

class StillFlock : public Backend<float> {
 public:
  /// instances: (count, 2 D) position and velocity of each boid.
  StillFlock(int dimensions, std::vector<float> instances)
      : dimensions_(dimensions), instances_(std::move(instances)) {}

  std::string name() const override { return "still"; }
  std::string description() const override { return "still"; }
  int64_t count() const override {
    return static_cast<int64_t>(instances_.size()) / instance_floats(dimensions_);
  }
  void configure(const Scenario&) override {}
  void load(const State<float>&) override {}
  /// By id: the place of a boid in the list, unless ids are given.
  void save(State<float>& state) const override {
    const auto row = static_cast<size_t>(dimensions_);
    state = State<float>{.dimensions = dimensions_};
    state.position.resize(instances_.size() / 2);
    state.velocity.resize(instances_.size() / 2);
    for (size_t k = 0; k < static_cast<size_t>(count()); ++k) {
      const size_t to = row * (ids_.empty() ? k : ids_[k]);
      std::copy_n(&instances_[2 * row * k], row, &state.position[to]);
      std::copy_n(&instances_[2 * row * k + row], row, &state.velocity[to]);
    }
    state.predator_position = predator_positions_;
    state.predator_velocity = predator_velocities_;
  }
  /// Each: (count, D).
  void set_predators(std::vector<float> positions, std::vector<float> velocities) {
    predator_positions_ = std::move(positions);
    predator_velocities_ = std::move(velocities);
  }
  void set_ids(std::vector<uint32_t> ids) { ids_ = std::move(ids); }
  void scatter(const std::vector<double>&, double, double) override {}
  void add(const State<float>&) override {}
  void remove(int64_t) override {}
  void step(const StepInput&) override {}
  uint64_t hash() const override { return 0; }
  void write_instances(float* out) override { std::copy(instances_.begin(), instances_.end(), out); }

 private:
  int dimensions_;
  std::vector<float> instances_, predator_positions_, predator_velocities_;
  std::vector<uint32_t> ids_;
};

}  // namespace murmur
