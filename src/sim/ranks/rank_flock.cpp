#include "sim/ranks/rank_flock.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/cpu/sorted_arrays.h"
#include "sim/backends/faults.h"
#include "sim/backends/host_boids.h"
#include "sim/backends/host_predators.h"
#include "sim/backends/parameters.h"
#include "sim/ranks/balance.h"
#include "sim/ranks/migration.h"
#include "sim/ranks/plane_work.h"
#include "sim/ranks/rank_executor.h"
#include "sim/ranks/slabs.h"
#include "sim/state/start.h"

namespace murmur {
namespace {

constexpr int64_t kChunk = 1 << 18;  // boids that a rank makes, or passes on, at a time

using Clock = std::chrono::steady_clock;

template <int D>
class SlabFlock final : public RankFlock {
 public:
  SlabFlock(Ranks& ranks, const BackendOptions& options)
      : ranks_(ranks),
        balance_(ranks),
        names_(rank_names(ranks)),
        cpu_(options.threads, options.simd == Simd::kAuto ? best_simd() : options.simd),
        executor_(cpu_, ranks, [this](FlockArrays<D>& flock, int64_t bodies) {
          grow(order_.bodies, bodies + kBlockPadding);
          flock.sorted_bodies = order_.bodies.data();
        }) {}

  std::string name() const override { return "ranks"; }
  std::string description() const override {
    const int threads = cpu_.pool().size();
    return fmt::format("{} rank{}, {} thread{} each, {}", ranks_.size(), ranks_.size() == 1 ? "" : "s",
                       threads, threads == 1 ? "" : "s", simd_name(cpu_.simd()));
  }
  int64_t count() const override { return count_; }
  bool cancels() const override { return false; }

  void configure(const Scenario& scenario) override {
    scenario_ = scenario;
    parameters_ = make_parameters<float, D>(scenario_, arrays_);
    inside_ = false;
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
    fill(all, 0, mine, (all + kChunk - 1) / kChunk, sizes[1] > 0, [&](int64_t first, int64_t boids) {
      State<float> part;
      const auto rows = [&](const std::vector<float>& from) {
        return std::vector<float>(from.begin() + first * D, from.begin() + (first + boids) * D);
      };
      part.position = rows(state.position);
      part.velocity = rows(state.velocity);
      if (!state.target.empty())
        part.target.assign(state.target.begin() + first, state.target.begin() + first + boids);
      return part;
    });
  }

  /// Each rank makes the boids of a share of the ids, and sends them to where they are.
  void load_start(const Scenario& scenario) override {
    const auto start = start_parts(scenario);
    predators_.load(start(0, 0));
    const int64_t all = scenario.boids, size = ranks_.size(), first = all * ranks_.rank() / size;
    const bool path = scenario.goal && scenario.goal->path.size() > 1;
    fill(all, first, all * (ranks_.rank() + 1) / size - first,
         ((all + size - 1) / size + kChunk - 1) / kChunk, path,
         [&](int64_t begin, int64_t boids) { return start(first + begin, boids); });
  }

  void save(State<float>& state) const override {
    if (ranks_.rank() == 0) {
      state.dimensions = D;
      state.position.resize(static_cast<size_t>(count_ * D));
      state.velocity.resize(static_cast<size_t>(count_ * D));
      state.target.resize(static_cast<size_t>(boids_.has_targets() ? count_ : 0));
      predators_.save(state);
      boids_.save_into(state);
    }
    collect(ranks_, boids_, state);
  }

  void scatter(const std::vector<double>& at, double strength, double radius) override {
    const auto scatter = make_scatter(parameters_.world, to_vec<float, D>(at), static_cast<float>(strength),
                                      static_cast<float>(radius));
    Body<float, D>* const bodies = boids_.bodies().data();
    cpu_.for_each(boids_.count(), [&](int64_t i) { scatter(bodies[i].p, bodies[i].v); });
  }

  /// Each rank takes a share of them; the next step sends them to where they are.
  void add(const std::vector<float>& position, const std::vector<float>& velocity) override {
    const int64_t added = static_cast<int64_t>(position.size()) / D;
    const int64_t first = added * ranks_.rank() / ranks_.size(),
                  last = added * (ranks_.rank() + 1) / ranks_.size();
    const auto share = [&](const std::vector<float>& from) {
      return std::vector<float>(from.begin() + first * D, from.begin() + last * D);
    };
    boids_.add(share(position), share(velocity), boids_.has_targets() || arrays_.goals.size() > 1,
               count_ + first);
    count_ += added;
    inside_ = false;
  }

  void remove(int64_t removed) override {
    count_ = std::max<int64_t>(0, count_ - removed);
    boids_.keep_below(count_);
    inside_ = false;
  }

  void step(const StepInput& input) override {
    const Clock::time_point start = Clock::now();
    const Ranks::Traffic before = ranks_.traffic();
    StepInput uncancelled = input;
    uncancelled.cancel = nullptr;
    cpu_.begin_step(uncancelled);
    Parameters<float, D> q = parameters_;
    set_step(q, scenario_, input);
    q.behaviours.predators = predators_.positions();
    cpu_.begin(Stage::kSort);
    prepare();
    send_leavers();
    sort_flock(executor_, flock_, grid_);
    cpu_.begin(Stage::kRules);
    executor_.update_boids(flock_, q, grid_);
    cpu_.begin(Stage::kPredators);
    executor_.step_predators(flock_, q, predators_);
    cpu_.end();
    if (balance_.due(input.step)) {
      std::vector<uint64_t> work(static_cast<size_t>(grid_.count[D - 1]), 0);
      add_plane_work(grid_, executor_.starts(), work);
      balance_.improve(std::move(work));
    }
    order_.give_order_to(boids_);
    traffic_.messages += ranks_.traffic().messages - before.messages;
    traffic_.bytes += ranks_.traffic().bytes - before.bytes;
    times_ = cpu_.times();
    times_.total = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    agree_on_end(input.step);
  }

  uint64_t hash() const override {
    std::atomic<uint64_t> sum{ranks_.rank() == 0 ? predators_.hash() : 0};
    boids_.hash([this](int64_t boids, const auto& piece) { cpu_.pool().parallel_for(boids, 1 << 15, piece); },
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
    uint64_t most[] = {~static_cast<uint64_t>(boids_.count()),
                       ~static_cast<uint64_t>(executor_.halo_boids())};
    ranks_.lowest(most, 2);
    return {static_cast<int64_t>(~most[0]),
            static_cast<int64_t>(~most[1]),
            sums[0],
            sums[1],
            balance_.imbalance(),
            balance_.planes(),
            balance_.moves()};
  }

 private:
  CellGrid<float, D> make_grid_now(float outside) const {
    return make_grid(parameters_.world, parameters_.rules.radius, count_, outside);
  }

  /// Takes over a flock of `all` boids, of which this rank has `mine`: part(begin, boids) are those from the begin-th on, with
  /// ids from first + begin on. In `rounds` parts on every rank, so that none has room for much more than its own.
  template <class Part>
  void fill(int64_t all, int64_t first, int64_t mine, int64_t rounds, bool targets, const Part& part) {
    count_ = all;
    inside_ = false;
    boids_.resize(0, targets);
    grid_ = make_grid_now(0.0f);
    const auto for_each_part = [&](const auto& body) {
      for (int64_t round = 0; round < rounds; ++round) {
        const int64_t begin = std::min(round * kChunk, mine);
        body(begin, part(begin, std::min(kChunk, mine - begin)));
      }
    };
    std::vector<uint64_t> boids(static_cast<size_t>(grid_.count[D - 1]), 0);
    for_each_part([&](int64_t, const State<float>& state) {
      for (size_t k = D - 1; k < state.position.size(); k += D)
        ++boids[static_cast<size_t>(grid_.coordinate(D - 1, state.position[k]))];
    });
    balance_.begin(std::move(boids));
    // Room for the usual share at once: arrays that grow leave holes in the heap.
    executor_.plan(grid_, balance_.borders());
    boids_.resize(all / ranks_.size(), targets);
    point_at_arrays();
    boids_.resize(0, targets);
    for_each_part([&](int64_t begin, const State<float>& state) {
      const auto before = boids_.count();
      boids_.add(state.position, state.velocity, targets, first + begin);
      std::copy(state.target.begin(), state.target.end(), boids_.targets().begin() + before);
      send_leavers();
    });
  }

  /// The grid of this step, and borders that fit it.
  void prepare() {
    grid_ = make_grid_now(outside());
    if (balance_.planes() == grid_.count[D - 1]) return;
    std::vector<uint64_t> boids(static_cast<size_t>(grid_.count[D - 1]), 0);
    for (size_t i = 0; i < static_cast<size_t>(boids_.count()); ++i)
      ++boids[static_cast<size_t>(grid_.coordinate(D - 1, boids_.bodies()[i].p[D - 1]))];
    balance_.begin(std::move(boids));
  }

  /// Every boid goes to the rank that owns its plane. Then the arrays have room for this rank's boids.
  void send_leavers() {
    executor_.plan(grid_, balance_.borders());
    point_at_arrays();
    cpu_.find_cells(flock_, grid_);
    const Slab slab = executor_.slab();
    const int64_t cells = plane_cells(grid_);
    leaving_.clear();
    leaving_to_.clear();
    for (int64_t i = 0; i < boids_.count(); ++i) {
      const uint32_t cell = order_.cells[static_cast<size_t>(i)];
      if (static_cast<uint32_t>(cell - slab.first_cell) < static_cast<uint64_t>(slab.cells)) continue;
      leaving_.push_back(static_cast<uint32_t>(i));
      leaving_to_.push_back(balance_.owner(cell / cells));
    }
    migrate(ranks_, boids_, leaving_, leaving_to_);
    point_at_arrays();
  }

  void point_at_arrays() {
    order_.resize(boids_);
    flock_ = order_.with(boids_, executor_.slab().cells);
  }

  /// How far boids of any rank are outside a wrapped world. None are once a step has wrapped them.
  float outside() {
    if (parameters_.world.metric == Metric::kPlain ||
        (inside_ && parameters_.world.boundary == Boundary::kWrap))
      return 0.0f;
    float worst = farthest_outside(parameters_.world, boids_);
    inside_ = true;
    uint64_t bits = ~static_cast<uint64_t>(bits_of(worst));  // floats from 0 on are ordered as their bits
    ranks_.lowest(&bits, 1);
    const auto highest = static_cast<uint32_t>(~bits);
    std::memcpy(&worst, &highest, sizeof worst);
    return worst;
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
  Balance balance_;
  std::vector<std::string> names_;
  mutable CpuExecutor cpu_;
  RankExecutor<D> executor_;
  Scenario scenario_;
  ParameterArrays<float, D> arrays_;
  Parameters<float, D> parameters_;
  HostBoids<float, D> boids_{kBlockPadding};
  int64_t count_ = 0;       // of all ranks
  bool inside_ = false;     // as in the cpu backend
  Ranks::Traffic traffic_;  // of this rank's steps
  SortedArrays<D> order_;   // with the halo after this rank's bodies
  std::vector<uint32_t> leaving_;
  std::vector<int32_t> leaving_to_;
  FlockArrays<D> flock_;
  CellGrid<float, D> grid_{};
  HostPredators<float, D> predators_;
  PhaseTimes times_;
};

}  // namespace

std::unique_ptr<RankFlock> make_rank_flock(Ranks& ranks, int dimensions, const BackendOptions& options) {
  if (dimensions == 3) return std::make_unique<SlabFlock<3>>(ranks, options);
  return std::make_unique<SlabFlock<2>>(ranks, options);
}

}  // namespace murmur
