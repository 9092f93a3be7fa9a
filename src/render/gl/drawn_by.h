// Whether a GPU draws, or a processor in its place.
#pragma once

#include <cstdlib>
#include <string_view>

#include <glad/gl.h>

namespace murmur {

/// The current OpenGL context is one of Mesa's software renderers.
inline bool drawn_by_processor() {
  const std::string_view renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return renderer.find("llvmpipe") != renderer.npos || renderer.find("softpipe") != renderer.npos;
}

/// $MURMUR_DRAWING has this word: a part of drawing is left out, to measure what it costs (docs/gpu.md).
inline bool drawing_is(std::string_view word) {
  const char* const words = std::getenv("MURMUR_DRAWING");
  return words && std::string_view(words).find(word) != std::string_view::npos;
}

}  // namespace murmur
