// Colours in scenarios: what they mean, and "#rrggbb", alone or in the place of a word.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace murmur {

/// What the colour of a boid means; the numbers are those of shaders/paint.glsl.
enum class ColourBy : uint8_t { kHeading, kSpeed, kOne, kDensity, kSpecies, kState, kSuitsShape };
enum class Background : uint8_t { kDark, kLight, kSuitsShape };
/// What is behind the boids: a background, or a sky before which they are birds.
enum class Surroundings : uint8_t { kPlain, kDusk, kDay };
/// How the camera moves by itself: not at all, around the world, with the flock, or as from a seat on the ground.
enum class CameraMove : uint8_t { kStill, kOrbit, kFollow, kSeat };
constexpr bool follows_flock(CameraMove move) {
  return move == CameraMove::kFollow || move == CameraMove::kSeat;
}

using Rgb = std::array<float, 3>;  ///< red, green and blue from 0 to 1

/// None: the text is not of the form "#rrggbb".
inline std::optional<Rgb> hex_colour(std::string_view text) {
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  Rgb colour{};
  for (size_t k = 0; k < 6; ++k) {
    const char c = text[k + 1];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return std::nullopt;
    colour[k / 2] += static_cast<float>(k % 2 ? digit : 16 * digit) / 255.0f;
  }
  return colour;
}

inline std::string hex_text(const Rgb& colour) {
  std::string text = "#";  // no libfmt: CUDA's sources, which see this, are compiled without it
  for (const float share : colour) {
    const long byte = std::lround(255.0f * share);
    for (const long digit : {byte / 16, byte % 16}) text += "0123456789abcdef"[digit];
  }
  return text;
}

/// A word, or one colour in its place.
template <class Word>
struct WordOrColour {
  Word word = Word::kSuitsShape;
  std::optional<Rgb> colour = {};
  bool operator==(const WordOrColour&) const = default;
};

}  // namespace murmur
