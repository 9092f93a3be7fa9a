// Colours of species by index: clearly different on dark and on light backgrounds; the first ones also for people
// with red-green colour blindness.
#pragma once

#include <array>
#include <cstdint>

#include "sim/look/colour.h"

namespace murmur {

constexpr Rgb rgb_of(uint32_t hex) {
  return {static_cast<float>(hex >> 16) / 255.0f, static_cast<float>(hex >> 8 & 0xff) / 255.0f,
          static_cast<float>(hex & 0xff) / 255.0f};
}

inline constexpr std::array<Rgb, 16> kSpeciesColours{
    rgb_of(0xe65e00), rgb_of(0x408cff), rgb_of(0x00c680), rgb_of(0xff47ff),
    rgb_of(0xd4aa00), rgb_of(0x711cff), rgb_of(0x007100), rgb_of(0xe30071),
    rgb_of(0x8eaac6), rgb_of(0x9c4700), rgb_of(0x008e8e), rgb_of(0xff80aa),
    rgb_of(0x808e0e), rgb_of(0xb81cc6), rgb_of(0x0063b8), rgb_of(0x805580)};

}  // namespace murmur
