// The cpu backend as a device that fails when it is told to, and for good.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/faults.h"

namespace murmur {

/// Of a device and what it has kept, which may outlive it.
struct FailingCondition {
  std::atomic<bool> broken = false;
  std::atomic<int> calls_left = -1;  ///< then it breaks; negative: it does not

  void call() {
    if (calls_left == 0) broken = true;
    if (calls_left > 0) --calls_left;
    if (broken) throw DeviceFailure("the device broke", "use another");
  }
};

/// On the device until it was copied to the host twice.
class KeptOnFailing final : public KeptFlock<float> {
 public:
  KeptOnFailing(std::shared_ptr<FailingCondition> condition, State<float> state)
      : condition_(std::move(condition)), state_(std::move(state)) {}
  double host_bytes() const override { return 0.0; }
  double device_bytes() const override { return 100.0; }
  bool on_host() const override { return parts_ >= 2; }
  void copy_to_host(size_t) const override {
    condition_->call();
    ++parts_;
  }
  State<float> state() const override {
    if (!on_host()) condition_->call();
    return state_;
  }

 private:
  std::shared_ptr<FailingCondition> condition_;
  State<float> state_;
  mutable int parts_ = 0;
};

class FailingDevice final : public Backend<float> {
 public:
  std::string name() const override { return "failing"; }
  std::string description() const override { return "for tests"; }
  int device_index() const override { return 0; }
  int64_t count() const override { return inner_->count(); }
  void configure(const Scenario& scenario) override {
    condition_->call();
    murmur::configure(inner_, scenario);
  }
  void load(const State<float>& state) override { works()->load(state); }
  void save(State<float>& state) const override { works()->save(state); }
  std::shared_ptr<const KeptFlock<float>> keep() override {
    State<float> state;
    works()->save(state);
    return std::make_shared<KeptOnFailing>(condition_, std::move(state));
  }
  double most_kept_bytes() override { return 2000.0; }
  void scatter(const std::vector<double>& at, double strength, double radius) override {
    works()->scatter(at, strength, radius);
  }
  void add(const State<float>& boids) override { works()->add(boids); }
  void remove(int64_t count) override { works()->remove(count); }
  uint64_t hash() const override { return works()->hash(); }
  void write_instances(float* out) override { works()->write_instances(out); }
  void step(const StepInput& input) override { works()->step(input); }

 private:
  Backend<float>* works() const {
    condition_->call();
    return inner_.get();
  }
  std::shared_ptr<FailingCondition> condition_ = std::make_shared<FailingCondition>();
  std::unique_ptr<Backend<float>> inner_ = make_cpu({.threads = 1});

 public:
  std::atomic<bool>& broken = condition_->broken;
  std::atomic<int>& calls_left = condition_->calls_left;
};

}  // namespace murmur
