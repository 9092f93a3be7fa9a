#include "sim/rules/operations.h"

namespace murmur::rules {

Id Operations::dot(const Typed& a, const Typed& b) {
  const Id sum = values_.of(Op::kFused, a.at[0], b.at[0], multiply(a.at[1], b.at[1]));
  return dimensions_ == 3 ? values_.of(Op::kFused, a.at[2], b.at[2], sum) : sum;
}

Typed Operations::mix(const Typed& a, const Typed& b, Id t) {
  return each(a.type, [&](size_t k) { return add(a.at[k], multiply(subtract(b.at[k], a.at[k]), t)); });
}

Id Operations::smoothstep(Id a, Id b, Id x) {
  const Id t = clamp(divide(subtract(x, a), subtract(b, a)), number(0.0), number(1.0));
  return multiply(multiply(t, t), subtract(number(3.0), multiply(number(2.0), t)));
}

Id Operations::remainder(Id x, Id m) {
  return subtract(x, multiply(m, values_.of(Op::kFloor, divide(x, m))));
}

Typed Operations::unit(const Typed& x) {
  const Id square = dot(x, x);
  const Id length = root(square), is_long = less(number(0.0), square);
  return each(Type::kVector, [&](size_t k) { return select(is_long, divide(x.at[k], length), x.at[k]); });
}

Typed Operations::limit(const Typed& x, Id longest) {
  const Id square = dot(x, x);
  const Id scale = divide(longest, root(square)), is_longer = less(multiply(longest, longest), square);
  return each(Type::kVector, [&](size_t k) { return select(is_longer, multiply(x.at[k], scale), x.at[k]); });
}

Typed Operations::cross(const Typed& a, const Typed& b) {
  return each(Type::kVector, [&](size_t k) {
    const size_t i = (k + 1) % 3, j = (k + 2) % 3;
    return subtract(multiply(a.at[i], b.at[j]), multiply(a.at[j], b.at[i]));
  });
}

Typed Operations::displacement(const Typed& from, const Typed& to, bool wrapped,
                               const std::vector<double>& size) {
  return each(Type::kVector, [&](size_t k) {
    const Id there = subtract(to.at[k], from.at[k]);
    if (!wrapped) return there;
    const double half = size[k] / 2;
    const Id shift = select(less(number(half), there), number(-size[k]),
                            select(less(there, number(-half)), number(size[k]), number(0.0)));
    return subtract(add(to.at[k], shift), from.at[k]);
  });
}

}  // namespace murmur::rules
