// A backend that contains a 2D or a 3D backend. configure() makes the one for the scenario's dimension, and
// every call is passed on to it.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "sim/backends/backend.h"
#include "sim/backends/boid_view.h"
#include "sim/backends/flock_reader.h"

namespace murmur {

template <class T>
class ByDimension : public Backend<T>, public BoidViewer<T>, public FlockReader {
 public:
  using Maker = std::function<std::unique_ptr<Backend<T>>(int dimensions)>;
  explicit ByDimension(Maker make) : make_(std::move(make)), flock_(make_(2)) {}

  std::string name() const override { return flock_->name(); }
  std::string description() const override { return flock_->description(); }
  std::string kernel() const override { return flock_->kernel(); }
  int64_t count() const override { return flock_->count(); }
  void configure(const Scenario& scenario) override {
    if (scenario.dimensions() != dimensions_) {
      dimensions_ = scenario.dimensions();
      flock_ = make_(dimensions_);
    }
    flock_->configure(scenario);
  }
  bool cancels() const override { return flock_->cancels(); }
  void load(const State<T>& state) override { flock_->load(state); }
  void load_start(const Scenario& scenario) override { flock_->load_start(scenario); }
  void save(State<T>& state) const override { flock_->save(state); }
  std::shared_ptr<const KeptFlock<T>> keep() override { return flock_->keep(); }
  void restore(const KeptFlock<T>& kept) override { flock_->restore(kept); }
  double most_kept_bytes() override { return flock_->most_kept_bytes(); }
  void pick(const std::vector<uint32_t>& ids, State<T>& out) const override { flock_->pick(ids, out); }
  void scatter(const std::vector<double>& at, double strength, double radius) override {
    flock_->scatter(at, strength, radius);
  }
  void add(const State<T>& boids) override { flock_->add(boids); }
  void remove(int64_t count) override { flock_->remove(count); }
  void step(const StepInput& input) override { flock_->step(input); }
  uint64_t hash() const override { return flock_->hash(); }
  PhaseTimes last_step_times() const override { return flock_->last_step_times(); }
  std::string summary() override { return flock_->summary(); }
  void write_instances(float* out) override { flock_->write_instances(out); }
  void write_column(DrawnColumn column, float* out) override { flock_->write_column(column, out); }
  BoidView<T> view() override {
    auto* const viewer = dynamic_cast<BoidViewer<T>*>(flock_.get());
    return viewer ? viewer->view() : BoidView<T>{};
  }
  std::optional<FlockAnswers> read(const FlockQuestions& asked) override {
    auto* const reader = dynamic_cast<FlockReader*>(flock_.get());
    return reader ? reader->read(asked) : std::nullopt;
  }
  bool count_pixels(const PixelProjection& camera, std::vector<uint32_t>& counts) override {
    auto* const reader = dynamic_cast<FlockReader*>(flock_.get());
    return reader && reader->count_pixels(camera, counts);
  }
  double mean_neighbours() const override { return flock_->mean_neighbours(); }

 private:
  Maker make_;
  int dimensions_ = 2;
  std::unique_ptr<Backend<T>> flock_;
};

}  // namespace murmur
