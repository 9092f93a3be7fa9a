#include <CLI/CLI.hpp>

#include "app/film/render_look.h"

#include "app/options/cli_text.h"

namespace murmur {

void add_look_options(CLI::App& command, LookOptions& options) {
  const auto option = [&](const char* name, std::string& value, const char* text, const char* type) {
    return command.add_option(name, value, text)->type_name(type)->group("Look");
  };
  option("--draw", options.draw, "triangle, disc or arrow (triangle)", "SHAPE")
      ->check(one_of({"triangle", "disc", "arrow"}));
  option("--colour,--color", options.colour, "heading, speed, density or one (triangle: heading, else one)",
         "BY")
      ->check(one_of({"heading", "speed", "density", "one"}));
  option("--background", options.background, "dark or light (triangle: dark, else light)", "KIND")
      ->check(one_of({"dark", "light"}));
}

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
