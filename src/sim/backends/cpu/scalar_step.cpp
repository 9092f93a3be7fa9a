#include "sim/backends/cpu/scalar_step.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "model/behaviours.h"

namespace murmur {
namespace {

#include "sim/backends/cpu/scalar_bodies.inl"

#include "sim/backends/cpu/block_self.inl"
#include "sim/backends/cpu/candidate_lists.inl"
#include "sim/backends/cpu/update_row.inl"

#include "sim/backends/cpu/all_pairs.inl"
#include "sim/backends/cpu/finish_block.inl"
#include "sim/backends/cpu/octant_rows.inl"
#include "sim/backends/cpu/update_rows_table.inl"

template <int D, SumKind K>
void update_all_pairs(const RowUpdateArguments<D>& u, int64_t boids, int64_t begin, int64_t end) {
  AllPairsMemory<D> memory;
  for (int64_t i = begin; i < end; ++i) {
    if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
    const Body<float, D> body = u.sorted[i];
    const auto self = make_self_of<K>(*u.parameters, body.p, body.v, u.columns, i);
    const auto sum = sum_all_pairs<D, K>(NeighbourSum<float, D>{}, u, boids, i, self, memory);
    finish_block(u, sum, body.p, body.v, static_cast<uint32_t>(i), static_cast<uint32_t>(i + 1));
  }
}

template <int D, Images I>
void update_octant_rows(const RowUpdateArguments<D>& u, int64_t row_begin, int64_t row_end) {
  each_in_octants<D, I>(
      u, row_begin, row_end, [&](const auto& body, uint32_t i, const auto& self, const auto& found) {
        finish_block(u, sum_octants(NeighbourSum<float, D>{}, found, u.parameters->rules, self, u.sorted),
                     body.p, body.v, i, i + 1);
      });
}

template <int D>
void update_octants_all_pairs(const RowUpdateArguments<D>& u, int64_t boids, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i) {
    if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
    const Body<float, D> body = u.sorted[i];
    const auto self = make_self_of<kOctantKind>(*u.parameters, body.p, body.v, u.columns, i);
    const auto sum = sum_octants_of_all(NeighbourSum<float, D>{}, u, boids, i, self);
    finish_block(u, sum, body.p, body.v, static_cast<uint32_t>(i), static_cast<uint32_t>(i + 1));
  }
}

template <int D, int... I>
constexpr std::array<AllPairsFunction<D>, sizeof...(I)> make_all_pairs(std::integer_sequence<int, I...>) {
  return {{&update_all_pairs<D, SumKind::of(I)>...}};
}

template <int D>
using NearestFunction = bool (*)(const RowUpdateArguments<D>&, const Block&);

template <int D, int... I>
constexpr std::array<NearestFunction<D>, sizeof...(I)> make_nearest(std::integer_sequence<int, I...>) {
  constexpr auto kind = [](int index) {  // others have no nearest neighbours
    return SumKind::of(index).rare_sums ? SumKind::of(index) : SumKind::of(SumKind::kCount - 1);
  };
  return {{&update_nearest < float, D, kind(I / 2), I % 2 == 1 ? Images::kChecked : Images::kUnique > ...}};
}

}  // namespace

template <int D>
void scalar_nearest(const RowUpdateArguments<D>& u, SumKind kind, Images images, const Block& block) {
  static constexpr auto kTable = make_nearest<D>(std::make_integer_sequence<int, 2 * SumKind::kCount>());
  const auto update = kTable[static_cast<size_t>(2 * kind.index() + (images == Images::kChecked ? 1 : 0))];
  for (uint32_t i = block.first; i < block.last; ++i) {
    const int32_t column = u.grid->coordinate(0, u.sorted[i].p[0]);
    update(u, Block{i, i + 1, block.layer, block.row, column, column});
  }
}
template void scalar_nearest<2>(const RowUpdateArguments<2>&, SumKind, Images, const Block&);
template void scalar_nearest<3>(const RowUpdateArguments<3>&, SumKind, Images, const Block&);

template <int D>
AllPairsFunction<D> scalar_all_pairs(SumKind kind) {
  static constexpr auto kTable = make_all_pairs<D>(std::make_integer_sequence<int, SumKind::kCount>());
  return kTable[static_cast<size_t>(kind.index())];
}
template AllPairsFunction<2> scalar_all_pairs<2>(SumKind);
template AllPairsFunction<3> scalar_all_pairs<3>(SumKind);

template <int D>
RowUpdateFunction<D> octant_row_update(Images images) {
  return images == Images::kChecked ? update_octant_rows<D, Images::kChecked>
                                    : update_octant_rows<D, Images::kUnique>;
}
template RowUpdateFunction<2> octant_row_update<2>(Images);
template RowUpdateFunction<3> octant_row_update<3>(Images);

template <int D>
AllPairsFunction<D> octants_all_pairs() {
  return update_octants_all_pairs<D>;
}
template AllPairsFunction<2> octants_all_pairs<2>();
template AllPairsFunction<3> octants_all_pairs<3>();

template <int D>
CellsFunction<D> scalar_cells() {
  return [](const CellGrid<float, D>& grid, const Body<float, D>* bodies, int64_t begin, int64_t end,
            uint32_t* cells) {
    for (int64_t i = begin; i < end; ++i) cells[i] = grid.cell(bodies[i].p);
  };
}
template CellsFunction<2> scalar_cells<2>();
template CellsFunction<3> scalar_cells<3>();

template <int D>
RowUpdateFunction<D> scalar_row_update(SumKind kind, Images images) {
  return row_update<float, D>(kind, images);
}
template RowUpdateFunction<2> scalar_row_update<2>(SumKind, Images);
template RowUpdateFunction<3> scalar_row_update<3>(SumKind, Images);

}  // namespace murmur
