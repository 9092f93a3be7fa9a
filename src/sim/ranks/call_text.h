// Converts the arguments of a call to bytes for other ranks. All ranks run the same program on the same kind of machine.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "sim/state/state.h"

namespace murmur {

class CallWriter {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof value);
  }
  template <class T>
  void put_all(const T& values) {
    put(values.size());
    append(values.data(), values.size() * sizeof(typename T::value_type));
  }
  std::vector<char>& bytes() { return bytes_; }

 private:
  void append(const void* from, size_t bytes) {
    const size_t at = bytes_.size();
    bytes_.resize(at + bytes);
    if (bytes > 0) std::memcpy(bytes_.data() + at, from, bytes);
  }
  std::vector<char> bytes_;
};

class CallReader {
 public:
  explicit CallReader(std::vector<char> bytes) : bytes_(std::move(bytes)) {}

  template <class T>
  T take() {
    T value;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  template <class T>
  T take_all() {
    T values;
    values.resize(take<size_t>());
    if (!values.empty())
      std::memcpy(values.data(), bytes_.data() + at_, values.size() * sizeof(typename T::value_type));
    at_ += values.size() * sizeof(typename T::value_type);
    return values;
  }

 private:
  std::vector<char> bytes_;
  size_t at_ = 0;
};

/// Calls visit(array) for the arrays of boids in a state, in the order in which a message has them.
template <class S, class Visit>
void each_boid_array(S& state, const Visit& visit) {
  visit(state.position);
  visit(state.velocity);
  each_column([&](const ColumnInfo&, auto& rows) { visit(rows); }, state.columns);
}

}  // namespace murmur
