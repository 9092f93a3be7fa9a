// The row update with one boid per lane, compiled once per instruction set by Highway and chosen at run time.
// Scalars stay outside Highway (scalar_step.cpp): its own fallback does not fuse multiply-add.
#include <array>
#include <concepts>
#include <utility>

#include "sim/row_update.h"

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#define HWY_COMPILE_ALL_ATTAINABLE
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/lanes_step.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace murmur {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

#include "sim/lanes.inl"

#include "model/neighbour_sum.inl"
#include "model/steering.inl"
#include "model/visit.inl"
#include "model/displacement.inl"
#include "model/behaviours.inl"

#include "sim/update_row.inl"
#include "sim/update_rows_table.inl"

RowUpdateFunction<2> row_update_2d(SumKind kind, Images images) { return row_update<Lanes, 2>(kind, images); }
RowUpdateFunction<3> row_update_3d(SumKind kind, Images images) { return row_update<Lanes, 3>(kind, images); }

#endif
}  // namespace HWY_NAMESPACE
}  // namespace murmur
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace murmur {

bool has_simd(Simd simd) {
  const auto supported = hwy::SupportedTargets();
  switch (simd) {
    case Simd::kAvx2:
      return (supported & HWY_AVX2 & (HWY_TARGETS)) != 0;
    case Simd::kAvx512:
      return (supported & HWY_AVX3 & (HWY_TARGETS)) != 0;
    default:
      return true;
  }
}

Simd best_simd() {
  return has_simd(Simd::kAvx512) ? Simd::kAvx512 : has_simd(Simd::kAvx2) ? Simd::kAvx2 : Simd::kScalar;
}

const char* simd_name(Simd simd) {
  switch (simd) {
    case Simd::kAuto:
      return "auto";
    case Simd::kScalar:
      return "scalar";
    case Simd::kAvx2:
      return "avx2";
    case Simd::kAvx512:
      return "avx512";
  }
  return "?";
}

template <int D>
RowUpdateFunction<D> lane_row_update(Simd simd, SumKind kind, Images images) {
  if (!has_simd(simd)) return nullptr;
#if (HWY_TARGETS & HWY_AVX3) != 0
  if (simd == Simd::kAvx512) {
    if constexpr (D == 2) return N_AVX3::row_update_2d(kind, images);
    if constexpr (D == 3) return N_AVX3::row_update_3d(kind, images);
  }
#endif
#if (HWY_TARGETS & HWY_AVX2) != 0
  if (simd == Simd::kAvx2) {
    if constexpr (D == 2) return N_AVX2::row_update_2d(kind, images);
    if constexpr (D == 3) return N_AVX2::row_update_3d(kind, images);
  }
#endif
  return nullptr;
}
template RowUpdateFunction<2> lane_row_update<2>(Simd, SumKind, Images);
template RowUpdateFunction<3> lane_row_update<3>(Simd, SumKind, Images);

}  // namespace murmur
#endif
