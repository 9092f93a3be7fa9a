#include "bindings/orientations.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <nanobind/ndarray.h>

#include "bindings/unlocked.h"
#include "sim/util/errors.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace murmur::python {
namespace {

using Velocities = nb::ndarray<const float, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Halves = nb::ndarray<uint16_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

// Selections between floating-point numbers may trap, which keeps g++ from vector instructions; those between integers do not.

/// The nearest float16 of a number from -1 to 1.
uint16_t half_of(float number) {
  const auto bits = std::bit_cast<uint32_t>(number);
  const uint32_t size = bits & 0x7fffffffU;
  // Below 2^-14, float16 has steps of 2^-24, as float32 has from 0.5 on. Either is larger where the other one holds.
  const uint32_t small = std::bit_cast<uint32_t>(std::bit_cast<float>(size) + 0.5F) - 0x3f000000U;
  const uint32_t usual = ((size - 0x38800000U + 0xfffU + ((size >> 13U) & 1U)) >> 13U) + 0x400U;
  return static_cast<uint16_t>((bits >> 16U & 0x8000U) | std::min(small, usual));
}

/// 1 or -1 in the place of what rounding makes larger.
float at_most_one(float cosine) {
  const auto bits = std::bit_cast<uint32_t>(cosine);
  return std::bit_cast<float>((bits & 0x80000000U) |
                              std::min(bits & 0x7fffffffU, std::bit_cast<uint32_t>(1.0F)));
}

/// (i, j, k, real) of the rotation that turns +X to the velocity, about Z and then up or down, so that no bird rolls.
void orientation_of(const float* velocity, uint16_t* turned) {
  const float y = velocity[1] + 0.0F;  // without -0
  const float z = velocity[2] + 0.0F;
  const float squares = velocity[0] * velocity[0] + y * y;
  // Those that fly nowhere, or straight up, look along +X.
  const float tiny = std::bit_cast<float>(squares == 0 ? std::bit_cast<uint32_t>(1e-15F) : 0U);
  const float x = velocity[0] + tiny;
  const float level = std::sqrt(squares) + tiny;
  const float yaw = at_most_one(x / level);  // cosines
  const float pitch = at_most_one(level / std::sqrt(level * level + z * z));
  const float cy = std::sqrt((1 + yaw) / 2);
  const float sy = std::copysign(std::sqrt((1 - yaw) / 2), y);
  const float cp = std::sqrt((1 + pitch) / 2);
  const float sp = std::copysign(std::sqrt((1 - pitch) / 2), -z);
  turned[0] = half_of(-sy * sp);
  turned[1] = half_of(cy * sp);
  turned[2] = half_of(sy * cp);
  turned[3] = half_of(cy * cp);
}

}  // namespace

void add_orientations(nb::module_& m) {
  m.def(
      "orientations",
      [](const Velocities& velocities, const Halves& turned) {
        if (velocities.shape(0) != turned.shape(0))
          throw UserError("there is not a quaternion for each velocity");
        const Unlocked unlocked;
        const float* const from = velocities.data();
        uint16_t* const to = turned.data();
        for (size_t i = 0; i < velocities.shape(0); ++i) orientation_of(from + 3 * i, to + 4 * i);
      },
      "velocities"_a, "turned"_a);
}

}  // namespace murmur::python
