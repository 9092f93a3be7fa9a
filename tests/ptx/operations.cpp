// What the instructions do, after NVIDIA's "PTX ISA" manual, version 9.0. All of `.rn` is IEEE round to
// nearest with denormals, as the host computes it.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "ptx/program.h"

namespace murmur::ptx {
namespace {

using Table = std::map<std::string, Operation>;

template <class T>
T get(const uint64_t* registers, uint32_t slot) {
  T value;
  std::memcpy(&value, registers + slot, sizeof value);
  return value;
}
template <class T>
void put(uint64_t* registers, uint32_t slot, T value) {
  registers[slot] = 0;
  std::memcpy(registers + slot, &value, sizeof value);
}

template <class F, class R, class... A>
struct Applied {
  static void run(uint64_t* registers, const Instruction& i) {
    [&]<size_t... K>(std::index_sequence<K...>) {
      put<R>(registers, i.operand[0], F{}(get<A>(registers, i.operand[K + 1])...));
    }
    (std::index_sequence_for<A...>());
  }
};
/// To a register of R from those of A...; F has no captures.
template <class R, class... A, class F>
Operation op(F) {
  return {&Applied<F, R, A...>::run, 1 + sizeof...(A)};
}

template <class T>
T* address(const uint64_t* registers, uint32_t slot, int32_t offset, size_t bytes) {
  const uint64_t at = registers[slot] + static_cast<uint64_t>(int64_t{offset});
  if (at % bytes != 0)
    throw std::runtime_error("PTX: an access of " + std::to_string(bytes) + " bytes is not aligned");
  return reinterpret_cast<T*>(at);
}
template <class T, uint32_t kCount>
void load(uint64_t* registers, const Instruction& i) {
  const T* const from = address<T>(registers, i.operand[kCount], i.offset, kCount * sizeof(T));
  T values[kCount];  // the address may be one of the registers
  std::memcpy(values, from, sizeof values);
  for (uint32_t k = 0; k < kCount; ++k) put<T>(registers, i.operand[k], values[k]);
}
template <class T, uint32_t kCount>
void store(uint64_t* registers, const Instruction& i) {
  T values[kCount];
  for (uint32_t k = 0; k < kCount; ++k) values[k] = get<T>(registers, i.operand[k + 1]);
  std::memcpy(address<T>(registers, i.operand[0], i.offset, sizeof values), values, sizeof values);
}

template <class F>
struct Atomic {
  static void run(uint64_t* registers, const Instruction& i) {
    auto* const at = address<uint32_t>(registers, i.operand[1], i.offset, sizeof(uint32_t));
    const uint32_t before = *at;
    *at = F{}(before, get<uint32_t>(registers, i.operand[2]));
    put<uint32_t>(registers, i.operand[0], before);
  }
};
template <class F>
Operation atomic(F) {
  return {&Atomic<F>::run, 3};
}

template <class T>
void add_type(Table& t, const std::string& type) {
  for (const char* space : {"ld.global.", "ld.param.", "ld.local.", "ld.global.nc.", "ld."}) {
    t[space + type] = {load<T, 1>, 2};
    t[std::string(space) + "v2." + type] = {load<T, 2>, 3};
    t[std::string(space) + "v4." + type] = {load<T, 4>, 5};
  }
  for (const char* space : {"st.global.", "st.local.", "st."}) {
    t[space + type] = {store<T, 1>, 2};
    t[std::string(space) + "v2." + type] = {store<T, 2>, 3};
    t[std::string(space) + "v4." + type] = {store<T, 4>, 5};
  }
  t["mov." + type] = op<T, T>([](T a) { return a; });
  t["selp." + type] = op<T, T, T, bool>([](T a, T b, bool p) { return p ? a : b; });
  t["setp.eq." + type] = op<bool, T, T>([](T a, T b) { return a == b; });
  t["setp.ne." + type] = op<bool, T, T>([](T a, T b) { return a < b || a > b; });
  t["setp.lt." + type] = op<bool, T, T>([](T a, T b) { return a < b; });
  t["setp.le." + type] = op<bool, T, T>([](T a, T b) { return a <= b; });
  t["setp.gt." + type] = op<bool, T, T>([](T a, T b) { return a > b; });
  t["setp.ge." + type] = op<bool, T, T>([](T a, T b) { return a >= b; });
}

template <class T>
void add_bits(Table& t, const std::string& type) {
  t["and." + type] = op<T, T, T>([](T a, T b) { return static_cast<T>(a & b); });
  t["or." + type] = op<T, T, T>([](T a, T b) { return static_cast<T>(a | b); });
  t["xor." + type] = op<T, T, T>([](T a, T b) { return static_cast<T>(a ^ b); });
  if constexpr (std::is_same_v<T, bool>) {
    t["not." + type] = op<T, T>([](T a) { return !a; });
  } else {
    t["not." + type] = op<T, T>([](T a) { return static_cast<T>(~a); });
    constexpr uint32_t kWidth = 8 * sizeof(T);
    t["shl." + type] =
        op<T, T, uint32_t>([](T a, uint32_t by) { return by < kWidth ? static_cast<T>(a << by) : T{0}; });
  }
}

/// Signed or not, additions and products of integers wrap.
template <class T>
void add_integer(Table& t, const std::string& type) {
  using U = std::make_unsigned_t<T>;
  t["add." + type] = op<U, U, U>([](U a, U b) { return static_cast<U>(a + b); });
  t["sub." + type] = op<U, U, U>([](U a, U b) { return static_cast<U>(a - b); });
  t["neg." + type] = op<U, U>([](U a) { return static_cast<U>(U{0} - a); });
  t["mul.lo." + type] = op<U, U, U>([](U a, U b) { return static_cast<U>(a * b); });
  t["mad.lo." + type] = op<U, U, U, U>([](U a, U b, U c) { return static_cast<U>(a * b + c); });
  t["min." + type] = op<T, T, T>([](T a, T b) { return std::min(a, b); });
  t["max." + type] = op<T, T, T>([](T a, T b) { return std::max(a, b); });
  constexpr uint32_t kWidth = 8 * sizeof(T);
  t["shr." + type] = op<T, T, uint32_t>([](T a, uint32_t by) {
    if (by < kWidth) return static_cast<T>(a >> by);
    return a < T{0} ? static_cast<T>(-1) : T{0};
  });
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
  t["setp.ltu." + type] = op<bool, T, T>([](T a, T b) { return !(a >= b); });
  t["setp.leu." + type] = op<bool, T, T>([](T a, T b) { return !(a > b); });
  t["setp.gtu." + type] = op<bool, T, T>([](T a, T b) { return !(a <= b); });
  t["setp.geu." + type] = op<bool, T, T>([](T a, T b) { return !(a < b); });
  t["setp.neu." + type] = op<bool, T, T>([](T a, T b) { return !(a >= b && a <= b); });
  t["setp.num." + type] = op<bool, T, T>([](T a, T b) { return !std::isnan(a) && !std::isnan(b); });
  t["setp.nan." + type] = op<bool, T, T>([](T a, T b) { return std::isnan(a) || std::isnan(b); });
  t["cvt.rzi.s32." + type] = op<int32_t, T>([](T a) {
    using Limits = std::numeric_limits<int32_t>;
    if (std::isnan(a)) return sizeof(T) == 8 ? Limits::min() : 0;
    if (a >= T(2147483648.0)) return Limits::max();
    return a <= T(-2147483648.0) ? Limits::min() : static_cast<int32_t>(a);
  });
  t["cvt.rn." + type + ".s32"] = op<T, int32_t>([](int32_t a) { return static_cast<T>(a); });
  t["cvt.rn." + type + ".u32"] = op<T, uint32_t>([](uint32_t a) { return static_cast<T>(a); });
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

Table make_table() {
  Table t;
  add_type<uint8_t>(t, "u8");
  for (const char* type : {"u16", "b16"}) add_type<uint16_t>(t, type);
  add_type<int16_t>(t, "s16");
  for (const char* type : {"u32", "b32"}) add_type<uint32_t>(t, type);
  add_type<int32_t>(t, "s32");
  for (const char* type : {"u64", "b64"}) add_type<uint64_t>(t, type);
  add_type<int64_t>(t, "s64");
  add_type<float>(t, "f32");
  add_type<double>(t, "f64");
  t["mov.pred"] = op<bool, bool>([](bool a) { return a; });
  add_bits<bool>(t, "pred");
  add_bits<uint16_t>(t, "b16");
  add_bits<uint32_t>(t, "b32");
  add_bits<uint64_t>(t, "b64");
  add_integer<uint32_t>(t, "u32");
  add_integer<int32_t>(t, "s32");
  add_integer<uint64_t>(t, "u64");
  add_integer<int64_t>(t, "s64");
  add_real<float>(t, "f32");
  add_real<double>(t, "f64");
  t["mul.wide.u32"] =
      op<uint64_t, uint32_t, uint32_t>([](uint32_t a, uint32_t b) { return uint64_t{a} * b; });
  t["mul.wide.s32"] = op<int64_t, int32_t, int32_t>([](int32_t a, int32_t b) { return int64_t{a} * b; });
  t["cvt.u64.u32"] = op<uint64_t, uint32_t>([](uint32_t a) { return uint64_t{a}; });
  t["cvt.s64.s32"] = op<int64_t, int32_t>([](int32_t a) { return int64_t{a}; });
  t["cvt.u32.u64"] = op<uint32_t, uint64_t>([](uint64_t a) { return static_cast<uint32_t>(a); });
  t["cvt.f64.f32"] = op<double, float>([](float a) { return double{a}; });
  t["prmt.b32"] = op<uint32_t, uint32_t, uint32_t, uint32_t>(
      [](uint32_t a, uint32_t b, uint32_t c) { return permuted(a, b, c); });
  for (const char* to :
       {"cvta.to.global.u64", "cvta.to.local.u64", "cvta.local.u64", "cvta.global.u64", "cvta.param.u64"})
    t[to] = op<uint64_t, uint64_t>([](uint64_t a) { return a; });
  t["atom.add.relaxed.gpu.u32"] = atomic([](uint32_t a, uint32_t b) { return a + b; });
  t["atom.min.relaxed.gpu.u32"] = atomic([](uint32_t a, uint32_t b) { return std::min(a, b); });
  t["atom.max.relaxed.gpu.u32"] = atomic([](uint32_t a, uint32_t b) { return std::max(a, b); });
  return t;
}

}  // namespace

Operation operation(const std::string& name) {
  static const Table kTable = make_table();
  const auto found = kTable.find(name);
  if (found == kTable.end()) throw std::runtime_error("PTX: the instruction " + name + " is not known here");
  return found->second;
}

}  // namespace murmur::ptx
