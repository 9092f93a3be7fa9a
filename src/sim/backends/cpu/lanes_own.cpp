// Rules of one's own with one boid per lane, compiled once per instruction set by Highway.
#include <algorithm>
#include <concepts>
#include <limits>

#include "model/behaviours.h"
#include "sim/backends/cpu/lanes_own.h"
#include "sim/backends/cpu/lanes_targets.h"
#include "sim/backends/cpu/scalar_own.h"
#include "sim/backends/cpu/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/backends/cpu/lanes_own.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace murmur {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON || HWY_TARGET == HWY_WASM

#include "sim/backends/cpu/lanes.inl"
#include "sim/backends/cpu/lanes_random.inl"

// Each file uses the ones before it.
// clang-format off
#include "base/sine_cosine.inl"
#include "model/pair.inl"
#include "model/visit.inl"
#include "model/nearest.inl"
#include "model/own/run.inl"
#include "model/own/sums.inl"
#include "sim/backends/cpu/block_self.inl"
#include "sim/backends/cpu/candidate_lists.inl"
#include "sim/backends/cpu/own_rows.inl"
// clang-format on

/// Any rules, as SumKind::general with species.
constexpr SumKind kAlike{Falloff::kNone, true, false, true, true};
constexpr SumKind kOfSpecies{Falloff::kNone, true, true, true, true};

template <int D>
RowUpdateFunction<D> own_rows(bool species, Images images) {
  if (species)
    return images == Images::kChecked ? run_own_rows<Lanes, D, kOfSpecies, Images::kChecked>
                                      : run_own_rows<Lanes, D, kOfSpecies, Images::kUnique>;
  return images == Images::kChecked ? run_own_rows<Lanes, D, kAlike, Images::kChecked>
                                    : run_own_rows<Lanes, D, kAlike, Images::kUnique>;
}
namespace {  // for the choice below

RowUpdateFunction<2> own_rows_2d(bool species, Images images) { return own_rows<2>(species, images); }
RowUpdateFunction<3> own_rows_3d(bool species, Images images) { return own_rows<3>(species, images); }

}  // namespace

#endif
}  // namespace HWY_NAMESPACE
}  // namespace murmur
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace murmur {

template <int D>
RowUpdateFunction<D> lane_own_rows(Simd simd, [[maybe_unused]] bool species, [[maybe_unused]] Images images) {
  if (!has_simd(simd)) return nullptr;
  MURMUR_RETURN_LANES(own_rows_2d(species, images), own_rows_3d(species, images))
  return nullptr;
}
template RowUpdateFunction<2> lane_own_rows<2>(Simd, bool, Images);
template RowUpdateFunction<3> lane_own_rows<3>(Simd, bool, Images);

}  // namespace murmur
#endif
