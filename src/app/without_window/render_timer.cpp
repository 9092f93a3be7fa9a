// `bench --render` in a build without OpenGL: reports that OpenGL is missing.
#include "app/bench/render_timer.h"
#include "sim/util/errors.h"

namespace murmur {

std::unique_ptr<RenderTimer> make_render_timer(int) {
  throw RunError("this build draws nothing: leave --render out, or configure with -DMURMUR_RENDER=ON");
}

}  // namespace murmur
