#include "render/scene/look.h"

#include <cmath>

#include <fmt/format.h>

#include "sim/scenario/words.h"

namespace murmur {
namespace {

float luminance(const std::array<float, 3>& rgb) { return 0.21f * rgb[0] + 0.72f * rgb[1] + 0.07f * rgb[2]; }

std::string hex_text(const std::array<float, 3>& rgb) {
  const auto byte = [](float share) { return static_cast<int>(std::lround(255.0f * share)); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(rgb[0]), byte(rgb[1]), byte(rgb[2]));
}

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
  look.palette = view.palette;
  for (const auto& word : kPaletteWords) {
    if (word.text == options.palette) look.palette = word.value;
  }
  look.size = options.size.value_or(view.size);
  look.trails = options.trails.value_or(view.trails);
  look.axes = view.axes || options.axes;
  look.glow = view.glow || options.glow;
  look.legend = view.legend;
  return look;
}

Scenario::View view_of(const Look& look, double steps_per_second) {
  constexpr std::array kNames{"heading", "speed", "one", "density"};  // in the order of ColourBy
  Scenario::View view;
  view.draw = look.shape;
  view.colour =
      look.by == ColourBy::kOne && look.one ? hex_text(*look.one) : kNames[static_cast<size_t>(look.by)];
  view.background = look.background ? hex_text(*look.background) : look.light ? "light" : "dark";
  view.palette = look.palette;
  view.size = look.size;
  view.trails = look.trails;
  view.glow = look.glow;
  view.steps_per_second = steps_per_second;
  view.axes = look.axes;
  view.legend = look.legend;
  return view;
}

}  // namespace murmur
