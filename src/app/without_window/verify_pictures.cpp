// `verify --pictures` in a build without OpenGL: reports that OpenGL is missing.
#include "app/batch/verify_pictures.h"
#include "sim/util/errors.h"

namespace murmur {

ComparedPictures compare_pictures(const std::vector<std::unique_ptr<Simulation<float>>>&) {
  throw RunError("this build draws nothing: leave --pictures out, or configure with -DMURMUR_RENDER=ON");
}

}  // namespace murmur
