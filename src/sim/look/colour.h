// Colours in scenarios: what colours show, and "#rrggbb", alone or instead of a word.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace murmur {

/// The property of a boid that its colour shows; the numbers are those of shaders/paint.glsl.
enum class ColourBy : uint8_t { kHeading, kSpeed, kOne, kDensity, kSpecies, kState, kSuitsShape };
enum class Background : uint8_t { kDark, kLight, kSuitsShape };
/// What surrounds the boids: a plain background, or a sky with boids drawn as birds.
enum class Surroundings : uint8_t { kPlain, kDusk, kDay };
/// Camera movement: none, an orbit around the world, along with the flock, or the view from a seat on the ground.
enum class CameraMove : uint8_t { kStill, kOrbit, kFollow, kSeat };
constexpr bool follows_flock(CameraMove move) {
  return move == CameraMove::kFollow || move == CameraMove::kSeat;
}

using Rgb = std::array<float, 3>;  ///< red, green and blue from 0 to 1

/// Reads a colour "#rrggbb"; none: the text has another form.
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
  std::string text = "#";  // no libfmt, because CUDA's sources include this header
  for (const float share : colour) {
    const long byte = std::lround(255.0f * share);
    for (const long digit : {byte / 16, byte % 16}) text += "0123456789abcdef"[digit];
  }
  return text;
}

/// A value that is either a word or a colour.
template <class Word>
struct WordOrColour {
  Word word = Word::kSuitsShape;
  std::optional<Rgb> colour = {};
  bool operator==(const WordOrColour&) const = default;
};

}  // namespace murmur
