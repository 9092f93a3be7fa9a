// $MURMUR_DRAWING, which changes how pictures are drawn in order to measure the cost: OpenGL draws what a processor
// could, or parts of drawing are left out. With the word `device`, CUDA draws plain pictures (docs/gpu.md).
#pragma once

#include <cstdlib>
#include <string_view>

namespace murmur {

/// Whether $MURMUR_DRAWING contains this word.
inline bool drawing_is(std::string_view word) {
  const char* const words = std::getenv("MURMUR_DRAWING");
  return words && std::string_view(words).find(word) != std::string_view::npos;
}

}  // namespace murmur
