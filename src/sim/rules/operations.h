// Implements operators and functions by exact operations on components (docs/rules.md). Types were checked by expressions.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "sim/rules/values.h"

namespace murmur::rules {

/// Type of a value; kUnknown: the value has a fault that was already reported.
enum class Type { kNumber, kVector, kTruth, kUnknown };

struct Typed {
  Type type;
  std::array<Id, 3> at;  ///< components; a number or truth has only the first
  Id one() const { return at[0]; }
};
inline Typed number_at(Id id) { return {Type::kNumber, {id, kNone, kNone}}; }
inline Typed truth_at(Id id) { return {Type::kTruth, {id, kNone, kNone}}; }
inline Typed unknown() { return {Type::kUnknown, {kNone, kNone, kNone}}; }
/// Whether a value is allowed where this type is expected.
inline bool fits(const Typed& value, Type type) { return value.type == type || value.type == Type::kUnknown; }

/// Appends operations to a program.
class Operations {
 public:
  Operations(Values& values, int dimensions) : values_(values), dimensions_(dimensions) {}
  Values& values() { return values_; }
  int dimensions() const { return dimensions_; }

  Id number(double number) { return values_.number(number); }
  Id add(Id a, Id b) { return values_.of(Op::kAdd, a, b); }
  Id subtract(Id a, Id b) { return values_.of(Op::kSubtract, a, b); }
  Id multiply(Id a, Id b) { return values_.of(Op::kMultiply, a, b); }
  Id divide(Id a, Id b) { return values_.of(Op::kDivide, a, b); }
  Id less(Id a, Id b) { return values_.of(Op::kIsLess, a, b); }
  Id at_most(Id a, Id b) { return values_.of(Op::kIsAtMost, a, b); }
  Id select(Id condition, Id yes, Id no) { return values_.of(Op::kSelect, condition, yes, no); }
  Id root(Id a) { return values_.of(Op::kSquareRoot, a); }
  Id opposite(Id truth) { return subtract(number(1.0), truth); }
  Id equal(Id a, Id b) { return multiply(at_most(a, b), at_most(b, a)); }
  Id clamp(Id x, Id low, Id high) { return select(less(x, low), low, select(less(high, x), high, x)); }
  Id dot(const Typed& a, const Typed& b);
  Id length(const Typed& x) { return root(dot(x, x)); }

  /// Calls make(k) for each component k of the type.
  template <class Make>
  Typed each(Type type, const Make& make) {
    Typed result{type, {kNone, kNone, kNone}};
    const size_t count = type == Type::kVector ? static_cast<size_t>(dimensions_) : 1;
    for (size_t k = 0; k < count; ++k) result.at[k] = make(k);
    return result;
  }
  Typed mix(const Typed& a, const Typed& b, Id t);
  Id smoothstep(Id a, Id b, Id x);
  Id remainder(Id x, Id m);
  Typed unit(const Typed& x);
  Typed limit(const Typed& x, Id longest);
  Typed cross(const Typed& a, const Typed& b);
  /// Displacement from `from` to `to`, as displacement() of model/displacement.inl computes it.
  Typed displacement(const Typed& from, const Typed& to, bool wrapped, const std::vector<double>& size);

 private:
  Values& values_;
  int dimensions_;
};

}  // namespace murmur::rules
