// Finds out whether a GPU draws, or a processor with a software renderer.
#pragma once

#include <string_view>

#include <glad/gl.h>

namespace murmur {

/// Whether the current OpenGL context belongs to one of Mesa's software renderers.
inline bool drawn_by_processor() {
  const std::string_view renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return renderer.find("llvmpipe") != renderer.npos || renderer.find("softpipe") != renderer.npos;
}

}  // namespace murmur
