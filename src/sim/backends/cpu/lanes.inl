// A pack of floats with the names of base/math.h, one boid per lane, for one instruction set.
// Included by lanes_step.cpp inside murmur::HWY_NAMESPACE, once per instruction set.

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<float>;

struct Lanes {
  hn::Vec<Tag> v;
  Lanes() = default;
  MURMUR_INLINE Lanes(hn::Vec<Tag> x) : v(x) {}
  MURMUR_INLINE explicit Lanes(float x) : v(hn::Set(Tag(), x)) {}
};
struct LaneMask {
  hn::Mask<Tag> m;
};

template <class T>
concept Arithmetic = std::is_same_v<T, Lanes>;
template <class T>
using MaskOf = LaneMask;
template <class T>
constexpr int kLanesOf = static_cast<int>(hn::MaxLanes(Tag()));
template <class T>
constexpr bool kQuickSums = HWY_TARGET == HWY_WASM;
template <class T>
using ScalarOf = float;
template <class T>
using IdsOf = const uint32_t*;

MURMUR_INLINE Lanes operator+(const Lanes& a, const Lanes& b) { return hn::Add(a.v, b.v); }
MURMUR_INLINE Lanes operator-(const Lanes& a, const Lanes& b) { return hn::Sub(a.v, b.v); }
MURMUR_INLINE Lanes operator*(const Lanes& a, const Lanes& b) { return hn::Mul(a.v, b.v); }
MURMUR_INLINE Lanes operator/(const Lanes& a, const Lanes& b) { return hn::Div(a.v, b.v); }
MURMUR_INLINE LaneMask operator<(const Lanes& a, const Lanes& b) { return {hn::Lt(a.v, b.v)}; }
MURMUR_INLINE LaneMask operator>(const Lanes& a, const Lanes& b) { return {hn::Gt(a.v, b.v)}; }
MURMUR_INLINE LaneMask operator<=(const Lanes& a, const Lanes& b) { return {hn::Le(a.v, b.v)}; }
MURMUR_INLINE LaneMask operator>=(const Lanes& a, const Lanes& b) { return {hn::Ge(a.v, b.v)}; }

#if HWY_TARGET == HWY_WASM  // MulAdd of Highway is a product and a sum in WebAssembly
#include "sim/backends/cpu/lanes_fma.inl"
#else
MURMUR_INLINE Lanes fused(const Lanes& a, const Lanes& b, const Lanes& c) {
  return hn::MulAdd(a.v, b.v, c.v);
}
#endif
MURMUR_INLINE Lanes square_root(const Lanes& a) { return hn::Sqrt(a.v); }
MURMUR_INLINE Lanes round_down(const Lanes& a) { return hn::Floor(a.v); }
MURMUR_INLINE Lanes magnitude(const Lanes& a) { return hn::Abs(a.v); }
MURMUR_INLINE Lanes select(const LaneMask& m, const Lanes& yes, const Lanes& no) {
  return hn::IfThenElse(m.m, yes.v, no.v);
}
MURMUR_INLINE Lanes lesser(const Lanes& a, const Lanes& b) { return hn::Min(a.v, b.v); }
MURMUR_INLINE Lanes greater(const Lanes& a, const Lanes& b) { return hn::Max(a.v, b.v); }
MURMUR_INLINE LaneMask both(const LaneMask& a, const LaneMask& b) { return {hn::And(a.m, b.m)}; }
MURMUR_INLINE bool any(const LaneMask& m) { return !hn::AllFalse(Tag(), m.m); }
MURMUR_INLINE bool all(const LaneMask& m) { return hn::AllTrue(Tag(), m.m); }
MURMUR_INLINE float largest(const Lanes& a) { return hn::GetLane(hn::MaxOfLanes(Tag(), a.v)); }
MURMUR_INLINE LaneMask either(const LaneMask& a, const LaneMask& b) { return {hn::Or(a.m, b.m)}; }

template <class T>
MURMUR_INLINE Lanes opaque_one() {
  auto one = hn::Set(Tag(), 1.0f);
#if HWY_ARCH_X86
  asm("" : "+v"(one.raw));
#endif
  return one;
}

/// Keeps x in a register: the compiler would read it anew for each operation, and loads limit the sums of species (Zen 4).
MURMUR_INLINE Lanes in_register(Lanes x) {
#if HWY_ARCH_X86
  asm("" : "+v"(x.v.raw));
#endif
  return x;
}

// AVX-512 adds under a mask; AVX2 adds a masked zero, with the same bits as result.
#if HWY_TARGET == HWY_AVX3
MURMUR_INLINE Lanes difference(const Lanes& a, const Lanes& b, const Lanes& one) {
  return hn::MulSub(a.v, one.v, b.v);
}
MURMUR_INLINE Lanes add_if(const LaneMask& m, const Lanes& sum, const Lanes& x) {
  return hn::IfThenElse(m.m, hn::Add(sum.v, x.v), sum.v);
}
MURMUR_INLINE Lanes sub_if(const LaneMask& m, const Lanes& sum, const Lanes& x) {
  return hn::IfThenElse(m.m, hn::Sub(sum.v, x.v), sum.v);
}
MURMUR_INLINE Lanes fused_if(const LaneMask& m, const Lanes& a, const Lanes& x, const Lanes& sum) {
  return hn::IfThenElse(m.m, hn::MulAdd(a.v, x.v, sum.v), sum.v);
}
MURMUR_INLINE Lanes finite_if(const LaneMask&, const Lanes& x) { return x; }
MURMUR_INLINE Lanes add_magnitude_if(const LaneMask& m, const Lanes& sum, const Lanes& x) {
  return add_if(m, sum, magnitude(x));
}
#else
MURMUR_INLINE Lanes difference(const Lanes& a, const Lanes& b, const Lanes&) { return hn::Sub(a.v, b.v); }
MURMUR_INLINE Lanes add_if(const LaneMask& m, const Lanes& sum, const Lanes& x) {
  return hn::Add(sum.v, hn::IfThenElseZero(m.m, x.v));
}
MURMUR_INLINE Lanes sub_if(const LaneMask& m, const Lanes& sum, const Lanes& x) {
  return hn::Sub(sum.v, hn::IfThenElseZero(m.m, x.v));
}
MURMUR_INLINE Lanes fused_if(const LaneMask& m, const Lanes& a, const Lanes& x, const Lanes& sum) {
  return fused(hn::IfThenElseZero(m.m, a.v), x, sum);
}
MURMUR_INLINE Lanes finite_if(const LaneMask& m, const Lanes& x) { return hn::IfThenElseZero(m.m, x.v); }
MURMUR_INLINE Lanes add_magnitude_if(const LaneMask& m, const Lanes& sum, const Lanes& x) {
  return sum + magnitude(hn::IfThenElseZero(m.m, x.v));
}
#endif

/// Mask of all lanes except the one with this index.
template <class T>
MURMUR_INLINE LaneMask not_lane(uint32_t index) {
#if HWY_TARGET == HWY_AVX3
  const uint16_t bits = static_cast<uint16_t>(~(1u << index));  // no comparison: adders are busy
  return {hn::LoadMaskBits(Tag(), reinterpret_cast<const uint8_t*>(&bits))};
#else
  return {hn::Not(hn::Eq(hn::Iota(Tag(), 0), hn::Set(Tag(), static_cast<float>(index))))};
#endif
}

/// Appends first + index for each set lane of the mask among the first `count`. Overwrites as many numbers as there
/// are lanes. @returns the position after the last index.
MURMUR_INLINE uint32_t* append_indices(const LaneMask& m, uint32_t count, uint32_t first, uint32_t* to) {
  const hn::RebindToUnsigned<Tag> whole;
  const auto chosen = hn::RebindMask(whole, hn::And(m.m, hn::FirstN(Tag(), count)));
  const auto indices = hn::Add(hn::Set(whole, first), hn::Iota(whole, 0));
  hn::StoreU(hn::Compress(indices, chosen), whole, to);
  return to + hn::CountTrue(whole, chosen);
}

template <class T>
struct NumbersOf {
  HWY_ALIGN float at[kLanesOf<Lanes>];
  MURMUR_INLINE explicit NumbersOf(const Lanes& x) { hn::Store(x.v, Tag(), at); }
  MURMUR_INLINE Lanes together() const { return hn::Load(Tag(), at); }
  static MURMUR_INLINE Lanes in_row(const float* from) { return hn::LoadU(Tag(), from); }
  /// Loads `count` numbers; the remaining lanes repeat the first number.
  static MURMUR_INLINE Lanes in_row(const float* from, uint32_t count) {
    return hn::IfThenElse(hn::FirstN(Tag(), count), hn::LoadU(Tag(), from), hn::Set(Tag(), *from));
  }
  static MURMUR_INLINE void put(const Lanes& x, float* to, uint32_t count) {
    if (count == static_cast<uint32_t>(kLanesOf<Lanes>)) return hn::StoreU(x.v, Tag(), to);
    const NumbersOf numbers(x);
    for (uint32_t k = 0; k < count; ++k) to[k] = numbers.at[k];
  }
};

/// 2^n for an integer n in the range of normal floats.
MURMUR_INLINE Lanes power_of_two(const Lanes& n) {
  const hn::RebindToSigned<Tag> ints;
  const auto exponent = hn::Add(hn::ConvertTo(ints, n.v), hn::Set(ints, 127));
  return hn::BitCast(Tag(), hn::ShiftLeft<23>(exponent));
}

#include "base/arithmetic.inl"

template <int D>
MURMUR_INLINE bool all_finite(const Vec<Lanes, D>& p, const Vec<Lanes, D>& v) {
  Lanes zero(0.0f);  // x - x is 0 for every number and NaN for the rest
  for (int k = 0; k < D; ++k) zero = zero + ((p[k] - p[k]) + (v[k] - v[k]));
  return hn::AllTrue(Tag(), hn::Eq(zero.v, hn::Zero(Tag())));
}

/// Loads kLanes consecutive boids, one per lane.
MURMUR_INLINE void load_bodies(const Body<float, 2>* bodies, Vec<Lanes, 2>& p, Vec<Lanes, 2>& v) {
  hn::LoadInterleaved4(Tag(), &bodies->p.c[0], p[0].v, p[1].v, v[0].v, v[1].v);
}
MURMUR_INLINE void load_bodies(const Body<float, 3>* bodies, Vec<Lanes, 3>& p, Vec<Lanes, 3>& v) {
  // Each boid has eight floats: x, y, z, u in one half of the lanes and v, w, -, - in the other.
  hn::Vec<Tag> low[4], high[4];
  const float* data = &bodies->p.c[0];
  hn::LoadInterleaved4(Tag(), data, low[0], low[1], low[2], low[3]);
  hn::LoadInterleaved4(Tag(), data + 4 * kLanesOf<Lanes>, high[0], high[1], high[2], high[3]);
  for (int k = 0; k < 3; ++k) p[k].v = hn::ConcatEven(Tag(), high[k], low[k]);
  v[0].v = hn::ConcatEven(Tag(), high[3], low[3]);
  for (int k = 0; k < 2; ++k) v[k + 1].v = hn::ConcatOdd(Tag(), high[k], low[k]);
}

/// Stores the first `count` lanes.
template <int D>
MURMUR_INLINE void store_bodies(const Vec<Lanes, D>& p, const Vec<Lanes, D>& v, Body<float, D>* bodies,
                                uint32_t count) {
  if constexpr (D == 2) {
    if (count == static_cast<uint32_t>(kLanesOf<Lanes>)) {
      hn::StoreInterleaved4(p[0].v, p[1].v, v[0].v, v[1].v, Tag(), &bodies->p.c[0]);
      return;
    }
  }
  HWY_ALIGN float buffer[2 * D][kLanesOf<Lanes>];
  for (int k = 0; k < D; ++k) {
    hn::Store(p[k].v, Tag(), buffer[k]);
    hn::Store(v[k].v, Tag(), buffer[D + k]);
  }
  for (uint32_t lane = 0; lane < count; ++lane) {
    for (int k = 0; k < D; ++k) {
      bodies[lane].p[k] = buffer[k][lane];
      bodies[lane].v[k] = buffer[D + k][lane];
    }
  }
}

/// The species of each boid of a block.
struct BlockIndices {
  static constexpr size_t kLanes = hn::MaxLanes(Tag());
  HWY_ALIGN int32_t at[kLanes] = {};
  bool in_one;  // one vector holds all numbers to choose from

  MURMUR_INLINE BlockIndices(const uint32_t* from, uint32_t count, int64_t numbers)
      : in_one(numbers <= static_cast<int64_t>(kLanes)) {
    if (count == kLanes) {  // nearly always: the block is full
      std::memcpy(at, from, sizeof at);
      return;
    }
    for (uint32_t lane = 0; lane < count; ++lane) at[lane] = static_cast<int32_t>(from[lane]);
  }
};

/// Looks up the first `count` members of `to`, which are Lanes: each lane takes its number from a row of the table.
template <class Numbers>
MURMUR_INLINE void look_up_row(const float (*table)[kMostSpecies], const BlockIndices& indices, Numbers& to,
                               size_t count = sizeof(Numbers) / sizeof(Lanes)) {
  auto* const numbers = reinterpret_cast<Lanes*>(&to);
  if (indices.in_one) {
    const auto chosen = hn::SetTableIndices(Tag(), indices.at);
    for (size_t n = 0; n < count; ++n) numbers[n] = hn::TableLookupLanes(hn::Load(Tag(), table[n]), chosen);
    return;
  }
  for (size_t n = 0; n < count; ++n) {
    HWY_ALIGN float row[BlockIndices::kLanes];
    for (size_t lane = 0; lane < BlockIndices::kLanes; ++lane) row[lane] = table[n][indices.at[lane]];
    numbers[n] = hn::Load(Tag(), row);
  }
}

// Static: two sources include this file with different lanes, and the linker could mix up weak functions.
/// Looks up the traits of boids first .. last - 1 by their species.
template <int D>
static void look_up_traits(const RowUpdateArguments<D>& u, uint32_t first, uint32_t last,
                           Traits<Lanes>& own) {
  const BlockIndices indices(u.columns.species + first, last - first, u.parameters->rules.species.size);
  look_up_row(u.species->traits, indices, own);
}
/// Looks up in `rows` how boids first .. last - 1 weight neighbours of each species.
template <int D>
static void look_up_toward(const RowUpdateArguments<D>& u, uint32_t first, uint32_t last, bool rare_sums,
                           Toward<Lanes>* rows) {
  const int64_t species = u.parameters->rules.species.size;
  const BlockIndices indices(u.columns.species + first, last - first, species);
  for (int64_t other = 0; other < species; ++other)
    look_up_row(u.species->toward[other], indices, rows[other],
                rare_sums ? sizeof *rows / sizeof(Lanes) : Toward<Lanes>::kUsual);
}
