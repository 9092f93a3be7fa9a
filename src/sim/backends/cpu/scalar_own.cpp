// Rules of one's own of boids one at a time: for --simd scalar, machines without AVX2, octants on every instruction set, and
// boids that lanes leave.
#include "sim/backends/cpu/scalar_own.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "model/behaviours.h"

namespace murmur {
namespace {

// Each file uses the ones before it.
// clang-format off
#include "sim/backends/cpu/scalar_bodies.inl"
#include "sim/backends/cpu/block_self.inl"
#include "sim/backends/cpu/candidate_lists.inl"
#include "sim/backends/cpu/own_rows.inl"
#include "sim/backends/cpu/all_pairs.inl"
#include "sim/backends/cpu/octant_rows.inl"
// clang-format on

template <int D, Images I>
void run_own_octant_rows(const RowUpdateArguments<D>& u, int64_t row_begin, int64_t row_end) {
  OwnBlockMemory<float, D> memory;
  each_in_octants<D, I>(u, row_begin, row_end,
                        [&](const auto&, uint32_t i, const auto& self, const auto& found) {
                          OwnBlock<float, D> own(u, memory, i, i + 1);
                          sum_octants(SumAt{&own.sum}, found, u.parameters->rules, self, u.sorted);
                          own.store();
                        });
  for (int64_t r = row_begin; r < row_end; ++r) {
    const uint32_t* const row = u.starts.own_row(u.grid->count[0], r);
    run_own_boids<float>(u, row[u.column_from], row[u.column_to]);
  }
}

template <int D>
void run_own_all_pairs(const RowUpdateArguments<D>& u, int64_t boids, int64_t begin, int64_t end) {
  AllPairsMemory<D> memory;
  OwnBlockMemory<float, D> block_memory;
  const bool visits_pairs = u.parameters->behaviours.own.visits_pairs();
  for (int64_t i = begin; visits_pairs && i < end; ++i) {
    if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
    const Body<float, D> body = u.sorted[i];
    const auto self = make_self_of<kOctantKind>(*u.parameters, body.p, body.v, u.columns, i);
    OwnBlock<float, D> own(u, block_memory, static_cast<uint32_t>(i), static_cast<uint32_t>(i + 1));
    if (u.parameters->rules.octants) {
      sum_octants_of_all(SumAt{&own.sum}, u, boids, i, self);
    } else {
      sum_all_pairs<D, kOctantKind>(SumAt{&own.sum}, u, boids, i, self, memory);
    }
    own.store();
  }
  run_own_boids<float>(u, static_cast<uint32_t>(begin), static_cast<uint32_t>(end));
}

}  // namespace

template <int D>
void scalar_own_sums(const RowUpdateArguments<D>& u, Images images, const Block& block) {
  OwnBlockMemory<float, D> memory;
  NoLists lists;
  for (uint32_t i = block.first; i < block.last; ++i) {
    const int32_t column = u.grid->coordinate(0, u.sorted[i].p[0]);
    const Block one{i, i + 1, block.layer, block.row, column, column};
    if (images == Images::kChecked) {
      sum_own_block<float, D, kOctantKind, Images::kChecked>(u, one, memory, i + 1, lists);
    } else {
      sum_own_block<float, D, kOctantKind, Images::kUnique>(u, one, memory, i + 1, lists);
    }
  }
}
template void scalar_own_sums<2>(const RowUpdateArguments<2>&, Images, const Block&);
template void scalar_own_sums<3>(const RowUpdateArguments<3>&, Images, const Block&);

template <int D>
RowUpdateFunction<D> scalar_own_rows(bool octants, Images images) {
  if (octants)
    return images == Images::kChecked ? run_own_octant_rows<D, Images::kChecked>
                                      : run_own_octant_rows<D, Images::kUnique>;
  return images == Images::kChecked ? run_own_rows<float, D, kOctantKind, Images::kChecked>
                                    : run_own_rows<float, D, kOctantKind, Images::kUnique>;
}
template RowUpdateFunction<2> scalar_own_rows<2>(bool, Images);
template RowUpdateFunction<3> scalar_own_rows<3>(bool, Images);

template <int D>
AllPairsFunction<D> scalar_own_all_pairs() {
  return run_own_all_pairs<D>;
}
template AllPairsFunction<2> scalar_own_all_pairs<2>();
template AllPairsFunction<3> scalar_own_all_pairs<3>();

}  // namespace murmur
