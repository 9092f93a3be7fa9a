// The reference, whose steps wait until they are let go, or fail.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>

#include "sim/backends/reference/reference.h"
#include "sim/util/errors.h"

namespace murmur {

class HeldBackend final : public Backend<float> {
 public:
  std::string name() const override { return inner_->name(); }
  std::string description() const override { return inner_->description(); }
  int64_t count() const override { return inner_->count(); }
  void configure(const Scenario& scenario) override { murmur::configure(inner_, scenario); }
  void load(const State<float>& state) override { inner_->load(state); }
  void save(State<float>& state) const override { inner_->save(state); }
  void scatter(const std::vector<double>& at, double strength, double radius) override {
    inner_->scatter(at, strength, radius);
  }
  void add(const State<float>& boids) override { inner_->add(boids); }
  void remove(int64_t count) override { inner_->remove(count); }
  uint64_t hash() const override { return inner_->hash(); }
  void write_instances(float* out) override { inner_->write_instances(out); }
  void step(const StepInput& input) override {
    if (*hold) (*hold)->get_future().wait();
    if (input.cancelled()) throw StepCancelled();
    if (!fault.empty()) throw RunError(fault);
    inner_->step(input);
  }

  /// Shared with the test, which may let a step go after the run has changed its backend.
  std::shared_ptr<std::optional<std::promise<void>>> hold =
      std::make_shared<std::optional<std::promise<void>>>();
  std::string fault;

 private:
  std::unique_ptr<Backend<float>> inner_ = make_reference_float();
};

}  // namespace murmur
