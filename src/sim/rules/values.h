// The numbers that a program computes, one instruction each: each is made once (static single assignment), and the same
// operation on the same numbers is the same number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "model/custom/program.h"

namespace murmur::rules {

/// The constants of both programs; equal bits share an entry.
class Numbers {
 public:
  size_t index_of(double number);
  /// Where the rows of a table begin, one after the other; `table` must outlive this.
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
  std::array<Id, 3> from;  ///< its operands, kNone after the last one
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
