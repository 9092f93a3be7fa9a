// Custom rules with one boid per lane, compiled once per instruction set by Highway.
#include <algorithm>
#include <concepts>
#include <limits>

#include "model/behaviours.h"
#include "sim/backends/cpu/lanes_custom.h"
#include "sim/backends/cpu/lanes_targets.h"
#include "sim/backends/cpu/scalar_custom.h"
#include "sim/backends/cpu/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/backends/cpu/lanes_custom.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace murmur {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON || HWY_TARGET == HWY_WASM

#include "sim/backends/cpu/lanes.inl"
#include "sim/backends/cpu/lanes_random.inl"

// The order matters: each file uses earlier ones.
// clang-format off
#include "base/sine_cosine.inl"
#include "model/pair.inl"
#include "model/plain_pairs.inl"
#include "model/species_pairs.inl"
#include "model/general_pairs.inl"
#include "model/octant_pairs.inl"
#include "model/kinds.inl"
#include "model/visit.inl"
#include "model/nearest.inl"
#include "model/custom/operations.inl"
#include "model/custom/run.inl"
#include "model/custom/sums.inl"
#include "sim/backends/cpu/block_pairs.inl"
#include "sim/backends/cpu/candidate_lists.inl"
#include "sim/backends/cpu/custom_rows.inl"
// clang-format on

template <int D>
RowUpdateFunction<D> custom_rows(SumKind kind, Images images) {
  if (kind.neighbours == Neighbours::kInOctants) return nullptr;
  using Pairs = AnyPairs<Lanes, D>;
  return images == Images::kChecked ? run_custom_rows<Pairs, Images::kChecked, D>
                                    : run_custom_rows<Pairs, Images::kUnique, D>;
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace murmur
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace murmur {

template <int D>
RowUpdateFunction<D> lane_custom_rows(Simd simd, [[maybe_unused]] SumKind kind,
                                      [[maybe_unused]] Images images) {
  if (!has_simd(simd)) return nullptr;
  MURMUR_RETURN_LANES(custom_rows<2>(kind, images), custom_rows<3>(kind, images))
  return nullptr;
}
template RowUpdateFunction<2> lane_custom_rows<2>(Simd, SumKind, Images);
template RowUpdateFunction<3> lane_custom_rows<3>(Simd, SumKind, Images);

}  // namespace murmur
#endif
