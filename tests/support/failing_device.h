// The cpu backend as a device that fails when it is told to, and for good.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/faults.h"

namespace murmur {

class FailingDevice final : public Backend<float> {
 public:
  std::string name() const override { return "failing"; }
  std::string description() const override { return "for tests"; }
  int device_index() const override { return 0; }
  int64_t count() const override { return inner_->count(); }
  void configure(const Scenario& scenario) override { works()->configure(scenario); }
  void load(const State<float>& state) override { works()->load(state); }
  void save(State<float>& state) const override { works()->save(state); }
  void scatter(const std::vector<double>& at, double strength, double radius) override {
    works()->scatter(at, strength, radius);
  }
  void add(const std::vector<float>& position, const std::vector<float>& velocity) override {
    works()->add(position, velocity);
  }
  void remove(int64_t count) override { works()->remove(count); }
  uint64_t hash() const override { return works()->hash(); }
  void write_instances(float* out) override { works()->write_instances(out); }
  void step(const StepInput& input) override { works()->step(input); }

  std::atomic<bool> broken = false;
  std::atomic<int> calls_left = -1;  ///< then it breaks; negative: it does not

 private:
  Backend<float>* works() const {
    if (calls_left == 0) const_cast<FailingDevice*>(this)->broken = true;
    if (calls_left > 0) --const_cast<FailingDevice*>(this)->calls_left;
    if (broken) throw DeviceFailure("the device broke", "use another");
    return inner_.get();
  }
  std::unique_ptr<Backend<float>> inner_ = make_cpu({.threads = 1});
};

}  // namespace murmur
