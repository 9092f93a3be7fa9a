// $MURMUR_DRAWING: OpenGL draws what a processor could, and parts of drawing are left out, to measure what they cost; with the word `device`, CUDA
// draws plain pictures (docs/gpu.md).
#pragma once

#include <cstdlib>
#include <string_view>

namespace murmur {

/// $MURMUR_DRAWING is set and has this word.
inline bool drawing_is(std::string_view word) {
  const char* const words = std::getenv("MURMUR_DRAWING");
  return words && std::string_view(words).find(word) != std::string_view::npos;
}

}  // namespace murmur
