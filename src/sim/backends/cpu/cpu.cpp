// The cpu backend: the shared step over threads and lanes. Boids stay in contract order from step to step, so
// that memory is read nearly in sequence; their ids are stored with them (a state in id order costs 75 % more
// at 1M boids).
#include "sim/backends/cpu/cpu.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "sim/backends/boid_view.h"
#include "sim/backends/cpu/executor.h"
#include "sim/backends/cpu/scalar_step.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/cpu/sorted_arrays.h"
#include "sim/backends/faults.h"
#include "sim/backends/flock_answers.h"
#include "sim/backends/host_boids.h"
#include "sim/backends/host_predators.h"
#include "sim/backends/make_parameters.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

template <int D>
class CpuFlock final : public Backend<float> {
 public:
  explicit CpuFlock(std::shared_ptr<CpuExecutor> executor) : executor_(std::move(executor)) {}

  std::string name() const override { return kCpuName; }
  std::string description() const override {
    return fmt::format("{} thread{}, {}", executor_->pool().size(), executor_->pool().size() == 1 ? "" : "s",
                       simd_name(executor_->simd()));
  }
  int64_t count() const override { return boids_.count(); }

  std::unique_ptr<Backend<float>> for_dimensions(int dimensions) const override {
    if (dimensions == D) return nullptr;
    return std::make_unique<CpuFlock<kOtherDimensions<D>>>(executor_);
  }
  void configure(const Scenario& scenario) override {
    scenario_ = scenario;
    parameters_ = make_parameters<float, D>(scenario_, arrays_);
    sorted_ = inside_ = false;
  }

  void load(const State<float>& state) override {
    boids_.load(state);
    predators_.load(state);
    resized();
  }

  void save(State<float>& state) const override {
    boids_.save(state, on_threads());
    predators_.save(state);
  }

  void pick(const std::vector<uint32_t>& ids, State<float>& out) const override {
    out = State<float>{.dimensions = D};
    boids_.pick(ids, out);
    predators_.save(out);
  }

  void scatter(const std::vector<double>& at, double strength, double radius) override {
    const auto scatter = make_scatter(parameters_.world, to_vec<float, D>(at), static_cast<float>(strength),
                                      static_cast<float>(radius));
    Body<float, D>* const bodies = boids_.bodies().data();
    executor_->for_each(count(), [&](int64_t i) { scatter(bodies[i].p, bodies[i].v); });
    sorted_ = false;
  }

  void add(const State<float>& boids) override {
    boids_.add(boids, carried_by(scenario_));
    resized();
  }

  void remove(int64_t count) override {
    boids_.remove(count);
    resized();
  }

  void step(const StepInput& input) override {
    const auto start = std::chrono::steady_clock::now();
    executor_->begin_step(input);
    Parameters<float, D> q = parameters_;
    set_step(q, scenario_, input);
    q.behaviours.predators = predators_.positions();
    prepare();
    try {
      step_flock(*executor_, flock_, predators_, q, grid_, sorted_);
    } catch (const StepCancelled&) {
      executor_->end();
      undo_update();
      throw;
    }
    order_.give_order_to(boids_);
    sorted_ = false;
    times_ = executor_->times();
    times_.total = milliseconds_since(start);
    const uint32_t fault = std::min(executor_->fault(), predators_.fault());
    if (fault != kNoId) throw_not_finite(fault, input.step, scenario_);
  }

  uint64_t hash() const override {
    std::atomic<uint64_t> sum{predators_.hash()};
    boids_.hash(on_threads(), [&](uint64_t part) { sum += part; });
    return sum;
  }

  PhaseTimes last_step_times() const override { return times_; }

  void write_instances(float* out) override {
    if (count() == 0) return;
    sort();
    executor_->for_each(count(), [&](int64_t i) {
      const Body<float, D>& body = order_.bodies[static_cast<size_t>(i)];
      for (int k = 0; k < D; ++k) out[i * 2 * D + k] = body.p[k];
      for (int k = 0; k < D; ++k) out[i * 2 * D + D + k] = body.v[k];
    });
  }

  void write_column(DrawnColumn column, float* out) override {
    if (count() == 0) return;
    sort();
    executor_->for_each(count(), [&](int64_t i) { out[i] = drawn_number(column, flock_.sorted_columns, i); });
  }

  /// View of the boids in sorted order; the next step uses this order and does not sort again.
  BoidView<float> view() override {
    if (count() == 0) return {};
    sort();
    return sorted_view(flock_, false);
  }

  FlockAnswers read(const FlockQuestions& asked) override {
    if (count() == 0) return {};
    sort();
    Parameters<float, D> q = parameters_;
    set_step(q, scenario_, {.startled = asked.startled});
    return read_on_host(asked, flock_, q,
                        [&](int64_t place) { return ScalarStep<D>::sum(flock_, q, grid_, place); });
  }

 private:
  /// How states and hashes iterate over the boids.
  auto on_threads() const {
    return
        [this](int64_t count, const auto& piece) { executor_->pool().parallel_for(count, 1 << 15, piece); };
  }

  /// Sizes all arrays after a change of the number of boids.
  void resized() {
    order_.resize(boids_);
    sorted_ = inside_ = false;
  }

  /// Makes the grid and the data that depend on it, unless drawing has already sorted the boids. Call before a sort or a step.
  void prepare() {
    if (sorted_) return;
    grid_ = make_grid(parameters_.world, parameters_.rules.radius, count(), outside());
    flock_ = order_.flock_arrays(boids_, grid_.cells(), executor_->reads_coordinates(D));
  }

  /// Undoes an update: the sorted bodies, and columns by their old ids, are still those of before the step.
  void undo_update() {
    const std::vector<uint32_t>& before = order_.ids;  // ids of the sorted bodies
    const auto in_order = [&](auto& values) {
      auto by_id = values;
      for (size_t i = 0; i < values.size(); ++i) by_id[boids_.ids()[i]] = values[i];
      for (size_t i = 0; i < values.size(); ++i) values[i] = by_id[before[i]];
    };
    std::copy_n(order_.bodies.begin(), count(), boids_.bodies().begin());
    each_column([&](const ColumnInfo&, auto& column) { in_order(column); }, boids_.columns());
    std::swap(boids_.ids(), order_.ids);
    sorted_ = inside_ = false;
  }

  /// Sorts the boids for the present state, outside of a step.
  void sort() {
    if (sorted_) return;
    prepare();
    sort_flock(*executor_, flock_, grid_);
    executor_->end();
    sorted_ = true;
  }

  /// Largest distance of a boid from a wrapped world; 0 once a step has wrapped all boids.
  float outside() {
    if (parameters_.world.metric == Metric::kPlain ||
        (inside_ && parameters_.world.boundary == Boundary::kWrap))
      return 0.0f;
    inside_ = true;
    return farthest_outside(parameters_.world, boids_);
  }

  std::shared_ptr<CpuExecutor> executor_;
  Scenario scenario_;
  ParameterArrays<float, D> arrays_;
  Parameters<float, D> parameters_;
  HostBoids<float, D> boids_{kBlockPadding};
  bool sorted_ = false;  // order_ belongs to the present state
  // No boid is outside the world, known by a measurement or because a step has wrapped all boids.
  bool inside_ = false;
  SortedArrays<D> order_;
  FlockArrays<D> flock_;
  CellGrid<float, D> grid_{};
  HostPredators<float, D> predators_;
  PhaseTimes times_;
};

}  // namespace

std::function<std::unique_ptr<Backend<float>>()> cpu_maker(const BackendOptions& options) {
  const Simd simd = options.simd == Simd::kAuto ? best_simd() : options.simd;
  if (!has_simd(simd))
    throw UserError(
        fmt::format("--simd {}: this machine does not have it; use auto or scalar", simd_name(simd)));
  auto executor = std::make_shared<CpuExecutor>(options.threads, simd);
  return [executor] { return std::make_unique<CpuFlock<2>>(executor); };
}

std::unique_ptr<Backend<float>> make_cpu(const BackendOptions& options) { return cpu_maker(options)(); }

}  // namespace murmur
