#include "render/scene/look.h"

namespace murmur {

void set_look(Scene& scene, const LookOptions& options) {
  const bool triangle = options.draw == "triangle";
  scene.set_shape(triangle                 ? BoidShape::kTriangle
                  : options.draw == "disc" ? BoidShape::kDisc
                                           : BoidShape::kArrow);
  const std::string colour = !options.colour.empty() ? options.colour : triangle ? "heading" : "one";
  scene.set_colour_by(colour == "heading"   ? ColourBy::kHeading
                      : colour == "speed"   ? ColourBy::kSpeed
                      : colour == "density" ? ColourBy::kDensity
                                            : ColourBy::kOne);
  scene.set_light(options.background.empty() ? !triangle : options.background == "light");
}

}  // namespace murmur
