#include "sim/measure/flock_sample.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/measure/metrics.h"
#include "sim/measure/sums.h"

namespace murmur {
namespace {

/// Counts the neighbours of a sample of boids by one pass over all boids: each cell has a list of the sampled boids around it.
template <int D>
class Neighbourhood {
 public:
  Neighbourhood(const State<float>& state, const Scenario& scenario)
      : state_(state), wrapped_(scenario.world.repeats()), radius_(scenario.rules.radius) {
    constexpr double kMostCells = D == 2 ? 1024.0 : 64.0;  // cells per axis
    for (size_t k = 0; k < D; ++k) {
      size_[k] = scenario.world.size[k];
      cells_[k] = static_cast<int64_t>(std::clamp(std::floor(size_[k] / (1.001 * radius_)), 1.0, kMostCells));
      if (wrapped_ && cells_[k] < 3) cells_[k] = 1;  // fewer cells: one would be a neighbour twice
    }
  }

  /// The mean over the sample; sets `sampled` to the sample's size.
  double mean(int64_t most_sampled, int64_t most_tests, int64_t& sampled) {
    const int64_t boids = state_.count();
    int64_t cell_count = 1;
    for (const int64_t cells : cells_) cell_count *= cells;
    std::vector<uint32_t> cell(static_cast<size_t>(boids)), crowd(static_cast<size_t>(cell_count));
    for (int64_t i = 0; i < boids; ++i) {
      cell[static_cast<size_t>(i)] = static_cast<uint32_t>(flat(coordinates(i)));
      ++crowd[cell[static_cast<size_t>(i)]];
    }
    sampled = std::min(most_sampled, boids);
    std::vector<std::vector<int64_t>> near(static_cast<size_t>(cell_count));
    int64_t tests = 0, taken = 0;
    for (; taken < sampled && (tests < most_tests || taken == 0); ++taken) {
      // Sampled boids are spread evenly over the flock for any count.
      const int64_t i = taken * boids / sampled;
      around(coordinates(i), [&](size_t c) {
        near[c].push_back(i);
        tests += crowd[c];
      });
    }
    sampled = taken;
    int64_t pairs = 0;
    for (int64_t j = 0; j < boids; ++j) {
      for (const int64_t i : near[cell[static_cast<size_t>(j)]]) pairs += i != j && within(i, j) ? 1 : 0;
    }
    return static_cast<double>(pairs) / static_cast<double>(std::max<int64_t>(sampled, 1));
  }

 private:
  using Cell = std::array<int64_t, D>;

  double coordinate(int64_t boid, size_t axis) const {
    return static_cast<double>(state_.position[static_cast<size_t>(boid) * D + axis]);
  }
  Cell coordinates(int64_t boid) const {
    Cell cell;
    for (size_t k = 0; k < D; ++k) {
      double share = coordinate(boid, k) / size_[k];
      if (wrapped_) share -= std::floor(share);
      const auto cells = static_cast<double>(cells_[k]);
      cell[k] = static_cast<int64_t>(std::clamp(std::floor(share * cells), 0.0, cells - 1.0));
    }
    return cell;
  }
  int64_t flat(const Cell& cell) const {
    int64_t index = 0;
    for (size_t k = D; k-- > 0;) index = index * cells_[k] + cell[k];
    return index;
  }
  template <class Visit>
  void around(const Cell& middle, const Visit& visit) const {
    for (int64_t z = D == 3 ? -1 : 0; z <= (D == 3 ? 1 : 0); ++z) {
      for (int64_t y = -1; y <= 1; ++y) {
        for (int64_t x = -1; x <= 1; ++x) {
          const std::array<int64_t, 3> offset{x, y, z};
          Cell cell = middle;
          bool there = true;
          for (size_t k = 0; k < D; ++k) {
            cell[k] += offset[k];
            if (cells_[k] == 1) {
              there = there && offset[k] == 0;
            } else if (wrapped_) {
              cell[k] = (cell[k] + cells_[k]) % cells_[k];
            } else {
              there = there && cell[k] >= 0 && cell[k] < cells_[k];
            }
          }
          if (there) visit(static_cast<size_t>(flat(cell)));
        }
      }
    }
  }
  bool within(int64_t i, int64_t j) const {
    double squared = 0.0;
    for (size_t k = 0; k < D; ++k) {
      double d = coordinate(j, k) - coordinate(i, k);
      if (wrapped_) d -= size_[k] * std::round(d / size_[k]);
      squared += d * d;
    }
    return squared < radius_ * radius_;
  }

  const State<float>& state_;
  const bool wrapped_;
  const double radius_;
  std::array<double, D> size_;
  Cell cells_;
};

template <int D>
void sample_boids(const State<float>& state, const Scenario& scenario, int64_t most_sampled,
                  int64_t most_tests, FlockSample& sample) {
  const auto boids = static_cast<size_t>(sample.boids);
  HeadingSum<D> headings;
  const double per_speed = FlockSample::kBins / scenario.rules.max_speed;
  for (size_t i = 0; i < boids; ++i) {
    const double speed = headings.add_unit_vector(row_of<D>(state.velocity, i));
    sample.speed_mean += speed;
    const double bin = std::min(speed * per_speed, FlockSample::kBins - 1.0);
    sample.speeds[static_cast<size_t>(bin)] += 1.0;
  }
  for (const uint32_t species : state.columns.species) ++sample.species[species];
  const auto count = static_cast<double>(boids);
  sample.speed_mean /= count;
  for (double& share : sample.speeds) share /= count;
  sample.polarisation = headings.polarisation(count);
  sample.neighbours_mean = Neighbourhood<D>(state, scenario).mean(most_sampled, most_tests, sample.sampled);
}

}  // namespace

FlockSample sample_flock(const State<float>& state, const Scenario& scenario, int64_t most_sampled,
                         int64_t most_tests) {
  FlockSample sample;
  sample.step = state.step;
  sample.boids = state.count();
  if (sample.boids == 0) return sample;
  check_measurable(state);
  state.dimensions == 3 ? sample_boids<3>(state, scenario, most_sampled, most_tests, sample)
                        : sample_boids<2>(state, scenario, most_sampled, most_tests, sample);
  return sample;
}

FlockSample sample_of(const FlockSums& sums, const Scenario& scenario, int64_t step) {
  FlockSample sample;
  sample.step = step;
  sample.boids = sums.boids;
  if (sums.boids == 0) return sample;
  const auto boids = static_cast<double>(sums.boids);
  sample.speed_mean = sums.speed / boids * scenario.rules.max_speed;
  for (size_t k = 0; k < sums.speeds.size(); ++k) sample.speeds[k] = sums.speeds[k] / boids;
  sample.polarisation = std::hypot(sums.heading[0], sums.heading[1], sums.heading[2]) / boids;
  sample.sampled = sums.sampled;
  sample.species = sums.species;
  sample.neighbours_mean = static_cast<double>(sums.pairs) / static_cast<double>(sums.sampled);
  return sample;
}

}  // namespace murmur
