// Starts in which boids are drawn independently, uniform in the world or in a patch, with the same bits on hosts and
// devices (docs/model.md, Start).
#pragma once

#include <cstring>

#include "base/bits.h"
#include "base/random.h"
#include "model/choices.h"
#include "model/model.h"

namespace murmur {

/// The next float below x.
MURMUR_HD inline float next_below(float x) {
  const uint32_t bits = x == 0.0f ? 0x80000001u : x > 0.0f ? bits_of(x) - 1 : bits_of(x) + 1;
  float below;
  memcpy(&below, &bits, sizeof below);
  return below;
}

/// A random position, uniform in [low, low + size). The sum may round up to the end, which belongs to the next patch (or world).
template <int D>
MURMUR_HD Vec<float, D> in_box(Random& random, const Vec<float, D>& low, const Vec<float, D>& size) {
  Vec<float, D> p;
  for (int k = 0; k < D; ++k) {
    const float end = low[k] + size[k];
    p[k] = low[k] + random.uniform() * size[k];
    if (p[k] >= end && end > low[k]) p[k] = next_below(end);
  }
  return p;
}

/// How the species of boids are drawn: species with a count get consecutive ids; the other boids draw by the shares.
struct SpeciesDraw {
  uint64_t seed;
  int32_t species;
  uint32_t counted[kMostSpecies];  ///< end of each species' ids; species follow each other
  float shares[kMostSpecies];  ///< running sums of shares; the first above a random number in [0, 1) is drawn

  MURMUR_HD uint32_t operator()(uint32_t id) const {
    for (int32_t k = 0; k < species; ++k) {
      if (id < counted[k]) return static_cast<uint32_t>(k);
    }
    const float number = Random(seed, Stream::kSpecies, id, 0).uniform();
    int32_t last = 0;
    for (int32_t k = 0; k < species; ++k) {
      if (number < shares[k]) return static_cast<uint32_t>(k);
      if (k > 0 && shares[k] > shares[k - 1]) last = k;
    }
    return static_cast<uint32_t>(last);  // the first species if none has a share
  }
};

template <int D>
struct ScatteredStart {
  uint64_t seed;
  Vec<float, D> low, size;  ///< lowest corner and size of the world or the patch
  StartVelocities velocities;
  float speed;

  MURMUR_HD Body<float, D> boid(uint32_t id) const {
    const bool alike = velocities == StartVelocities::kAligned || velocities == StartVelocities::kLevel;
    Random place(seed, Stream::kPosition, id, 0), velocity(seed, Stream::kVelocity, alike ? 0 : id, 0);
    Body<float, D> body{};
    body.p = in_box<D>(place, low, size);
    body.v = start_velocity(velocity);
    return body;
  }

 private:
  MURMUR_HD Vec<float, D> start_velocity(Random& random) const {
    Vec<float, D> v{};
    switch (velocities) {
      case StartVelocities::kHeading:
      case StartVelocities::kAligned:
        return random.unit_vector<D>() * speed;
      case StartVelocities::kLevel: {
        const Vec<float, 2> direction = random.unit_vector<2>();
        for (int k = 0; k < 2; ++k) v[k] = direction[k] * speed;
        return v;
      }
      case StartVelocities::kWholeSpeed: {
        const float whole = round_down(random.uniform() * (round_down(speed) + 1.0f));
        return random.unit_vector<D>() * whole;
      }
      case StartVelocities::kBox:
        for (int k = 0; k < D; ++k) v[k] = (2.0f * random.uniform() - 1.0f) * speed;
        return v;
      case StartVelocities::kBall:
        return random.in_unit_ball<D>() * speed;
    }
    return v;
  }
};

}  // namespace murmur
