// Boids that OpenGL draws although a processor could (render/scene/flock_picture.h), as long as this lives.
#pragma once

#include <cstdlib>

namespace murmur {

struct ByOpenGl {
  ByOpenGl() { setenv("MURMUR_DRAWING", "opengl", 1); }
  ~ByOpenGl() { unsetenv("MURMUR_DRAWING"); }
};

}  // namespace murmur
