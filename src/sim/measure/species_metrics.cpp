#include "sim/measure/species_metrics.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/measure/kind_tree.h"
#include "sim/measure/sums.h"
#include "sim/scenario/species.h"
#include "sim/util/errors.h"

namespace murmur {
/// Nearest neighbours of each boid, by species.
struct NearestFound {
  std::vector<double> own,
      other;  // distance to the nearest of the same species, and of other species; infinite if there is none
  std::vector<double> unlike;  // share of other species among the nearest neighbours
};

namespace {

constexpr size_t kNearest = 7;  // number of nearest neighbours for `mixing`

template <int D>
double nearest_of(const KindTree<D>& tree, uint32_t m, typename KindTree<D>::Kinds wanted) {
  double bound = KindTree<D>::kNowhere;
  tree.search(m, wanted, bound, [&](double square, auto) { bound = square; });
  return std::sqrt(bound);
}

/// Boids that tie for the last place among the nearest count with equal fractions, so that the order of ids does not matter.
template <int D>
double unlike_share(const KindTree<D>& tree, uint32_t m, size_t nearest) {
  using Kinds = typename KindTree<D>::Kinds;
  const auto own = tree.kind(m);
  std::array<double, kNearest> squares;
  squares.fill(KindTree<D>::kNowhere);
  double& last = squares[nearest - 1];
  tree.search(m, ~Kinds{0}, last, [&](double square, Kinds) {
    size_t k = nearest - 1;
    for (; k > 0 && squares[k - 1] > square; --k) squares[k] = squares[k - 1];
    squares[k] = square;
  });
  double nearer = 0.0, nearer_unlike = 0.0, tied = 0.0, tied_unlike = 0.0;
  double bound = std::nextafter(last, KindTree<D>::kNowhere);
  tree.search(m, ~Kinds{0}, bound, [&](double square, Kinds kind) {
    const double unlike = kind != own ? 1.0 : 0.0;
    (square < last ? nearer : tied) += 1.0;
    (square < last ? nearer_unlike : tied_unlike) += unlike;
  });
  const auto wanted = static_cast<double>(nearest);
  return (nearer_unlike + (wanted - nearer) * tied_unlike / tied) / wanted;
}

template <int D>
NearestFound look_around(const KindTree<D>& tree, ThreadPool& pool) {
  const size_t boids = tree.order().size(), nearest = std::min(kNearest, boids - 1);
  NearestFound found{std::vector<double>(boids), std::vector<double>(boids), std::vector<double>(boids)};
  pool.parallel_for(static_cast<int64_t>(boids), kBoidsOfSum / 4, [&](int64_t begin, int64_t end) {
    for (auto m = static_cast<uint32_t>(begin); m < static_cast<uint32_t>(end); ++m) {
      const uint32_t i = tree.order()[m];
      found.own[i] = nearest_of(tree, m, tree.kind(m));
      found.other[i] = nearest_of(tree, m, ~tree.kind(m));
      found.unlike[i] = nearest > 0 ? unlike_share(tree, m, nearest) : 0.0;
    }
  });
  return found;
}

}  // namespace

State<float> boids_of_species(const State<float>& state, const Scenario& scenario, const std::string& name) {
  const std::vector<uint32_t>& species = state.columns.species;
  const auto wanted = species_of_name(scenario, name);
  if (!wanted || species.empty())
    throw UserError(species.empty() ? fmt::format("species: {}; the flock has one kind of boids", name)
                                    : fmt::format("species: {}; allowed: {}", name, species_names(scenario)));
  std::vector<uint32_t> ids;
  for (uint32_t i = 0; i < species.size(); ++i)
    if (species[i] == *wanted) ids.push_back(i);
  return state.rows(ids);
}

template <int D>
double measure_species(const Points<D>& points, const typename Points<D>::Axes& unit,
                       const std::vector<double>& speed, const std::vector<uint32_t>& species,
                       ThreadPool& pool, std::vector<SpeciesMetrics>& metrics) {
  const NearestFound around = look_around(KindTree<D>(points, species), pool);
  const size_t boids = species.size();
  const auto all = static_cast<double>(boids);
  for (const uint32_t index : species) ++metrics[index].count;
  double unlike_pairs = 0.0;
  for (uint32_t index = 0; index < metrics.size(); ++index) {
    SpeciesMetrics& m = metrics[index];
    const auto count = static_cast<double>(m.count);
    unlike_pairs += count * (all - count);
    if (m.count == 0) continue;
    const auto sums = summed<3 + D>(pool, boids, [&](size_t i) {
      Totals<3 + D> terms{};
      if (species[i] != index) return terms;
      terms = {speed[i], around.own[i], around.other[i]};
      for (size_t k = 0; k < D; ++k) terms[3 + k] = unit[k][i];
      return terms;
    });
    HeadingSum<D> headings;
    std::copy_n(sums.begin() + 3, D, headings.sum.begin());
    m.speed_mean = sums[0] / count;
    m.polarisation = headings.polarisation(count);
    if (m.count > 1) m.nearest_own = sums[1] / count;
    if (count < all) m.nearest_other = sums[2] / count;
  }
  if (unlike_pairs == 0.0) return SpeciesMetrics::kNone;
  const auto unlike = summed<1>(pool, boids, [&](size_t i) { return Totals<1>{around.unlike[i]}; });
  return unlike[0] / all / (unlike_pairs / (all * (all - 1.0)));
}

template double measure_species(const Points<2>&, const Points<2>::Axes&, const std::vector<double>&,
                                const std::vector<uint32_t>&, ThreadPool&, std::vector<SpeciesMetrics>&);
template double measure_species(const Points<3>&, const Points<3>::Axes&, const std::vector<double>&,
                                const std::vector<uint32_t>&, ThreadPool&, std::vector<SpeciesMetrics>&);

}  // namespace murmur
