// Bit patterns of floats and the 64-bit mixing function of state_hash.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/qualifiers.h"
#include "base/vec.h"

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

/// Hash of one boid or predator: chained over id, every component, the alignment where there is one, and the target.
/// state_hash is the sum of these modulo 2^64, so the order of boids in memory does not matter.
template <class T, int D>
MURMUR_HD inline uint64_t hash_body(uint64_t id, const Vec<T, D>& p, const Vec<T, D>& v, uint32_t target,
                                    const Vec<T, D>* alignment = nullptr) {
  uint64_t h = mix64(id + 0x9e3779b97f4a7c15ull);
  for (int k = 0; k < D; ++k) h = mix64(h ^ bits_of(p[k]));
  for (int k = 0; k < D; ++k) h = mix64(h ^ (static_cast<uint64_t>(bits_of(v[k])) + 0x632be59bd9b4e019ull));
  if (alignment) {
    for (int k = 0; k < D; ++k) h = mix64(h ^ (uint64_t{bits_of((*alignment)[k])} + 0x3c6ef372fe94f82bull));
  }
  return mix64(h + target);
}

/// First id of predators in hashes: they have a separate range of ids.
constexpr uint64_t kPredatorIds = 1ull << 32;
/// In place of a boid's id in a fault: this + k for predator k.
constexpr uint32_t kPredatorFaults = 1u << 31;

}  // namespace murmur
