// Bit patterns of floats, and the 64-bit mixing function of state_hash (model/columns.h).
#pragma once

#include <cstdint>
#include <cstring>

#include "base/qualifiers.h"

namespace murmur {

MURMUR_HD inline uint32_t bits_of(float x) {
  uint32_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}
MURMUR_HD inline uint64_t bits_of(double x) {
  uint64_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}

/// SplitMix64's finaliser (Steele, Lea & Flood, OOPSLA 2014): a bijection in which every input bit affects
/// all output bits.
MURMUR_HD inline uint64_t mix64(uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// Offset of the ids of predators in hashes, so that they differ from those of boids.
constexpr uint64_t kPredatorIds = 1ull << 32;
/// Offset of predators in the number of a fault: k is boid k, kPredatorFaults + k is predator k.
constexpr uint32_t kPredatorFaults = 1u << 31;

}  // namespace murmur
