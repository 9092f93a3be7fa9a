// The cpu backend: the shared step over threads and lanes. Boids stay in contract order from step to step, so
// that memory is read nearly in sequence; ids tell who is who (a state kept in id order costs 75 % more at 1M
// boids).
#include <algorithm>
#include <chrono>
#include <mutex>

#include "sim/backends/by_dimension.h"
#include "sim/backends/cpu/executor.h"
#include "sim/backends/host_flock.h"

namespace murmur {
namespace {

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

template <int D>
class CpuFlock final : public Backend<float> {
 public:
  explicit CpuFlock(std::shared_ptr<CpuExecutor> executor) : executor_(std::move(executor)) {}

  std::string name() const override { return "cpu"; }
  std::string description() const override {
    return fmt::format("{} thread{}, {}", executor_->pool().size(), executor_->pool().size() == 1 ? "" : "s",
                       simd_name(executor_->simd()));
  }
  int64_t count() const override { return boids_; }

  void configure(const Scenario& scenario) override {
    scenario_ = scenario;
    parameters_ = make_parameters<float, D>(scenario_, arrays_);
    sorted_ = inside_ = false;
  }

  void load(const State<float>& state) override {
    resize(state.count(), !state.target.empty());
    for (int64_t i = 0; i < boids_; ++i)
      put(i, static_cast<uint32_t>(i), &state.position[static_cast<size_t>(i * D)],
          &state.velocity[static_cast<size_t>(i * D)]);
    std::copy(state.target.begin(), state.target.end(), targets_.begin());
    predators_.load(state);
  }

  void save(State<float>& state) const override {
    state.dimensions = D;
    state.position.resize(static_cast<size_t>(boids_ * D));
    state.velocity.resize(static_cast<size_t>(boids_ * D));
    state.target.resize(has_targets_ ? static_cast<size_t>(boids_) : 0);
    executor_->pool().parallel_for(boids_, 1 << 15, [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
        for (size_t k = 0; k < D; ++k) {
          state.position[ids_[i] * size_t{D} + k] = bodies_[i].p[static_cast<int>(k)];
          state.velocity[ids_[i] * size_t{D} + k] = bodies_[i].v[static_cast<int>(k)];
        }
        if (has_targets_) state.target[ids_[i]] = targets_[i];
      }
    });
    predators_.save(state);
  }

  void pick(const std::vector<uint32_t>& ids, State<float>& out) const override {
    out = State<float>{.dimensions = D};
    for (const uint32_t id : ids) {
      const auto at = std::find(ids_.begin(), ids_.end(), id);
      append(out, bodies_[static_cast<size_t>(at - ids_.begin())]);
    }
    predators_.save(out);
  }

  void scatter(const std::vector<double>& at, double strength, double radius) override {
    const auto scatter = make_scatter(parameters_.world, to_vec<float, D>(at), static_cast<float>(strength),
                                      static_cast<float>(radius));
    executor_->for_each("scatter", boids_, [&](int64_t i) {
      scatter(bodies_[static_cast<size_t>(i)].p, bodies_[static_cast<size_t>(i)].v);
    });
    sorted_ = false;
  }

  void add(const std::vector<float>& position, const std::vector<float>& velocity) override {
    const int64_t before = boids_, added = static_cast<int64_t>(position.size()) / D;
    resize(before + added, has_targets_ || arrays_.goals.size() > 1);
    for (int64_t i = 0; i < added; ++i) {
      put(before + i, static_cast<uint32_t>(before + i), &position[static_cast<size_t>(i * D)],
          &velocity[static_cast<size_t>(i * D)]);
    }
  }

  void remove(int64_t count) override {
    const auto left = static_cast<uint32_t>(std::max<int64_t>(0, boids_ - count));
    int64_t kept = 0;
    for (size_t i = 0; i < static_cast<size_t>(boids_); ++i) {
      if (ids_[i] >= left) continue;
      const auto to = static_cast<size_t>(kept++);
      bodies_[to] = bodies_[i];
      ids_[to] = ids_[i];
      if (has_targets_) targets_[to] = targets_[i];
    }
    resize(kept, has_targets_);
  }

  void step(const StepInput& input) override {
    const auto start = std::chrono::steady_clock::now();
    executor_->reset_times();  // of a sort that drawing asked for, and paid
    Parameters<float, D> q = parameters_;
    set_step(q, scenario_, input);
    q.behaviours.predators = {predators_.p.data(), static_cast<int64_t>(predators_.p.size())};
    if (boids_ > 0) {
      sort();
      find_prey(q);
      executor_->update(flock_, q, grid_);
      std::swap(ids_, sorted_ids_);
      std::swap(targets_, sorted_targets_);
      sorted_ = false;
    } else {
      prey_.assign(predators_.p.size(), {});
      hunts_.assign(predators_.p.size(), false);
    }
    predators_.step(q, arrays_.predator_max_speed, prey_, hunts_);
    times_ = executor_->times();
    times_.total = milliseconds_since(start);
    if (boids_ > 0 && executor_->fault() != CpuExecutor::kNoFault)
      throw_not_finite(executor_->fault(), input.step);
  }

  uint64_t hash() const override {
    std::atomic<uint64_t> sum{predators_.hash()};
    executor_->pool().parallel_for(boids_, 1 << 15, [&](int64_t begin, int64_t end) {
      uint64_t part = 0;
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
        part += hash_body<float, D>(ids_[i], bodies_[i].p, bodies_[i].v, has_targets_ ? targets_[i] : 0);
      }
      sum += part;
    });
    return sum;
  }

  PhaseTimes last_step_times() const override { return times_; }

  void write_instances(float* out) override {
    if (boids_ == 0) return;
    sort();
    executor_->for_each("instances", boids_, [&](int64_t i) {
      const Body<float, D>& body = sorted_bodies_[static_cast<size_t>(i)];
      for (int k = 0; k < D; ++k) out[i * 2 * D + k] = body.p[k];
      for (int k = 0; k < D; ++k) out[i * 2 * D + D + k] = body.v[k];
    });
  }

 private:
  void put(int64_t i, uint32_t id, const float* position, const float* velocity) {
    auto& body = bodies_[static_cast<size_t>(i)];
    for (int k = 0; k < D; ++k) {
      body.p[k] = position[k];
      body.v[k] = velocity[k];
    }
    ids_[static_cast<size_t>(i)] = id;
  }

  /// Arrays grow with headroom, so that painting boids with the mouse does not move them every time.
  void resize(int64_t boids, bool has_targets) {
    const auto grow = [](auto& array, int64_t size) {
      const auto wanted = static_cast<size_t>(size);
      if (array.capacity() < wanted) array.reserve(wanted + wanted / 8);
      array.resize(wanted);
    };
    grow(bodies_, boids + kBlockPadding);
    grow(sorted_bodies_, boids + kBlockPadding);
    for (auto* array : {&ids_, &sorted_ids_, &cells_}) grow(*array, boids);
    has_targets_ = has_targets;
    for (auto* array : {&targets_, &sorted_targets_}) grow(*array, has_targets ? boids : 0);
    boids_ = boids;
    sorted_ = inside_ = false;
  }

  /// Brings the flock into contract order, unless it is (drawing may have done it already).
  void sort() {
    if (sorted_) return;
    grid_ = make_grid(parameters_.world, parameters_.rules.radius, boids_, outside());
    starts_.resize(static_cast<size_t>(grid_.cells()) + 1);
    uint32_t* none = nullptr;
    flock_ = {boids_,
              bodies_.data(),
              ids_.data(),
              has_targets_ ? targets_.data() : none,
              sorted_bodies_.data(),
              sorted_ids_.data(),
              has_targets_ ? sorted_targets_.data() : none,
              cells_.data(),
              nullptr,
              starts_.data()};
    executor_->sort(flock_, grid_);
    sorted_ = true;
  }

  /// How far boids are outside a wrapped world. None are once a step has wrapped them.
  float outside() {
    if (parameters_.world.metric == Metric::kPlain ||
        (inside_ && parameters_.world.boundary == Boundary::kWrap))
      return 0.0f;
    float worst = 0.0f;
    for (size_t i = 0; i < static_cast<size_t>(boids_); ++i)
      worst = std::max(worst, distance_outside(parameters_.world, bodies_[i].p));
    inside_ = true;
    return worst;
  }

  void find_prey(const Parameters<float, D>& q) {
    prey_.resize(predators_.p.size());
    hunts_.resize(predators_.p.size());
    std::mutex mutex;
    for (size_t k = 0; k < prey_.size(); ++k) {
      Prey<float> best;
      executor_->pool().parallel_for(boids_, 1 << 14, [&](int64_t begin, int64_t end) {
        Prey<float> part;
        for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
          const Vec<float, D> d = displacement(q.world, predators_.p[k], sorted_bodies_[i].p);
          part.merge(dot(d, d), sorted_ids_[i]);
        }
        const std::lock_guard lock(mutex);
        best.merge(part.square, part.id);
      });
      hunts_[k] = best.id >= 0;
      if (!hunts_[k]) continue;
      const auto at = std::find(sorted_ids_.begin(), sorted_ids_.end(), static_cast<uint32_t>(best.id));
      prey_[k] = sorted_bodies_[static_cast<size_t>(at - sorted_ids_.begin())].p;
    }
  }

  std::shared_ptr<CpuExecutor> executor_;
  Scenario scenario_;
  ParameterArrays<float, D> arrays_;
  Parameters<float, D> parameters_;
  int64_t boids_ = 0;
  bool has_targets_ = false;
  bool sorted_ = false;  // sorted_* and starts_ belong to the present state
  bool inside_ =
      false;  // no boid was outside the world when last looked at, or a step has wrapped them since
  std::vector<Body<float, D>> bodies_, sorted_bodies_;
  std::vector<uint32_t> ids_, sorted_ids_, targets_, sorted_targets_, cells_, starts_;
  Flock<D> flock_;
  CellGrid<float, D> grid_{};
  Predators<float, D> predators_;
  std::vector<Vec<float, D>> prey_;
  std::vector<bool> hunts_;
  PhaseTimes times_;
};

}  // namespace

std::unique_ptr<Backend<float>> make_cpu(const BackendOptions& options) {
  const Simd simd = options.simd == Simd::kAuto ? best_simd() : options.simd;
  if (!has_simd(simd))
    throw UserError(
        fmt::format("--simd {}: this machine does not have it; use auto or scalar", simd_name(simd)));
  auto executor = std::make_shared<CpuExecutor>(options.threads, simd);
  return std::make_unique<ByDimension<float>>([executor](int dimensions) -> std::unique_ptr<Backend<float>> {
    if (dimensions == 3) return std::make_unique<CpuFlock<3>>(executor);
    return std::make_unique<CpuFlock<2>>(executor);
  });
}

}  // namespace murmur
