// The common part of a rank's flock, wherever its boids are: scenario and predators, copies of boids from and to
// states and starts, sums over all ranks, and the agreement at the end of a step. Owns the slab's borders and, during
// copies, its boids in host memory. Base of the flocks of cpu_rank_flock.cpp and device_rank_flock.cpp.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "sim/backends/cpu/executor.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/host_predators.h"
#include "sim/backends/make_parameters.h"
#include "sim/ranks/rank_flock.h"
#include "sim/ranks/slab_boids.h"
#include "sim/state/start.h"

namespace murmur {

/// Agrees on the end of a step: all ranks fail together if a boid of any rank is not finite (`fault`: lowest id on
/// this rank, or kNoId), or if a rank was asked to stop. @throws SharedFailure.
void agree_on_end(Ranks& ranks, const std::vector<std::string>& names, int64_t step, uint32_t fault,
                  const Scenario& scenario);

template <int D>
class RankFlockBase : public RankFlock {
 public:
  std::string name() const override { return "ranks"; }  // rank 0's backend has the name for users
  int64_t count() const override { return slab_.count(); }
  bool cancels() const override { return false; }

  void configure(const Scenario& scenario) override {
    scenario_ = scenario;
    parameters_ = make_parameters<float, D>(scenario_, arrays_);
    slab_.changed();
  }

  void load(const State<float>& state) override {
    uint64_t sizes[] = {static_cast<uint64_t>(state.count()), static_cast<uint64_t>(state.predator_count())};
    ranks_.broadcast(sizes, sizeof sizes);
    Carried carried = state.carried();
    ranks_.broadcast(&carried, sizeof carried);
    State<float> predators;
    predators.dimensions = D;
    for (const auto& [mine, theirs] : {std::pair(&state.predator_position, &predators.predator_position),
                                       std::pair(&state.predator_velocity, &predators.predator_velocity)}) {
      if (ranks_.rank() == 0) *theirs = *mine;
      theirs->resize(sizes[1] * D);
      ranks_.broadcast(theirs->data(), theirs->size() * sizeof(float));
    }
    predators_.load(predators);
    const int64_t all = static_cast<int64_t>(sizes[0]), mine = ranks_.rank() == 0 ? all : 0;
    slab_.fill(parameters_, all, 0, mine, slab_.rounds_of(all), carried,
               [&](int64_t first, int64_t boids) { return state.part(first, boids); });
    filled();
  }

  /// Every rank makes the boids of a share of the ids, and sends them to the ranks that own their planes.
  void load_start(const Scenario& scenario) override {
    std::function<State<float>(int64_t first, int64_t boids)> start;
    in_agreement(ranks_, [&] {
      start = start_parts(scenario);
      predators_.load(start(0, 0));
    });
    const int64_t all = scenario.boids, size = ranks_.size(), first = all * ranks_.rank() / size;
    slab_.fill(parameters_, all, first, all * (ranks_.rank() + 1) / size - first,
               slab_.rounds_of((all + size - 1) / size), carried_by(scenario),
               [&](int64_t begin, int64_t boids) { return start(first + begin, boids); });
    filled();
  }

  void save(State<float>& state) const override {
    with_local([&](const HostBoids<float, D>& own) {
      if (ranks_.rank() == 0) {
        own.resize_rows(state, static_cast<size_t>(slab_.count()));
        predators_.save(state);
        own.save_into(state);
      }
      collect(ranks_, own, state);
    });
  }

  uint64_t hash() const override {
    uint64_t all = hash_of_local() + (ranks_.rank() == 0 ? predators_.hash() : 0);
    ranks_.sum(&all, 1);
    return all;
  }

  /// Times of the rank with the longest step.
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
    uint64_t most[] = {~static_cast<uint64_t>(local_count()), ~static_cast<uint64_t>(halo_boids())};
    ranks_.lowest(most, 2);
    return {static_cast<int64_t>(~most[0]),
            static_cast<int64_t>(~most[1]),
            sums[0],
            sums[1],
            slab_.balance().imbalance(),
            slab_.balance().planes(),
            slab_.balance().moves()};
  }

  /// Takes one step, measuring time and messages.
  void step(const StepInput& input) final {
    const auto start = std::chrono::steady_clock::now();
    const Ranks::Traffic before = ranks_.traffic();
    ranks_.begin_step(input.step + 1);
    Parameters<float, D> q = parameters_;
    set_step(q, scenario_, input);
    uint32_t fault = step_local(input, q);
    fault = std::min(fault, predators_.fault());
    traffic_.messages += ranks_.traffic().messages - before.messages;
    traffic_.bytes += ranks_.traffic().bytes - before.bytes;
    times_ = stage_times();
    times_.total =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    agree_on_end(ranks_, names_, input.step, fault, scenario_);
  }

 protected:
  RankFlockBase(Ranks& ranks, const BackendOptions& options)
      : ranks_(ranks),
        names_(rank_names(ranks)),
        cpu_(options.threads, options.simd == Simd::kAuto ? best_simd() : options.simd),
        slab_(ranks, cpu_) {}

  /// Takes over the boids of slab_.own(), in place of all earlier boids.
  virtual void filled() = 0;
  /// Calls use(boids) with this rank's boids in host memory.
  virtual void with_local(const std::function<void(const HostBoids<float, D>&)>& use) const = 0;
  virtual int64_t local_count() const = 0;
  virtual int64_t halo_boids() const = 0;
  virtual uint64_t hash_of_local() const = 0;
  /// Steps the own boids. @returns the lowest id of an own boid that is not finite afterwards, or kNoId.
  virtual uint32_t step_local(const StepInput& input, Parameters<float, D>& q) = 0;
  virtual PhaseTimes stage_times() const = 0;

  Ranks& ranks_;
  std::vector<std::string> names_;
  mutable CpuExecutor cpu_;
  SlabBoids<D> slab_;
  Scenario scenario_;
  ParameterArrays<float, D> arrays_;
  Parameters<float, D> parameters_;
  Ranks::Traffic traffic_;  // messages of this rank's steps
  HostPredators<float, D> predators_;
  PhaseTimes times_;
};

}  // namespace murmur
