#include <algorithm>

#include <CLI/CLI.hpp>

#include "app/film/render_look.h"

#include "app/options/cli_text.h"
#include "sim/machine/registry.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

/// A word of the list, or "#rrggbb".
template <size_t N>
CLI::Validator word_or_colour(const std::array<std::string_view, N>& words) {
  std::vector<std::string> texts(words.begin(), words.end());
  return CLI::Validator(
      [texts](const std::string& text) -> std::string {
        if (hex_colour(text) || std::ranges::find(texts, text) != texts.end()) return "";
        return text + " is not allowed; allowed: " + listed(texts, "or") + ", or a colour as #rrggbb";
      },
      "", "");
}

}  // namespace

void add_look_options(CLI::App& command, LookOptions& options) {
  const auto option = [&](const char* name, std::string& value, const char* text, const char* type) {
    return command.add_option(name, value, text)->type_name(type)->group("Look");
  };
  std::vector<std::string> shapes;
  for (const auto& word : kDrawWords) shapes.emplace_back(word.text);
  option("--draw", options.draw, "triangle, disc, arrow or dot-and-heading (the scenario's)", "SHAPE")
      ->check(one_of(shapes));
  option("--colour,--color", options.colour,
         "heading, speed, density, one, or #rrggbb (triangle: heading, else one)", "BY")
      ->check(word_or_colour(kColourWords));
  option("--background", options.background, "dark, light or #rrggbb (disc, arrow: light, else dark)", "KIND")
      ->check(word_or_colour(kBackgroundWords));
  std::vector<std::string> palettes;
  for (const auto& word : kPaletteWords) palettes.emplace_back(word.text);
  option("--palette", options.palette, "usual, fire, ocean or grey (the scenario's)", "COLOURS")
      ->check(one_of(palettes));
  const auto number_option = [&](const char* name, std::optional<double>& value, const char* text,
                                 const char* type, double low, double high) {
    command.add_option(name, value, text)->type_name(type)->group("Look")->check(number(low, high));
  };
  number_option("--boid-size", options.size, "times the usual size in the picture (1)", "X", 0.05, 50.0);
  number_option("--trails", options.trails,
                "boids leave trails, with a third of their strength after N steps (0: none)", "N", 0.0,
                10000.0);
  command.add_flag("--glow", options.glow, "light around boids, which adds up in crowds")->group("Look");
  command.add_flag("--axes", options.axes, "ticks in world units at the border")->group("Look");
}

}  // namespace murmur
