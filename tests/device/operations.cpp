// All of `.rn` is IEEE round to nearest with denormals, as the host computes it.
#include "device/operations.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "device/warp.h"

namespace murmur::simulated {
namespace {

using Table = std::map<std::string, Operation>;
using Predicate = uint8_t;  // 0 or 1

/// To a register of R from those of A...; F has no captures. Loops over all lanes, without branches, become
/// vector instructions; lanes that do not take part keep what they have.
template <class F, class R, class... A>
struct Lanewise {
  static void run(Warp& warp, const Instruction& i, uint32_t mask) {
    all(warp, i, mask, std::index_sequence_for<A...>());
  }
  template <size_t... K>
  static void all(Warp& warp, const Instruction& i, uint32_t mask, std::index_sequence<K...>) {
    R* const to = warp.lanes<R>(i.operand[0]);
    if (mask == ~0u) {
#pragma GCC ivdep
      for (uint32_t l = 0; l < kLanes; ++l)
        to[l] = static_cast<R>(F{}(warp.lanes<A>(i.operand[K + 1])[l]...));
      return;
    }
    R results[kLanes];
#pragma GCC ivdep
    for (uint32_t l = 0; l < kLanes; ++l)
      results[l] = static_cast<R>(F{}(warp.lanes<A>(i.operand[K + 1])[l]...));
#pragma GCC ivdep
    for (uint32_t l = 0; l < kLanes; ++l) to[l] = (mask >> l & 1) != 0 ? results[l] : to[l];
  }
};
template <class R, class... A, class F>
Operation op(F) {
  return {&Lanewise<F, R, A...>::run, {sizeof(R), sizeof(A)...}};
}

template <class T>
void add_type(Table& t, const std::string& type) {
  t["mov." + type] = op<T, T>([](T a) { return a; });
  t["selp." + type] = op<T, T, T, Predicate>([](T a, T b, Predicate p) { return p ? a : b; });
  t["setp.eq." + type] = op<Predicate, T, T>([](T a, T b) { return a == b; });
  t["setp.ne." + type] = op<Predicate, T, T>([](T a, T b) { return (a < b) | (a > b); });
  t["setp.lt." + type] = op<Predicate, T, T>([](T a, T b) { return a < b; });
  t["setp.le." + type] = op<Predicate, T, T>([](T a, T b) { return a <= b; });
  t["setp.gt." + type] = op<Predicate, T, T>([](T a, T b) { return a > b; });
  t["setp.ge." + type] = op<Predicate, T, T>([](T a, T b) { return a >= b; });
}

template <class T>
void add_bits(Table& t, const std::string& type) {
  t["and." + type] = op<T, T, T>([](T a, T b) { return a & b; });
  t["or." + type] = op<T, T, T>([](T a, T b) { return a | b; });
  t["xor." + type] = op<T, T, T>([](T a, T b) { return a ^ b; });
  if constexpr (std::is_same_v<T, Predicate>) {
    t["not." + type] = op<T, T>([](T a) { return a ^ 1; });
  } else {
    t["not." + type] = op<T, T>([](T a) { return ~a; });
    t["shl." + type] = op<T, T, uint32_t>([](T a, uint32_t by) {
      constexpr uint32_t kWidth = 8 * sizeof(T);
      return by < kWidth ? static_cast<T>(a << (by % kWidth)) : T{0};
    });
  }
}

template <class T>
void add_shift_right(Table& t, const std::string& type) {
  t["shr." + type] = op<T, T, uint32_t>([](T a, uint32_t by) {
    constexpr uint32_t kMost = 8 * sizeof(T) - 1;
    if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> (by < kMost ? by : kMost));
    return by <= kMost ? static_cast<T>(a >> (by & kMost)) : T{0};
  });
}

/// Signed or not, additions and products of integers wrap.
template <class T>
void add_integer(Table& t, const std::string& type) {
  using U = std::make_unsigned_t<T>;
  t["add." + type] = op<U, U, U>([](U a, U b) { return a + b; });
  t["sub." + type] = op<U, U, U>([](U a, U b) { return a - b; });
  t["neg." + type] = op<U, U>([](U a) { return U{0} - a; });
  t["mul.lo." + type] = op<U, U, U>([](U a, U b) { return a * b; });
  t["mad.lo." + type] = op<U, U, U, U>([](U a, U b, U c) { return a * b + c; });
  t["min." + type] = op<T, T, T>([](T a, T b) { return a < b ? a : b; });
  t["max." + type] = op<T, T, T>([](T a, T b) { return a < b ? b : a; });
  t["div." + type] = op<T, T, T>([](T a, T b) { return b == 0 ? T(-1) : a / b; });  // by 0: not defined
  t["rem." + type] = op<T, T, T>([](T a, T b) { return b == 0 ? a : a % b; });
  add_shift_right<T>(t, type);
}

template <class T>
void add_real(Table& t, const std::string& type) {
  t["add.rn." + type] = op<T, T, T>([](T a, T b) { return a + b; });
  t["sub.rn." + type] = op<T, T, T>([](T a, T b) { return a - b; });
  t["mul.rn." + type] = op<T, T, T>([](T a, T b) { return a * b; });
  t["div.rn." + type] = op<T, T, T>([](T a, T b) { return a / b; });
  t["rcp.rn." + type] = op<T, T>([](T a) { return T(1) / a; });
  t["sqrt.rn." + type] = op<T, T>([](T a) { return std::sqrt(a); });
  t["fma.rn." + type] = op<T, T, T, T>([](T a, T b, T c) { return std::fma(a, b, c); });
  t["abs." + type] = op<T, T>([](T a) { return std::fabs(a); });
  t["neg." + type] = op<T, T>([](T a) { return -a; });
  // NaN gives way to a number; +0 is above -0.
  t["min." + type] =
      op<T, T, T>([](T a, T b) { return a == b ? (std::signbit(a) ? a : b) : std::fmin(a, b); });
  t["max." + type] =
      op<T, T, T>([](T a, T b) { return a == b ? (std::signbit(a) ? b : a) : std::fmax(a, b); });
  t["cvt.rmi." + type + "." + type] = op<T, T>([](T a) { return std::floor(a); });
  // Unordered comparisons hold where one is NaN.
  t["setp.ltu." + type] = op<Predicate, T, T>([](T a, T b) { return !(a >= b); });
  t["setp.leu." + type] = op<Predicate, T, T>([](T a, T b) { return !(a > b); });
  t["setp.gtu." + type] = op<Predicate, T, T>([](T a, T b) { return !(a <= b); });
  t["setp.geu." + type] = op<Predicate, T, T>([](T a, T b) { return !(a < b); });
  t["setp.neu." + type] = op<Predicate, T, T>([](T a, T b) { return a != b; });
  t["setp.num." + type] = op<Predicate, T, T>([](T a, T b) { return (a == a) & (b == b); });
  t["setp.nan." + type] = op<Predicate, T, T>([](T a, T b) { return (a != a) | (b != b); });
  t["cvt.rzi.s32." + type] = op<int32_t, T>([](T a) {
    using Limits = std::numeric_limits<int32_t>;
    if (std::isnan(a)) return sizeof(T) == 8 ? Limits::min() : 0;
    if (a >= T(2147483648.0)) return Limits::max();
    return a <= T(-2147483648.0) ? Limits::min() : static_cast<int32_t>(a);
  });
  t["cvt.rzi.s64." + type] = op<int64_t, T>([](T a) {
    using Limits = std::numeric_limits<int64_t>;
    if (std::isnan(a)) return Limits::min();
    if (a >= T(9223372036854775808.0)) return Limits::max();
    return a <= T(-9223372036854775808.0) ? Limits::min() : static_cast<int64_t>(a);
  });
  t["cvt.rn." + type + ".s32"] = op<T, int32_t>([](int32_t a) { return a; });
  t["cvt.rn." + type + ".u32"] = op<T, uint32_t>([](uint32_t a) { return a; });
  t["cvt.rn." + type + ".u64"] = op<T, uint64_t>([](uint64_t a) { return static_cast<T>(a); });
}

/// Bytes of (a, b) as the digits of c say.
uint32_t permuted(uint32_t a, uint32_t b, uint32_t c) {
  const uint64_t bytes = uint64_t{b} << 32 | a;
  uint32_t result = 0;
  for (uint32_t k = 0; k < 4; ++k) {
    const uint32_t digit = c >> (4 * k) & 15;
    auto byte = static_cast<uint32_t>(bytes >> (8 * (digit & 7)) & 255);
    if (digit & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << (8 * k);
  }
  return result;
}

uint32_t reversed(uint32_t a) {
  uint32_t result = 0;
  for (uint32_t k = 0; k < 32; ++k) result |= (a >> k & 1) << (31 - k);
  return result;
}

/// Two halves from one register.
template <class Half, class Whole>
void unpack(Warp& warp, const Instruction& i, uint32_t mask) {
  for (uint32_t l = 0; l < kLanes; ++l) {
    if ((mask >> l & 1) == 0) continue;
    const Whole whole = warp.lanes<Whole>(i.operand[2])[l];
    warp.lanes<Half>(i.operand[0])[l] = static_cast<Half>(whole);
    warp.lanes<Half>(i.operand[1])[l] = static_cast<Half>(whole >> (8 * sizeof(Half)));
  }
}

/// Any integer to any other.
template <class From>
void add_conversions(Table& t, const std::string& from) {
  t["cvt.u64." + from] = op<uint64_t, From>([](From a) { return static_cast<uint64_t>(a); });
  t["cvt.s64." + from] = op<int64_t, From>([](From a) { return static_cast<int64_t>(a); });
  t["cvt.u32." + from] = op<uint32_t, From>([](From a) { return static_cast<uint32_t>(a); });
  t["cvt.s32." + from] = op<int32_t, From>([](From a) { return static_cast<int32_t>(a); });
  t["cvt.u16." + from] = op<uint16_t, From>([](From a) { return static_cast<uint16_t>(a); });
}

Table make_table() {
  Table t;
  for (const char* type : {"u16", "b16"}) add_type<uint16_t>(t, type);
  add_type<int16_t>(t, "s16");
  for (const char* type : {"u32", "b32"}) add_type<uint32_t>(t, type);
  add_type<int32_t>(t, "s32");
  for (const char* type : {"u64", "b64"}) add_type<uint64_t>(t, type);
  add_type<int64_t>(t, "s64");
  add_type<float>(t, "f32");
  add_type<double>(t, "f64");
  t["mov.pred"] = op<Predicate, Predicate>([](Predicate a) { return a; });
  add_bits<Predicate>(t, "pred");
  add_bits<uint16_t>(t, "b16");
  add_bits<uint32_t>(t, "b32");
  add_bits<uint64_t>(t, "b64");
  add_shift_right<uint16_t>(t, "u16");
  add_shift_right<int16_t>(t, "s16");
  t["mul.lo.s16"] = op<uint16_t, uint16_t, uint16_t>([](uint16_t x, uint16_t y) { return uint32_t{x} * y; });
  t["add.s16"] = op<uint16_t, uint16_t, uint16_t>([](uint16_t x, uint16_t y) { return x + y; });
  t["sub.s16"] = op<uint16_t, uint16_t, uint16_t>([](uint16_t x, uint16_t y) { return x - y; });
  add_integer<uint32_t>(t, "u32");
  add_integer<int32_t>(t, "s32");
  add_integer<uint64_t>(t, "u64");
  add_integer<int64_t>(t, "s64");
  add_real<float>(t, "f32");
  add_real<double>(t, "f64");
  t["mul.wide.u32"] =
      op<uint64_t, uint32_t, uint32_t>([](uint32_t a, uint32_t b) { return uint64_t{a} * b; });
  t["mul.wide.u16"] =
      op<uint32_t, uint16_t, uint16_t>([](uint16_t a, uint16_t b) { return uint32_t{a} * b; });
  t["mul.wide.s32"] = op<int64_t, int32_t, int32_t>([](int32_t a, int32_t b) { return int64_t{a} * b; });
  add_conversions<uint16_t>(t, "u16");
  add_conversions<uint32_t>(t, "u32");
  add_conversions<int32_t>(t, "s32");
  add_conversions<uint64_t>(t, "u64");
  add_conversions<int64_t>(t, "s64");
  t["cvt.sat.f32.f32"] = op<float, float>([](float a) { return a > 0 ? std::min(a, 1.0f) : 0.0f; });
  t["cvt.f64.f32"] = op<double, float>([](float a) { return double{a}; });
  t["bfi.b64"] = op<uint64_t, uint64_t, uint64_t, uint32_t, uint32_t>(
      [](uint64_t from, uint64_t into, uint32_t at, uint32_t bits) {
        at &= 255;
        bits &= 255;
        const uint64_t field = at < 64 ? (bits < 64 ? (uint64_t{1} << bits) - 1 : ~uint64_t{0}) << at : 0;
        return (into & ~field) | ((at < 64 ? from << at : 0) & field);
      });
  t["prmt.b32"] = op<uint32_t, uint32_t, uint32_t, uint32_t>(
      [](uint32_t a, uint32_t b, uint32_t c) { return permuted(a, b, c); });
  t["brev.b32"] = op<uint32_t, uint32_t>([](uint32_t a) { return reversed(a); });
  t["clz.b32"] = op<uint32_t, uint32_t>([](uint32_t a) { return a == 0 ? 32 : __builtin_clz(a); });
  t["bfind.shiftamt.u32"] = op<uint32_t, uint32_t>(
      [](uint32_t a) { return a == 0 ? ~0u : static_cast<uint32_t>(__builtin_clz(a)); });
  t["shf.l.wrap.b32"] =
      op<uint32_t, uint32_t, uint32_t, uint32_t>([](uint32_t low, uint32_t high, uint32_t by) {
        return static_cast<uint32_t>((uint64_t{high} << 32 | low) << (by & 31) >> 32);
      });
  t["popc.b32"] = op<uint32_t, uint32_t>([](uint32_t a) { return __builtin_popcount(a); });
  t["pack.b64"] = op<uint64_t, uint32_t, uint32_t>(
      [](uint32_t low, uint32_t high) { return uint64_t{high} << 32 | low; });
  t["pack.b32"] = op<uint32_t, uint16_t, uint16_t>(
      [](uint16_t low, uint16_t high) { return uint32_t{high} << 16 | low; });
  t["unpack.b64"] = {&unpack<uint32_t, uint64_t>, {4, 4, 8}};
  t["unpack.b32"] = {&unpack<uint16_t, uint32_t>, {2, 2, 4}};
  // Addresses of all memory but shared are the host's.
  for (const char* to :
       {"cvta.to.global.u64", "cvta.to.local.u64", "cvta.local.u64", "cvta.global.u64", "cvta.param.u64"})
    t[to] = op<uint64_t, uint64_t>([](uint64_t a) { return a; });
  // Fences: here every access is seen by all at once. Sleep: others run anyway.
  for (const char* fence : {"membar.cta", "membar.gl", "membar.sys", "fence.acq_rel.gpu", "fence.sc.gpu"})
    t[fence] = {[](Warp&, const Instruction&, uint32_t) {}, {}};
  t["nanosleep.u32"] = {[](Warp&, const Instruction&, uint32_t) {}, {4}};
  return t;
}

template <class M, class R, uint32_t kCount>
void load(Warp& warp, const Instruction& i, uint32_t mask) {
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    const auto l = static_cast<uint32_t>(__builtin_ctz(left));
    M values[kCount];  // the address may be one of the registers
    std::memcpy(values, warp.read_at(i, i.operand[kCount], l, sizeof values), sizeof values);
    for (uint32_t k = 0; k < kCount; ++k) warp.lanes<R>(i.operand[k])[l] = static_cast<R>(values[k]);
  }
}
template <class M, class R, uint32_t kCount>
void store(Warp& warp, const Instruction& i, uint32_t mask) {
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    const auto l = static_cast<uint32_t>(__builtin_ctz(left));
    M values[kCount];
    for (uint32_t k = 0; k < kCount; ++k) values[k] = static_cast<M>(warp.lanes<R>(i.operand[k + 1])[l]);
    std::memcpy(warp.write_at(i, i.operand[0], l, values, sizeof values), values, sizeof values);
  }
}

/// From, or to, a register that may be wider than the value.
template <class M, bool kLoad, uint32_t kCount>
Run access(uint32_t width) {
  const auto with = []<class R>(R) -> Run { return kLoad ? &load<M, R, kCount> : &store<M, R, kCount>; };
  using Same = std::conditional_t<sizeof(M) == 1, uint8_t, M>;
  if (width == sizeof(M) && sizeof(M) > 1) return with(Same{});
  constexpr bool kSigned = std::is_signed_v<M>;
  if (width == 2 && sizeof(M) < 2) return with(std::conditional_t<kSigned, int16_t, uint16_t>{});
  if (width == 4 && sizeof(M) < 4) return with(std::conditional_t<kSigned, int32_t, uint32_t>{});
  if (width == 8 && sizeof(M) < 8 && std::is_integral_v<M>)
    return with(std::conditional_t<kSigned, int64_t, uint64_t>{});
  return nullptr;
}
template <bool kLoad, uint32_t kCount>
Run access_of(const std::string& type, uint32_t width) {
  if (type == "u8" || type == "b8") return access<uint8_t, kLoad, kCount>(width);
  if (type == "s8") return access<int8_t, kLoad, kCount>(width);
  if (type == "u16" || type == "b16") return access<uint16_t, kLoad, kCount>(width);
  if (type == "s16") return access<int16_t, kLoad, kCount>(width);
  if (type == "u32" || type == "b32") return access<uint32_t, kLoad, kCount>(width);
  if (type == "s32") return access<int32_t, kLoad, kCount>(width);
  if (type == "u64" || type == "b64") return access<uint64_t, kLoad, kCount>(width);
  if (type == "s64") return access<int64_t, kLoad, kCount>(width);
  if (type == "f32") return access<float, kLoad, kCount>(width);
  return type == "f64" ? access<double, kLoad, kCount>(width) : nullptr;
}
template <bool kLoad>
Run access_of(const std::string& type, uint32_t count, uint32_t width) {
  if (count == 1) return access_of<kLoad, 1>(type, width);
  if (count == 2) return access_of<kLoad, 2>(type, width);
  return count == 4 ? access_of<kLoad, 4>(type, width) : nullptr;
}

template <class T, class F>
void atomic_run(Warp& warp, const Instruction& i, uint32_t mask) {
  // The order of the lanes is undefined.
  for (uint32_t k = 0, first = warp.any_lane(); k < kLanes; ++k) {
    const uint32_t l = (first + k) % kLanes;
    if ((mask >> l & 1) == 0) continue;
    auto* const at = reinterpret_cast<T*>(warp.change_at(i, i.operand[1], l, sizeof(T)));
    const T before = *at;
    *at = F{}(before, warp.lanes<T>(i.operand[2])[l]);
    warp.lanes<T>(i.operand[0])[l] = before;
  }
}
template <class T, class F>
Run atomic(F) {
  return &atomic_run<T, F>;
}

}  // namespace

Operation arithmetic(const std::string& name) {
  static const Table kTable = make_table();
  const auto found = kTable.find(name);
  return found == kTable.end() ? Operation{} : found->second;
}

Run load_of(const std::string& type, uint32_t count, uint32_t width) {
  return access_of<true>(type, count, width);
}
Run store_of(const std::string& type, uint32_t count, uint32_t width) {
  return access_of<false>(type, count, width);
}

Run atomic_of(const std::string& operation_and_type) {
  if (operation_and_type == "add.u32") return atomic<uint32_t>([](uint32_t a, uint32_t b) { return a + b; });
  if (operation_and_type == "min.u32")
    return atomic<uint32_t>([](uint32_t a, uint32_t b) { return a < b ? a : b; });
  if (operation_and_type == "max.u32")
    return atomic<uint32_t>([](uint32_t a, uint32_t b) { return a < b ? b : a; });
  if (operation_and_type == "add.u64") return atomic<uint64_t>([](uint64_t a, uint64_t b) { return a + b; });
  if (operation_and_type == "max.u64")
    return atomic<uint64_t>([](uint64_t a, uint64_t b) { return a < b ? b : a; });
  return nullptr;
}

uint32_t width_of_type(const std::string& type) {
  if (type == "pred") return sizeof(Predicate);
  if (type.size() < 2) return 0;
  const std::string digits = type.substr(1);
  if (digits == "8") return 1;
  if (digits == "16") return 2;
  if (digits == "32") return 4;
  return digits == "64" ? 8 : 0;
}

}  // namespace murmur::simulated
