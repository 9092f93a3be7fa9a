#include "sim/ranks/cpu_rank_flock.h"

#include <atomic>
#include <utility>

#include <fmt/format.h>

#include "sim/ranks/plane_work.h"
#include "sim/ranks/rank_executor.h"
#include "sim/ranks/rank_flock_base.h"

namespace murmur {
namespace {

/// The flock of a rank that steps on processors.
template <int D>
class SlabFlock final : public RankFlockBase<D> {
 public:
  SlabFlock(Ranks& ranks, const BackendOptions& options)
      : RankFlockBase<D>(ranks, options), executor_(cpu_, ranks, slab_.order()) {}

  std::string description() const override {
    const int threads = cpu_.pool().size();
    return fmt::format("{} rank{}, {} thread{} each, {}", ranks_.size(), ranks_.size() == 1 ? "" : "s",
                       threads, threads == 1 ? "" : "s", simd_name(cpu_.simd()));
  }

  void scatter(const std::vector<double>& at, double strength, double radius) override {
    const auto scatter = make_scatter(parameters_.world, to_vec<float, D>(at), static_cast<float>(strength),
                                      static_cast<float>(radius));
    Body<float, D>* const bodies = slab_.own().bodies().data();
    cpu_.for_each(slab_.own().count(), [&](int64_t i) { scatter(bodies[i].p, bodies[i].v); });
  }

  void add(const State<float>& boids) override { slab_.add(boids, carried_by(scenario_)); }

  void remove(int64_t removed) override { slab_.remove(removed); }

 private:
  using Base = RankFlockBase<D>;
  using Base::cpu_, Base::parameters_, Base::predators_, Base::ranks_, Base::scenario_, Base::slab_;

  void filled() override {}
  void with_local(const std::function<void(const HostBoids<float, D>&)>& use) const override {
    use(slab_.own());
  }
  int64_t local_count() const override { return slab_.own().count(); }
  int64_t halo_boids() const override { return executor_.halo_boids(); }
  PhaseTimes stage_times() const override { return cpu_.times(); }

  uint64_t hash_of_local() const override {
    std::atomic<uint64_t> sum{0};
    slab_.own().hash(
        [this](int64_t boids, const auto& piece) { cpu_.pool().parallel_for(boids, 1 << 15, piece); },
        [&](uint64_t part) { sum += part; });
    return sum;
  }

  uint32_t step_local(const StepInput& input, Parameters<float, D>& q) override {
    StepInput uncancelled = input;
    uncancelled.cancel = nullptr;
    cpu_.begin_step(uncancelled);
    q.behaviours.predators = predators_.positions();
    cpu_.begin(Stage::kSort);
    slab_.gather(q);
    if (ranks_.size() == 1) {  // the slab is the whole world
      step_flock(cpu_, slab_.arrays(), predators_, q, slab_.grid(), false);
    } else {
      executor_.plan(slab_.grid(), slab_.balance().borders());
      sort_flock(executor_, slab_.arrays(), slab_.grid());
      cpu_.begin(Stage::kRules);
      executor_.update_boids(slab_.arrays(), q, slab_.grid());
      cpu_.begin(Stage::kPredators);
      executor_.step_predators(slab_.arrays(), q, predators_);
      cpu_.end();
      look_at_work(input.step);
    }
    slab_.order().give_order_to(slab_.own());
    return cpu_.fault();
  }

  void look_at_work(int64_t step) {
    if (!slab_.balance().due(step)) return;
    std::vector<uint64_t> work(static_cast<size_t>(slab_.grid().count[D - 1]), 0);
    add_plane_work(slab_.grid(), executor_.starts(), work);
    slab_.balance().improve(std::move(work));
  }

  RankExecutor<D> executor_;
};

}  // namespace

std::unique_ptr<RankFlock> make_cpu_rank_flock(Ranks& ranks, int dimensions, const BackendOptions& options) {
  if (dimensions == 3) return std::make_unique<SlabFlock<3>>(ranks, options);
  return std::make_unique<SlabFlock<2>>(ranks, options);
}

}  // namespace murmur
