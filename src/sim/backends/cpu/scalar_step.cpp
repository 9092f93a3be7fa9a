#include "sim/backends/cpu/scalar_step.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/backends/host_step.h"

namespace murmur {
namespace {

// The order matters: each file uses earlier ones.
// clang-format off
#include "sim/backends/cpu/scalar_bodies.inl"
#include "sim/backends/cpu/block_pairs.inl"
#include "sim/backends/cpu/candidate_lists.inl"
#include "sim/backends/cpu/update_row.inl"
#include "sim/backends/cpu/all_pairs.inl"
#include "sim/backends/cpu/finish_block.inl"
// clang-format on

template <class Pairs, int D>
NeighbourSum<float, D> sum_of_one(const RowUpdateArguments<D>& u, int64_t boids, int64_t i,
                                  AllPairsMemory<D>& memory) {
  const Body<float, D> body = u.sorted[i];
  const auto pairs = pairs_of<Pairs>(*u.parameters, body.p, body.v, u.columns, i);
  return sum_all_pairs(NeighbourSum<float, D>{}, u, boids, i, pairs, memory);
}

template <class Pairs, int D>
void update_all_pairs(const RowUpdateArguments<D>& u, int64_t boids, int64_t begin, int64_t end) {
  AllPairsMemory<D> memory;
  for (int64_t i = begin; i < end; ++i) {
    if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
    const auto sum = sum_of_one<Pairs>(u, boids, i, memory);
    const Body<float, D> body = u.sorted[i];
    finish_block(u, sum, body.p, body.v, static_cast<uint32_t>(i), static_cast<uint32_t>(i + 1));
  }
}

}  // namespace

template <int D>
CellsFunction<D> ScalarStep<D>::cells() {
  return [](const CellGrid<float, D>& grid, const Body<float, D>* bodies, int64_t begin, int64_t end,
            uint32_t* cells) {
    for (int64_t i = begin; i < end; ++i) cells[i] = grid.cell(bodies[i].p);
  };
}

template <int D>
RowUpdateFunction<D> ScalarStep<D>::rows(SumKind kind, Images images) {
  return with_scalar_pairs<D>(kind, [&]<class Pairs>(TypeOf<Pairs>) {
    return images == Images::kChecked ? update_rows<Pairs, Images::kChecked, D>
                                      : update_rows<Pairs, Images::kUnique, D>;
  });
}

template <int D>
AllPairsFunction<D> ScalarStep<D>::all_pairs(SumKind kind) {
  return with_scalar_pairs<D>(kind, []<class Pairs>(TypeOf<Pairs>) { return update_all_pairs<Pairs, D>; });
}

template <int D>
void ScalarStep<D>::block(const RowUpdateArguments<D>& u, Images images, const Block& block) {
  const auto update = images == Images::kChecked ? update_chosen<AnyPairs<float, D>, Images::kChecked, D>
                                                 : update_chosen<AnyPairs<float, D>, Images::kUnique, D>;
  for (uint32_t i = block.first; i < block.last; ++i) {
    const int32_t column = u.grid->coordinate(0, u.sorted[i].p[0]);
    update(u, Block{i, i + 1, block.layer, block.row, column, column});
  }
}

template <int D>
NeighbourSum<float, D> ScalarStep<D>::sum(const FlockArrays<D>& flock, const Parameters<float, D>& q,
                                          const CellGrid<float, D>& grid, int64_t place) {
  RowUpdateArguments<D> u{};
  u.parameters = &q;
  u.grid = &grid;
  u.sorted = flock.sorted_bodies;
  u.ids = flock.sorted_ids;
  u.columns = flock.sorted_columns;
  AllPairsMemory<D> memory;
  return with_scalar_pairs<D>(q.rules.kind, [&]<class Pairs>(TypeOf<Pairs>) {
    return sum_of_one<Pairs>(u, flock.boids, place, memory);
  });
}

template struct ScalarStep<2>;
template struct ScalarStep<3>;

}  // namespace murmur
