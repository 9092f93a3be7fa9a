// The waves of a scenario's turbulence, drawn from its seed. Used by make_parameters.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "model/parameters.h"
#include "sim/scenario/scenario.h"

namespace murmur {

constexpr uint32_t kTurbulenceWaves = 8;

/// A random unit vector perpendicular to the unit vector `along`.
template <int D>
Vec<double, D> across(const Vec<double, D>& along, Random& random) {
  for (;;) {
    const Vec<double, D> any = splat<double>(random.unit_vector<D>());
    const Vec<double, D> side = any - along * dot(any, along);
    const double square = dot(side, side);
    if (square > 0.01) return side / square_root(square);
  }
}

/// Waves computed in double by exact operations and rounded once. In a periodic world each wave has the period of the world.
template <class T, int D>
std::vector<TurbulenceWave<T, D>> turbulence_of(const Scenario& scenario) {
  std::vector<TurbulenceWave<T, D>> waves;
  if (!scenario.turbulence || scenario.turbulence->strength == 0.0) return waves;
  const Scenario::Turbulence& turbulence = *scenario.turbulence;
  const double amplitude = turbulence.strength * square_root(static_cast<double>(D) / kTurbulenceWaves);
  for (uint32_t k = 0; k < kTurbulenceWaves; ++k) {
    Random random(scenario.seed, Stream::kTurbulence, k, 0);
    const auto direction = splat<double>(random.unit_vector<D>());
    const Vec<double, D> cosine = across(direction, random), sine = across(direction, random);
    TurbulenceWave<T, D> wave;
    for (int axis = 0; axis < D; ++axis) {
      double turns = direction[axis] / turbulence.wavelength;
      const double size = scenario.world.size[static_cast<size_t>(axis)];
      if (scenario.world.boundary == Boundary::kWrap) turns = std::round(turns * size) / size;
      const double factor = amplitude * (axis == D - 1 ? turbulence.vertical : 1.0);
      wave.wave[axis] = static_cast<T>(turns);
      wave.cosine[axis] = static_cast<T>(factor * cosine[axis]);
      wave.sine[axis] = static_cast<T>(factor * sine[axis]);
    }
    const auto fixed = [](double turns) {
      return static_cast<uint32_t>(static_cast<uint64_t>((turns - std::floor(turns)) * 0x1p32));
    };
    wave.offset = random.bits();
    wave.frequency = fixed((2.0 * static_cast<double>(random.uniform()) - 1.0) * scenario.rules.time_step /
                           turbulence.period);
    waves.push_back(wave);
  }
  return waves;
}

}  // namespace murmur
