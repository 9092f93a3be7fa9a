// Random numbers of a seed: the same on every machine and with every standard library.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

namespace murmur {

class RandomChoice {
 public:
  explicit RandomChoice(uint64_t seed) : bits_(seed) {}

  uint64_t bits() { return bits_(); }
  /// least .. most, both included.
  int64_t whole(int64_t least, int64_t most) {
    return least + static_cast<int64_t>(bits_() % static_cast<uint64_t>(most - least + 1));
  }
  double real(double least, double most) {
    return least + (most - least) * static_cast<double>(bits_() >> 11) * 0x1p-53;
  }
  /// Evenly over the orders of magnitude.
  double magnitude(double least, double most) { return std::exp2(real(std::log2(least), std::log2(most))); }
  bool chance(double probability) { return real(0.0, 1.0) < probability; }
  template <class List>
  const auto& one_of(const List& list) {
    return list[static_cast<size_t>(whole(0, static_cast<int64_t>(std::size(list)) - 1))];
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace murmur
