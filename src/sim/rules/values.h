// The values that a program computes, one instruction each, in static single assignment form: the same operation on
// the same values is the same value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "model/custom/program.h"

namespace murmur::rules {

/// The constants of both programs; constants with equal bits share an entry.
class Numbers {
 public:
  size_t index_of(double number);
  /// The index of a table's first number; rows follow each other. `table` must outlive this object.
  size_t begin_of(const std::vector<std::vector<double>>& table);
  const std::vector<double>& all() const { return all_; }

 private:
  std::vector<double> all_;
  std::map<uint64_t, size_t> indices_;
  std::map<const void*, size_t> tables_;
};

/// Index into Values::all().
using Id = int;
constexpr Id kNone = -1;

struct Value {
  bool is_input;
  CustomSlot input;
  Op op;
  std::array<Id, 3> from;  ///< operands, kNone after the last one
  size_t number;
};

class Values {
 public:
  explicit Values(Numbers& numbers) : numbers_(numbers) {}
  Id input(CustomInput input, int component = 0);
  Id number(double number) { return of(Op::kNumber, kNone, kNone, kNone, numbers_.index_of(number)); }
  Id of(Op op, Id a, Id b = kNone, Id c = kNone, size_t number = 0);
  Numbers& numbers() { return numbers_; }
  const std::vector<Value>& all() const { return all_; }

 private:
  using Key = std::tuple<int, int, Id, Id, Id, size_t>;
  Id find_or_add(const Key& key, const Value& value);

  Numbers& numbers_;
  std::vector<Value> all_;
  std::map<Key, Id> ids_;
};

}  // namespace murmur::rules
