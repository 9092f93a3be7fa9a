#include "sim/backends/cpu/scalar_custom.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "model/behaviours.h"

namespace murmur {
namespace {

// The order matters: each file uses earlier ones.
// clang-format off
#include "sim/backends/cpu/scalar_bodies.inl"
#include "sim/backends/cpu/block_pairs.inl"
#include "sim/backends/cpu/candidate_lists.inl"
#include "sim/backends/cpu/custom_rows.inl"
#include "sim/backends/cpu/all_pairs.inl"
// clang-format on

template <class Pairs, int D>
void run_custom_all_pairs(const RowUpdateArguments<D>& u, int64_t boids, int64_t begin, int64_t end) {
  AllPairsMemory<D> memory;
  CustomBlockMemory<float, D> block_memory;
  const bool visits_pairs = u.parameters->behaviours.custom.visits_pairs();
  for (int64_t i = begin; visits_pairs && i < end; ++i) {
    if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
    const Body<float, D> body = u.sorted[i];
    CustomBlock<float, D> own(u, block_memory, static_cast<uint32_t>(i), static_cast<uint32_t>(i + 1));
    const auto pairs = pairs_of<Pairs>(*u.parameters, body.p, body.v, u.columns, i);
    sum_all_pairs(SumAt{&own.sum}, u, boids, i, pairs, memory);
    own.store();
  }
  run_custom_boids<float>(u, static_cast<uint32_t>(begin), static_cast<uint32_t>(end));
}

}  // namespace

template <int D>
RowUpdateFunction<D> ScalarRules<D>::rows(SumKind kind, Images images) {
  return with_scalar_pairs<D>(kind, [&]<class Pairs>(TypeOf<Pairs>) {
    return images == Images::kChecked ? run_custom_rows<Pairs, Images::kChecked, D>
                                      : run_custom_rows<Pairs, Images::kUnique, D>;
  });
}

template <int D>
AllPairsFunction<D> ScalarRules<D>::all_pairs(SumKind kind) {
  return with_scalar_pairs<D>(kind,
                              []<class Pairs>(TypeOf<Pairs>) { return run_custom_all_pairs<Pairs, D>; });
}

template <int D>
void ScalarRules<D>::block_sums(const RowUpdateArguments<D>& u, Images images, const Block& block) {
  CustomBlockMemory<float, D> memory;
  NoLists lists;
  const auto sum = images == Images::kChecked ? sum_custom_block<AnyPairs<float, D>, Images::kChecked, D>
                                              : sum_custom_block<AnyPairs<float, D>, Images::kUnique, D>;
  for (uint32_t i = block.first; i < block.last; ++i) {
    const int32_t column = u.grid->coordinate(0, u.sorted[i].p[0]);
    sum(u, Block{i, i + 1, block.layer, block.row, column, column}, memory, i + 1, lists);
  }
}

template struct ScalarRules<2>;
template struct ScalarRules<3>;

}  // namespace murmur
