// Custom rules whose programs the compiler knows: the interpreter's source, in which the choice of operations and
// registers is resolved at compile time. kernels/compiled_rules.cpp writes the lists as constants and compiles them
// during the run.
#pragma once

#include <cstdint>
#include <utility>

#include "model/device/steer.h"

namespace murmur {

/// A View of elements known at compile time: the first kSize of Array::kElements.
template <class Array>
struct KnownList {
  static constexpr int64_t size = Array::kSize;
  MURMUR_INLINE constexpr auto operator[](int64_t k) const { return Array::kElements[k]; }
};

template <int D, int B, bool kOneBoid, class Array, class T, class S, int... I>
MURMUR_INLINE void run_each(std::integer_sequence<int, I...>, const S* numbers, const CustomKeys& keys,
                            const uint32_t* ids, T (*r)[B]) {
  (run_operation<Array::kElements[I].op, D, B, kOneBoid>(Array::kElements[I], numbers, keys, ids, r), ...);
}

/// Runs a program without a loop: an unrolled loop would contain all operations in each iteration.
template <int D, int B, bool kOneBoid, class Array, class T, class S>
MURMUR_INLINE void run_code(const KnownList<Array>&, const S* numbers, const CustomKeys& keys,
                            const uint32_t* ids, T (*r)[B]) {
  run_each<D, B, kOneBoid, Array>(std::make_integer_sequence<int, Array::kSize>(), numbers, keys, ids, r);
}

/// Computes what the rules add to the boid at sorted index k. kKind: SumKind::index().
template <int D, int kKind, Neighbours N, Images I, class Lists>
struct RunKnownRules {
  static MURMUR_INLINE void run(const SteerArguments<D>& a, int64_t k) {
    const CustomRules<float>& in_memory = a.parameters.behaviours.custom;
    CustomRules<float, Lists> custom;
    custom.numbers = in_memory.numbers;
    custom.ranges_squared = in_memory.ranges_squared;
    float sums[decltype(Lists::sums)::size + 1];
    run_custom_rules_of<D, RunKnownRules>(a, k, custom, {sums, 1});
  }
  template <class Sum>
  static MURMUR_INLINE void hand_on(const Sum& sum, const SteerArguments<D>& a, int64_t k,
                                    const Body<float, D>& body) {
    sum_of_boid<SumKind::of(kKind, N), I>(sum, a, k, body);
  }
};

}  // namespace murmur
