#include <CLI/CLI.hpp>

#include "app/film/render_look.h"

#include "app/options/cli_text.h"

namespace murmur {
namespace {

CLI::Validator one_word_of(const auto& words) { return one_of({words.begin(), words.end()}); }

}  // namespace

void add_look_options(CLI::App& command, LookOptions& options) {
  const auto option = [&](const char* name, std::string& value, const char* text, const char* type) {
    return command.add_option(name, value, text)->type_name(type)->group("Look");
  };
  option("--draw", options.draw, "triangle, disc or arrow (triangle)", "SHAPE")
      ->check(one_word_of(kDrawWords));
  option("--colour,--color", options.colour, "heading, speed, density or one (triangle: heading, else one)",
         "BY")
      ->check(one_word_of(kColourWords));
  option("--background", options.background, "dark or light (triangle: dark, else light)", "KIND")
      ->check(one_word_of(kBackgroundWords));
}

}  // namespace murmur
