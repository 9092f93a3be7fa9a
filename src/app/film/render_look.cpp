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
  command.add_flag("--axes", options.axes, "ticks in world units at the border")->group("Look");
}

}  // namespace murmur
