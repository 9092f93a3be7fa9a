#include "sim/rules/values.h"

#include "base/bits.h"

namespace murmur::rules {

size_t Numbers::index_of(double number) {
  const auto [place, is_new] = indices_.emplace(bits_of(number), all_.size());
  if (is_new) all_.push_back(number);
  return place->second;
}

size_t Numbers::begin_of(const std::vector<std::vector<double>>& table) {
  const auto [place, is_new] = tables_.emplace(&table, all_.size());
  if (is_new) {
    for (const std::vector<double>& row : table) all_.insert(all_.end(), row.begin(), row.end());
  }
  return place->second;
}

Id Values::input(CustomInput input, int component) {
  return find_or_add({static_cast<int>(input), component, kNone, kNone, kNone, 0},
                     {true, {input, static_cast<uint8_t>(component)}, Op::kNumber, {kNone, kNone, kNone}, 0});
}

Id Values::of(Op op, Id a, Id b, Id c, size_t number) {
  return find_or_add({-1 - static_cast<int>(op), 0, a, b, c, number}, {false, {}, op, {a, b, c}, number});
}

Id Values::find_or_add(const Key& key, const Value& value) {
  const auto [place, is_new] = ids_.emplace(key, static_cast<Id>(all_.size()));
  if (is_new) all_.push_back(value);
  return place->second;
}

}  // namespace murmur::rules
