// The definition of a step (docs/determinism.md): every boid tests all others, sorts its neighbours by the contract's
// order and sums them. No search grid, no executor, no threads; float or double.
#include "sim/backends/reference/reference.h"

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/bits.h"
#include "model/scatter.h"
#include "sim/backends/faults.h"
#include "sim/backends/flock_answers.h"
#include "sim/backends/host_boids.h"
#include "sim/backends/host_predators.h"
#include "sim/backends/host_step.h"
#include "sim/backends/make_parameters.h"
#include "sim/state/start.h"

namespace murmur {
namespace {

template <class T, int D>
class ReferenceFlock final : public Backend<T> {
 public:
  std::string name() const override { return kReferenceName; }
  std::string description() const override {
    return sizeof(T) == 8 ? "all pairs, one thread, double" : "all pairs, one thread";
  }
  int64_t count() const override { return boids_.count(); }

  std::unique_ptr<Backend<T>> for_dimensions(int dimensions) const override {
    if (dimensions == D) return nullptr;
    return std::make_unique<ReferenceFlock<T, kOtherDimensions<D>>>();
  }
  void configure(const Scenario& scenario) override {
    scenario_ = scenario;
    parameters_ = make_parameters<T, D>(scenario_, arrays_);
  }

  void load(const State<T>& state) override {
    boids_.load(state);
    predators_.load(state);
  }
  void save(State<T>& state) const override {
    boids_.save(state);
    predators_.save(state);
  }
  void pick(const std::vector<uint32_t>& ids, State<T>& out) const override {
    out = State<T>{.dimensions = D};
    boids_.pick(ids, out);
    predators_.save(out);
  }

  void scatter(const std::vector<double>& at, double strength, double radius) override {
    const auto scatter =
        make_scatter(parameters_.world, to_vec<T, D>(at), static_cast<T>(strength), static_cast<T>(radius));
    for (auto& body : boids_.bodies()) scatter(body.p, body.v);
  }
  void add(const State<T>& boids) override { boids_.add(boids, carried_by(scenario_)); }
  void remove(int64_t count) override { boids_.remove(count); }

  void step(const StepInput& input) override {
    Parameters<T, D> q = parameters_;
    set_step(q, scenario_, input);
    q.behaviours.predators = predators_.positions();
    update(q, input);
  }

  uint64_t hash() const override {
    uint64_t sum = predators_.hash();
    boids_.hash(Serially{}, [&](uint64_t part) { sum += part; });
    return sum;
  }

  void write_instances(float* out) override {
    for (const auto& body : boids_.bodies()) {
      for (int k = 0; k < D; ++k) *out++ = static_cast<float>(body.p[k]);
      for (int k = 0; k < D; ++k) *out++ = static_cast<float>(body.v[k]);
    }
  }

  void write_column(DrawnColumn column, float* out) override {
    const auto columns = boids_.pointers();
    for (int64_t i = 0; i < count(); ++i) out[i] = drawn_number(column, columns, i);
  }

  FlockAnswers read([[maybe_unused]] const FlockQuestions& asked) override {
    if constexpr (std::is_same_v<T, float>) {  // windows use only float
      Parameters<T, D> q = parameters_;
      set_step(q, scenario_, {.startled = asked.startled});
      const auto grid = make_grid(q.world, q.rules.radius, count(), T(0));
      const FlockArrays<D> flock{.boids = count(),
                                 .carried = boids_.carried(),
                                 .sorted_bodies = boids_.bodies().data(),
                                 .sorted_ids = boids_.ids().data(),
                                 .sorted_columns = boids_.pointers()};
      std::vector<Neighbour> neighbours;
      return read_on_host(asked, flock, q, [&](int64_t place) {
        return sum_around(NeighbourSum<T, D>{}, q, grid, static_cast<size_t>(place), neighbours);
      });
    }
    return {};
  }

 private:
  struct Neighbour {
    std::array<int64_t, D> image;  // layer, row, column of the image
    size_t id;
    Vec<T, D> d;
    bool counts = false;  // whether the neighbour is in view
    bool operator<(const Neighbour& other) const {
      return image != other.image ? image < other.image : id < other.id;
    }
  };

  void update(const Parameters<T, D>& q, const StepInput& input) {
    const auto grid = make_grid(q.world, q.rules.radius, count(), T(0));
    const std::vector<Body<T, D>>& bodies = boids_.bodies();
    Columns<D, T, VectorOf> columns = boids_.columns();
    const Columns<D, T, PointerTo> kept = pointers_to(columns);
    std::vector<Body<T, D>> next = bodies;
    std::vector<Neighbour> neighbours;
    uint32_t fault = kNoId;
    for (size_t i = 0; i < bodies.size(); ++i) {
      if (input.cancelled()) throw StepCancelled();
      const Body<T, D>& own = bodies[i];
      const auto sum = sum_around(NeighbourSum<T, D>{}, q, grid, i, neighbours);
      const Columns<D, T, PointerTo> own_columns = columns_at(kept, static_cast<int64_t>(i));
      const Traits<T> traits = traits_of(q.rules, boids_.pointers(), static_cast<int64_t>(i));
      const Vec<T, D> dv = steer_by_rules(q.rules, traits, sum, own.v, own_columns);
      if (q.rules.catches) *own_columns.species = species_after(traits, sum.catchers, own_columns, 0);
      const CustomRows<T> custom_rows = run_custom(q, grid, i, neighbours);
      advance(q, traits, static_cast<uint32_t>(i), sum.count, dv, next[i].p, next[i].v, own_columns,
              custom_rows);
      take_custom_states(q.behaviours.custom, custom_rows, own_columns);
      if (!all_finite(next[i].p, next[i].v) || !all_finite(own_columns))
        fault = std::min(fault, static_cast<uint32_t>(i));
    }
    step_predators(q);
    boids_.bodies() = std::move(next);
    boids_.columns() = std::move(columns);
    fault = std::min(fault, predators_.fault());
    if (fault != kNoId) throw_not_finite(fault, input.step, scenario_);
  }

  /// Computes what custom rules add to boid `i`, into custom_rows_.
  CustomRows<T> run_custom(const Parameters<T, D>& q, const CellGrid<T, D>& grid, size_t i,
                           std::vector<Neighbour>& neighbours) {
    const CustomRules<T>& own = q.behaviours.custom;
    if (!own.act()) return {};
    using Sum = CustomSum<T, D, T, 1>;
    const CustomKeys keys{q.behaviours.seed, q.step};
    const auto id = static_cast<uint32_t>(i);
    const Body<T, D>& body = boids_.bodies()[i];
    const CustomBoid<T, D> boid{body.p, body.v, boids_.pointers(), static_cast<int64_t>(i)};
    custom_rows_.resize(static_cast<size_t>(own.rows(D)));
    const CustomRows<T> rows{custom_rows_.data(), 1};
    const CustomRows<T> sums{rows.row(own.row_of_sum(0, D)), 1};
    CustomSumMemory<T, 1> memory;
    if (own.visits_pairs()) {
      Sum sum(own, keys, boid, id, memory, sums.data, 1);
      sum_around(SumAt<Sum>{&sum}, q, grid, i, neighbours);
      sum.end();
    }
    run_custom_rules<1>(own, keys, &boid, &id, memory.r, sums, rows);
    return rows;
  }

  /// Adds the neighbours of boid `i`, found among all boids, to `sum`.
  template <class Sum>
  Sum sum_around(const Sum& sum, const Parameters<T, D>& q, const CellGrid<T, D>& grid, size_t i,
                 std::vector<Neighbour>& neighbours) {
    const Body<T, D>& own = boids_.bodies()[i];
    neighbours.clear();
    for (size_t j = 0; j < boids_.bodies().size(); ++j) {
      if (j != i) consider(q, grid, own, j, neighbours);
    }
    return q.rules.kind.neighbours == Neighbours::kInOctants ? sum_in_octants(sum, q, i, neighbours)
                                                             : sum_in_order(sum, q, i, neighbours);
  }

  template <class Sum>
  Sum sum_in_order(Sum sum, const Parameters<T, D>& q, size_t i, std::vector<Neighbour>& neighbours) const {
    std::sort(neighbours.begin(), neighbours.end());
    const Rules<T>& rules = q.rules;
    const auto pairs = pairs_at<AnyPairs<T, D>>(q, i);
    choose(rules, pairs, neighbours);
    for (const Neighbour& n : neighbours) {
      const Candidate<T, D> j = candidate(n);
      sum.add(pairs, j, n.counts, pairs.close(j, n.counts));
    }
    return sum;
  }

  template <class Sum>
  Sum sum_in_octants(const Sum& sum, const Parameters<T, D>& q, size_t i,
                     const std::vector<Neighbour>& neighbours) const {
    const Rules<T>& rules = q.rules;
    const auto pairs = pairs_at<OctantPairs<T, D>>(q, i);
    OctantSlots<T, D> slots;
    OctantNeighbours<T, D> found(slots, nullptr, rules.radius_squared);
    for (const Neighbour& n : neighbours) found.consider(pairs, candidate(n));
    return sum_octants(sum, slots, pairs, boids_.bodies().data());
  }

  template <class Pairs>
  Pairs pairs_at(const Parameters<T, D>& q, size_t i) const {
    const Body<T, D>& own = boids_.bodies()[i];
    return pairs_of<Pairs, T, D>(q, own.p, own.v, boids_.pointers(), static_cast<int64_t>(i));
  }

  Candidate<T, D> candidate(const Neighbour& n) const {
    const Body<T, D>& other = boids_.bodies()[n.id];
    return Candidate<T, D>(n.d, other.p, other.v, static_cast<uint32_t>(n.id));
  }

  /// Appends boid j if it is within R, with the index of its image in the contract's order.
  void consider(const Parameters<T, D>& q, const CellGrid<T, D>& grid, const Body<T, D>& own, size_t j,
                std::vector<Neighbour>& neighbours) {
    const Vec<T, D>& p_j = boids_.bodies()[j].p;
    Neighbour n;
    n.id = j;
    for (int k = 0; k < D; ++k) {
      const T shift = q.world.metric == Metric::kWrapped
                          ? image_shift(own.p[k], p_j[k], q.world.size[k], q.world.half[k])
                          : T(0);
      n.d[k] = (p_j[k] + shift) - own.p[k];
      const int64_t turns = shift < T(0) ? -1 : shift > T(0) ? 1 : 0;
      n.image[static_cast<size_t>(D - 1 - k)] = grid.coordinate(k, p_j[k]) + turns * grid.count[k];
    }
    if (dot(n.d, n.d) < q.rules.radius_squared) neighbours.push_back(n);
  }

  /// Marks the neighbours in view, or only the nearest of them if the model limits their number.
  void choose(const Rules<T>& rules, const AnyPairs<T, D>& pairs, std::vector<Neighbour>& neighbours) const {
    std::vector<std::pair<T, Neighbour*>> seen;
    for (Neighbour& n : neighbours) {
      const Candidate<T, D> j = candidate(n);
      n.counts = pairs.near(j);
      if (n.counts && rules.nearest > 0) seen.emplace_back(j.square, &n);
    }
    std::sort(seen.begin(), seen.end(), [](const auto& a, const auto& b) {
      return a.first < b.first || (a.first <= b.first && a.second->id < b.second->id);
    });
    for (size_t k = static_cast<size_t>(rules.nearest); k < seen.size(); ++k) seen[k].second->counts = false;
  }

  void step_predators(const Parameters<T, D>& q) {
    const std::vector<Body<T, D>>& bodies = boids_.bodies();
    predators_.step(q, [&](const Vec<T, D>& at, T notice_squared) -> std::optional<Vec<T, D>> {
      Prey<T> best{notice_squared};
      for (size_t i = 0; i < bodies.size(); ++i) {
        const Vec<T, D> d = displacement(q.world, at, bodies[i].p);
        best.merge(dot(d, d), static_cast<int64_t>(i));
      }
      if (best.id == Prey<T>::kNone) return std::nullopt;
      return bodies[static_cast<size_t>(best.id)].p;
    });
  }

  Scenario scenario_;
  ParameterArrays<T, D> arrays_;
  Parameters<T, D> parameters_;
  HostBoids<T, D> boids_;  // always in the order of ids
  HostPredators<T, D> predators_;
  std::vector<T> custom_rows_;
};

}  // namespace

std::unique_ptr<Backend<float>> make_reference_float() {
  return std::make_unique<ReferenceFlock<float, 2>>();
}
std::unique_ptr<Backend<double>> make_reference_double() {
  return std::make_unique<ReferenceFlock<double, 2>>();
}

}  // namespace murmur
