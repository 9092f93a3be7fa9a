#include "render/scene/complete_look.h"

#include <algorithm>

#include <toml++/toml.h>

#include "sim/scenario/field_reader.h"
#include "sim/scenario/species.h"
#include "sim/scenario/toml_text.h"

namespace murmur {
namespace {

float luminance(const Rgb& rgb) { return 0.21f * rgb[0] + 0.72f * rgb[1] + 0.07f * rgb[2]; }

}  // namespace

bool LookOptions::has(std::string_view key) const {
  return std::find(given.begin(), given.end(), key) != given.end();
}

Look complete_look(Look look, bool of_species) {
  if (look.colour.colour) look.colour.word = ColourBy::kOne;
  if (look.colour.word == ColourBy::kSuitsShape)
    look.colour.word = of_species                     ? ColourBy::kSpecies
                       : look.draw == Draw::kTriangle ? ColourBy::kHeading
                                                      : ColourBy::kOne;
  Background& background = look.background.word;
  if (look.background.colour) {
    background = luminance(*look.background.colour) > 0.5f ? Background::kLight : Background::kDark;
  } else if (background == Background::kSuitsShape) {
    const bool usually_light = look.draw == Draw::kDisc || look.draw == Draw::kArrow;
    background = usually_light ? Background::kLight : Background::kDark;
  }
  return look;
}

Rgb background_of(const Look& look) {
  constexpr Rgb kSky{11.0f / 255.0f, 13.0f / 255.0f, 18.0f / 255.0f};
  constexpr Rgb kPaper{250.0f / 255.0f, 250.0f / 255.0f, 248.0f / 255.0f};
  return look.background.colour.value_or(look.background.word == Background::kLight ? kPaper : kSky);
}

std::string_view idle_because(std::string_view key, const Look& look, bool of_species) {
  const bool birds = look.scene != Surroundings::kPlain;
  const ColourBy by = look.colour.word;
  const bool in_colours = by == ColourBy::kHeading || by == ColourBy::kSpeed || by == ColourBy::kDensity ||
                          by == ColourBy::kState;
  if (birds && (key == "draw" || key == "palette" || key == "background"))
    return "nothing now: birds at dusk or by day have their own shape and colours";
  if (birds && !of_species && (key == "colour" || key == "legend"))
    return "nothing now: birds at dusk or by day show species alone by colours";
  if (!birds && key == "shutter") return "nothing now: it is for the scenes dusk and day";
  if (key == "palette" && !in_colours)
    return "nothing now: it is for colours by heading, speed, density or state";
  if (key == "legend" && by == ColourBy::kOne) return "nothing now: all boids have one colour";
  return "";
}

void copy_given(const LookOptions& options, Look& look) {
  const std::vector<Entry> from = entries_of(options.look);
  for (const Entry& to : entries_of(look))
    if (options.has(to.field.key)) copy_value(*find_entry(from, to.field.key), to);
}

Look look_of(const Scenario& scenario, const LookOptions& options) {
  const bool of_species = has_species(scenario);
  const Look& view = scenario.view;
  Look look = view;
  if (options.has("draw") && options.look.draw != view.draw) look.colour = {}, look.background = {};
  copy_given(options, look);
  look = complete_look(look, of_species);
  // A colour that was chosen for a dark sky could not be seen on paper.
  if (options.has("background") && !options.has("colour") &&
      look.background.word != complete_look(view, of_species).background.word)
    look.colour.colour.reset();
  return look;
}

LookOptions read_look(const std::string& text) {
  const toml::table with_lines = parse_toml(text, "picture");
  const toml::table table = with_lines;  // a copy without line numbers: arguments are not in a file
  LookOptions options;
  Faults faults("picture");
  read_table(table, "", table_ref(options.look), {Scenario{}, faults});
  faults.raise();
  for (const Entry& entry : entries_of(options.look))
    if (table.contains(entry.field.key)) options.given.emplace_back(entry.field.key);
  return options;
}

}  // namespace murmur
