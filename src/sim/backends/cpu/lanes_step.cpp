// The row update with one boid per lane, compiled once per instruction set by Highway and chosen at run time.
// lanes_finish.cpp has the part after the sums. The scalar version stays outside Highway (scalar_step.cpp), because
// Highway's fallback does not fuse multiply-add.
#include <algorithm>
#include <array>
#include <concepts>
#include <utility>

#include "sim/backends/cpu/lanes_step.h"
#include "sim/backends/cpu/lanes_targets.h"
#include "sim/backends/cpu/scalar_step.h"
#include "sim/backends/cpu/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/backends/cpu/lanes_step.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace murmur {
namespace HWY_NAMESPACE {
// Targets that fuse multiply-add, and WebAssembly, whose lanes have an exact fma (lanes_fma.inl); other targets run
// the scalar step.
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON || HWY_TARGET == HWY_WASM

#include "sim/backends/cpu/lanes.inl"

// The order matters: each file uses earlier ones.
// clang-format off
#include "model/pair.inl"
#include "model/plain_pairs.inl"
#include "model/species_pairs.inl"
#include "model/general_pairs.inl"
#include "model/octant_pairs.inl"
#include "model/kinds.inl"
#include "model/neighbour_sum.inl"
#include "model/visit.inl"
#include "model/nearest.inl"
// clang-format on

#if HWY_TARGET == HWY_WASM
#include "sim/backends/cpu/quick_sum.inl"
#endif
#include "sim/backends/cpu/block_pairs.inl"
#include "sim/backends/cpu/candidate_lists.inl"
#include "sim/backends/cpu/update_row.inl"

template <class T, int D, int... I>
constexpr std::array<RowUpdateFunction<D>, sizeof...(I)> make_row_updates(std::integer_sequence<int, I...>) {
  return {{&update_rows<PairsOf<SumKind::of(I), T, D>, Images::kUnique, D>...}};
}

/// Row update of lanes for a kind from kind_with(images). Null for octants, which are computed for one boid at a time.
template <class T, int D>
RowUpdateFunction<D> row_update(SumKind kind, Images images) {
  static constexpr auto kTable = make_row_updates<T, D>(std::make_integer_sequence<int, SumKind::kCount>());
  if (kind.neighbours == Neighbours::kInOctants) return nullptr;
  if (images == Images::kChecked)
    return kind.walls ? update_rows<PairsOf<SumKind::any(true), T, D>, Images::kChecked, D>
                      : update_rows<PairsOf<SumKind::any(false), T, D>, Images::kChecked, D>;
  return kTable[static_cast<size_t>(kind.index())];
}

/// CellGrid::cell for a block of boids. Indices are computed as integers, because not every index is exact in float.
template <int D>
void find_cells(const CellGrid<float, D>& grid, const Body<float, D>* bodies, int64_t begin, int64_t end,
                uint32_t* cells) {
  const hn::RebindToSigned<Tag> ints;
  constexpr int64_t kBlock = kLanesOf<Lanes>;
  for (int64_t i = begin; i < end; i += kBlock) {
    Vec<Lanes, D> p, v;
    load_bodies(bodies + i, p, v);
    auto index = hn::Zero(ints);
    for (int k = D - 1; k >= 0; --k) {
      const Lanes x = round_down(p[k] * Lanes(grid.inverse[k])), last(static_cast<float>(grid.count[k] - 1));
      const Lanes inside = select(x > Lanes(0.0f), select(x < last, x, last), Lanes(0.0f));
      index = hn::Add(hn::Mul(index, hn::Set(ints, grid.count[k])), hn::ConvertTo(ints, inside.v));
    }
    auto* const to = reinterpret_cast<int32_t*>(cells + i);
    if (end - i >= kBlock) {
      hn::StoreU(index, ints, to);
    } else {
      HWY_ALIGN int32_t buffer[kBlock];
      hn::Store(index, ints, buffer);
      std::copy(buffer, buffer + (end - i), to);
    }
  }
}
namespace {  // functions that the code below chooses from

CellsFunction<2> cells_2d() { return find_cells<2>; }
CellsFunction<3> cells_3d() { return find_cells<3>; }

RowUpdateFunction<2> row_update_2d(SumKind kind, Images images) { return row_update<Lanes, 2>(kind, images); }
RowUpdateFunction<3> row_update_3d(SumKind kind, Images images) { return row_update<Lanes, 3>(kind, images); }

}  // namespace

#endif
}  // namespace HWY_NAMESPACE
}  // namespace murmur
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace murmur {

template <int D>
RowUpdateFunction<D> lane_row_update(Simd simd, [[maybe_unused]] SumKind kind,
                                     [[maybe_unused]] Images images) {
  if (!has_simd(simd)) return nullptr;
  MURMUR_RETURN_LANES(row_update_2d(kind, images), row_update_3d(kind, images))
  return nullptr;
}

template <int D>
CellsFunction<D> lane_cells(Simd simd) {
  if (!has_simd(simd)) return nullptr;
  MURMUR_RETURN_LANES(cells_2d(), cells_3d())
  return nullptr;
}
template CellsFunction<2> lane_cells<2>(Simd);
template CellsFunction<3> lane_cells<3>(Simd);

template RowUpdateFunction<2> lane_row_update<2>(Simd, SumKind, Images);
template RowUpdateFunction<3> lane_row_update<3>(Simd, SumKind, Images);

}  // namespace murmur
#endif
