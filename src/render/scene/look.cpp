#include "render/scene/look.h"

#include "sim/scenario/words.h"

namespace murmur {
namespace {

float luminance(const std::array<float, 3>& rgb) { return 0.21f * rgb[0] + 0.72f * rgb[1] + 0.07f * rgb[2]; }

}  // namespace

Look look_of(const Scenario::View& view, const LookOptions& options) {
  Look look;
  look.shape = view.draw;
  std::string colour = view.colour, background = view.background;
  if (!options.draw.empty()) {
    for (const auto& word : kDrawWords) {
      if (word.text == options.draw) look.shape = word.value;
    }
    if (look.shape != view.draw) colour = background = "";
  }
  if (!options.colour.empty()) colour = options.colour;
  if (!options.background.empty()) background = options.background;
  look.one = hex_colour(colour);
  look.by = colour == "speed"                    ? ColourBy::kSpeed
            : colour == "density"                ? ColourBy::kDensity
            : colour == "heading"                ? ColourBy::kHeading
            : look.one || colour == "one"        ? ColourBy::kOne
            : look.shape == BoidShape::kTriangle ? ColourBy::kHeading
                                                 : ColourBy::kOne;
  look.background = hex_colour(background);
  const bool usually_light = look.shape == BoidShape::kDisc || look.shape == BoidShape::kArrow;
  look.light = look.background      ? luminance(*look.background) > 0.5f
               : background.empty() ? usually_light
                                    : background == "light";
  look.axes = view.axes || options.axes;
  return look;
}

void set_look(Scene& scene, const Look& look) {
  scene.set_shape(look.shape);
  scene.set_colour_by(look.by);
  scene.set_one_colour(look.one);
  scene.set_light(look.light);
  scene.set_background(look.background);
  scene.set_axes(look.axes);
}

}  // namespace murmur
