// The part of a lane step after the sums (lanes_step.cpp), compiled once per instruction set by Highway.
#include <algorithm>
#include <concepts>
#include <limits>

#include "sim/backends/cpu/lanes_targets.h"
#include "sim/backends/cpu/row_update.h"
#include "sim/backends/host_step.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/backends/cpu/lanes_finish.cpp"
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
#include "model/neighbour_sum.inl"
#include "model/steering.inl"
#include "model/displacement.inl"
#include "model/behaviours.inl"
#include "sim/backends/cpu/finish_block.inl"
// clang-format on

template void finish_block(const RowUpdateArguments<2>&, const NeighbourSum<Lanes, 2>&, Vec<Lanes, 2>,
                           Vec<Lanes, 2>, uint32_t, uint32_t);
template void finish_block(const RowUpdateArguments<3>&, const NeighbourSum<Lanes, 3>&, Vec<Lanes, 3>,
                           Vec<Lanes, 3>, uint32_t, uint32_t);

#endif
}  // namespace HWY_NAMESPACE
}  // namespace murmur
HWY_AFTER_NAMESPACE();
