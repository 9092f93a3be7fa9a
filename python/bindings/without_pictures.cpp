// Declared in picture.h, for builds without OpenGL.
#include "bindings/picture.h"
#include "sim/util/errors.h"

namespace murmur::python {

std::vector<uint8_t> take_picture(Simulation<float>&, const PictureOptions&) {
  throw RunError("this build of murmur has no pictures: build it with MURMUR_RENDER=ON");
}

std::vector<uint8_t> png_file(const std::vector<uint8_t>&, int64_t, int64_t) {
  throw RunError("this build of murmur has no pictures: build it with MURMUR_RENDER=ON");
}

}  // namespace murmur::python
