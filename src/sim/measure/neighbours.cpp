#include "sim/measure/neighbours.h"

#include <fmt/format.h>

#include "model/cell_grid.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

template <int D>
std::vector<uint32_t> near_one(const State<float>& state, const Scenario& scenario, int64_t id) {
  const bool wrapped = scenario.world.metric == Metric::kWrapped;
  const auto radius = static_cast<float>(scenario.rules.radius);
  const float* const own = &state.position[static_cast<size_t>(id * D)];
  std::vector<uint32_t> near;
  for (int64_t j = 0; j < state.count(); ++j) {
    const float* const other = &state.position[static_cast<size_t>(j * D)];
    Vec<float, D> d;
    for (int k = 0; k < D; ++k) {
      const auto size = static_cast<float>(scenario.world.size[static_cast<size_t>(k)]);
      d[k] = (other[k] + (wrapped ? image_shift(own[k], other[k], size, size / 2.0f) : 0.0f)) - own[k];
    }
    if (j != id && dot(d, d) < radius * radius) near.push_back(static_cast<uint32_t>(j));
  }
  return near;
}

}  // namespace

std::vector<std::vector<uint32_t>> neighbours_of(const State<float>& state, const Scenario& scenario,
                                                 const std::vector<int64_t>& ids) {
  std::vector<std::vector<uint32_t>> all;
  for (const int64_t id : ids) {
    if (id < 0 || id >= state.count()) {
      throw UserError(state.count() == 0
                          ? fmt::format("id {} does not exist: there are no boids", id)
                          : fmt::format("id {} does not exist; allowed: 0 to {}", id, state.count() - 1));
    }
    all.push_back(state.dimensions == 3 ? near_one<3>(state, scenario, id)
                                        : near_one<2>(state, scenario, id));
  }
  return all;
}

}  // namespace murmur
