#include "sim/ranks/rank_flock.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/faults.h"
#include "sim/backends/host_predators.h"
#include "sim/backends/parameters.h"
#include "sim/ranks/plane_work.h"
#include "sim/ranks/rank_executor.h"
#include "sim/ranks/slab_boids.h"
#include "sim/state/start.h"

namespace murmur {
namespace {

using Clock = std::chrono::steady_clock;

template <int D>
class SlabFlock final : public RankFlock {
 public:
  SlabFlock(Ranks& ranks, const BackendOptions& options)
      : ranks_(ranks),
        names_(rank_names(ranks)),
        cpu_(options.threads, options.simd == Simd::kAuto ? best_simd() : options.simd),
        slab_(ranks, cpu_),
        executor_(cpu_, ranks, slab_.order()) {}

  std::string name() const override { return "ranks"; }
  std::string description() const override {
    const int threads = cpu_.pool().size();
    return fmt::format("{} rank{}, {} thread{} each, {}", ranks_.size(), ranks_.size() == 1 ? "" : "s",
                       threads, threads == 1 ? "" : "s", simd_name(cpu_.simd()));
  }
  int64_t count() const override { return slab_.count(); }
  bool cancels() const override { return false; }

  void configure(const Scenario& scenario) override {
    scenario_ = scenario;
    parameters_ = make_parameters<float, D>(scenario_, arrays_);
    slab_.changed();
  }

  void load(const State<float>& state) override {
    uint64_t sizes[] = {static_cast<uint64_t>(state.count()), state.target.size(),
                        static_cast<uint64_t>(state.predator_count())};
    ranks_.broadcast(sizes, sizeof sizes);
    State<float> predators;
    predators.dimensions = D;
    for (const auto& [mine, theirs] : {std::pair(&state.predator_position, &predators.predator_position),
                                       std::pair(&state.predator_velocity, &predators.predator_velocity)}) {
      if (ranks_.rank() == 0) *theirs = *mine;
      theirs->resize(sizes[2] * D);
      ranks_.broadcast(theirs->data(), theirs->size() * sizeof(float));
    }
    predators_.load(predators);
    const int64_t all = static_cast<int64_t>(sizes[0]), mine = ranks_.rank() == 0 ? all : 0;
    const auto part = [&](int64_t first, int64_t boids) {
      State<float> share;
      const auto rows = [&](const std::vector<float>& from) {
        return std::vector<float>(from.begin() + first * D, from.begin() + (first + boids) * D);
      };
      share.position = rows(state.position);
      share.velocity = rows(state.velocity);
      if (!state.target.empty())
        share.target.assign(state.target.begin() + first, state.target.begin() + first + boids);
      return share;
    };
    slab_.fill(parameters_, all, 0, mine, slab_.rounds_of(all), sizes[1] > 0, part);
  }

  /// Each rank makes the boids of a share of the ids, and sends them to where they are.
  void load_start(const Scenario& scenario) override {
    const auto start = start_parts(scenario);
    predators_.load(start(0, 0));
    const int64_t all = scenario.boids, size = ranks_.size(), first = all * ranks_.rank() / size;
    const bool path = scenario.goal && scenario.goal->path.size() > 1;
    slab_.fill(parameters_, all, first, all * (ranks_.rank() + 1) / size - first,
               slab_.rounds_of((all + size - 1) / size), path,
               [&](int64_t begin, int64_t boids) { return start(first + begin, boids); });
  }

  void save(State<float>& state) const override {
    if (ranks_.rank() == 0) {
      const int64_t boids = slab_.count();
      state.dimensions = D;
      state.position.resize(static_cast<size_t>(boids * D));
      state.velocity.resize(static_cast<size_t>(boids * D));
      state.target.resize(static_cast<size_t>(slab_.own().has_targets() ? boids : 0));
      predators_.save(state);
      slab_.own().save_into(state);
    }
    collect(ranks_, slab_.own(), state);
  }

  void scatter(const std::vector<double>& at, double strength, double radius) override {
    const auto scatter = make_scatter(parameters_.world, to_vec<float, D>(at), static_cast<float>(strength),
                                      static_cast<float>(radius));
    Body<float, D>* const bodies = slab_.own().bodies().data();
    cpu_.for_each(slab_.own().count(), [&](int64_t i) { scatter(bodies[i].p, bodies[i].v); });
  }

  void add(const std::vector<float>& position, const std::vector<float>& velocity) override {
    slab_.add(position, velocity, slab_.own().has_targets() || arrays_.goals.size() > 1);
  }

  void remove(int64_t removed) override { slab_.remove(removed); }

  void step(const StepInput& input) override {
    const Clock::time_point start = Clock::now();
    const Ranks::Traffic before = ranks_.traffic();
    ranks_.begin_step(input.step + 1);
    StepInput uncancelled = input;
    uncancelled.cancel = nullptr;
    cpu_.begin_step(uncancelled);
    Parameters<float, D> q = parameters_;
    set_step(q, scenario_, input);
    q.behaviours.predators = predators_.positions();
    cpu_.begin(Stage::kSort);
    slab_.gather(q);
    if (ranks_.size() == 1) {  // the slab is the world
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
    traffic_.messages += ranks_.traffic().messages - before.messages;
    traffic_.bytes += ranks_.traffic().bytes - before.bytes;
    times_ = cpu_.times();
    times_.total = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    agree_on_end(input.step);
  }

  uint64_t hash() const override {
    std::atomic<uint64_t> sum{ranks_.rank() == 0 ? predators_.hash() : 0};
    slab_.own().hash(
        [this](int64_t boids, const auto& piece) { cpu_.pool().parallel_for(boids, 1 << 15, piece); },
        [&](uint64_t part) { sum += part; });
    uint64_t all = sum;
    ranks_.sum(&all, 1);
    return all;
  }

  /// Of the rank whose step took longest.
  PhaseTimes last_step_times() const override {
    std::vector<PhaseTimes> all(static_cast<size_t>(ranks_.size()));
    ranks_.gather(&times_, sizeof times_, all.data());
    return *std::max_element(all.begin(), all.end(),
                             [](const PhaseTimes& a, const PhaseTimes& b) { return a.total < b.total; });
  }

  void write_instances(float*) override {
    throw RunError("backend ranks cannot draw; use another for pictures");
  }

  RankFigures figures() override {
    uint64_t sums[] = {traffic_.messages, traffic_.bytes};
    ranks_.sum(sums, 2);
    uint64_t most[] = {~static_cast<uint64_t>(slab_.own().count()),
                       ~static_cast<uint64_t>(executor_.halo_boids())};
    ranks_.lowest(most, 2);
    return {static_cast<int64_t>(~most[0]),
            static_cast<int64_t>(~most[1]),
            sums[0],
            sums[1],
            slab_.balance().imbalance(),
            slab_.balance().planes(),
            slab_.balance().moves()};
  }

 private:
  void look_at_work(int64_t step) {
    if (!slab_.balance().due(step)) return;
    std::vector<uint64_t> work(static_cast<size_t>(slab_.grid().count[D - 1]), 0);
    add_plane_work(slab_.grid(), executor_.starts(), work);
    slab_.balance().improve(std::move(work));
  }

  /// What every rank must know after a step: whether a boid is not finite, and whether a rank was asked to stop.
  void agree_on_end(int64_t step) {
    constexpr auto kNone = std::numeric_limits<uint64_t>::max();
    const uint32_t fault = cpu_.fault();
    uint64_t lowest[] = {
        fault == kNoId ? kNone : (uint64_t{fault} << 32) | static_cast<uint64_t>(ranks_.rank()),
        ranks_.stop_wanted() ? 0u : 1u};
    ranks_.lowest(lowest, 2);
    if (lowest[1] == 0 && !ranks_.stop_wanted()) ranks_.stop();
    if (lowest[0] == kNone) return;
    try {
      throw_not_finite(static_cast<int64_t>(lowest[0] >> 32), step);
    } catch (const RunError& error) {
      throw SharedFailure(fmt::format("{}: {}", names_[lowest[0] & 0xffffffffu], error.what()));
    }
  }

  Ranks& ranks_;
  std::vector<std::string> names_;
  mutable CpuExecutor cpu_;
  SlabBoids<D> slab_;
  RankExecutor<D> executor_;
  Scenario scenario_;
  ParameterArrays<float, D> arrays_;
  Parameters<float, D> parameters_;
  Ranks::Traffic traffic_;  // of this rank's steps
  HostPredators<float, D> predators_;
  PhaseTimes times_;
};

}  // namespace

std::unique_ptr<RankFlock> make_rank_flock(Ranks& ranks, int dimensions, const BackendOptions& options) {
  if (dimensions == 3) return std::make_unique<SlabFlock<3>>(ranks, options);
  return std::make_unique<SlabFlock<2>>(ranks, options);
}

}  // namespace murmur
