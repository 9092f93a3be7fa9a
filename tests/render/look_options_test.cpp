// What a picture looks like: a scenario's [view], options in its place, and what is left open. Each key of the list is an
// option, an argument and a key of scenarios, with the same values.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "app/film/render_look.h"
#include "sim/scenario/write.h"
#include "sim/scenario/source.h"
#include "sim/scenario/toml_values.h"
#include "sim/scenario/write.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

Look look_of(const std::string& preset) {
  return murmur::look_of(ScenarioSource::from_preset(preset).scenario(), {});
}

Look with(const Look& view, const LookOptions& options) {
  Scenario scenario;
  scenario.view = view;
  return murmur::look_of(scenario, options);
}

LookOptions parse(const std::string& words) {
  CLI::App command;
  LookOptions options;
  add_look_options(command, options, true);
  command.parse(words);
  return options;
}

TEST(LookOf, PresetsHaveTheLooksAndThePaceOfTheirSources) {
  const Look book = look_of("book-centroid");
  EXPECT_EQ(book.draw, Draw::kDisc);
  EXPECT_EQ(book.colour.word, ColourBy::kOne);
  EXPECT_EQ(book.background.word, Background::kLight);
  EXPECT_EQ(look_of("book").steps_per_second, 20.0);
  const Look quiver = look_of("quiver");
  EXPECT_EQ(quiver.draw, Draw::kArrow);
  EXPECT_EQ(quiver.background.word, Background::kLight);
  EXPECT_TRUE(quiver.axes);
  EXPECT_EQ(quiver.steps_per_second, 10.0);
  const Look ruby = look_of("ruby");
  EXPECT_EQ(ruby.draw, Draw::kDotAndHeading);
  EXPECT_EQ(ruby.colour.colour, (Rgb{1.0f, 1.0f, 1.0f}));
  EXPECT_EQ(ruby.background.colour, (Rgb{0.0f, 0.0f, 0.0f}));
  EXPECT_EQ(ruby.background.word, Background::kDark);
  const Look blog = look_of("blog");
  EXPECT_EQ(blog.draw, Draw::kTriangle);
  EXPECT_EQ(blog.colour.word, ColourBy::kOne);
  EXPECT_GT((*blog.colour.colour)[2], (*blog.colour.colour)[0]);
  EXPECT_EQ(look_of("murmuration"), complete_look({}));
}

TEST(LookOf, OptionsTakeThePlaceOfTheScenarios) {
  const Look ruby = ScenarioSource::from_preset("ruby").scenario().view;
  Look look = with(ruby, parse("--colour speed --axes"));
  EXPECT_EQ(look.draw, Draw::kDotAndHeading);
  EXPECT_EQ(look.colour.word, ColourBy::kSpeed);
  EXPECT_TRUE(look.axes);
  look = with(ruby, parse("--draw triangle"));  // with the colours that suit it
  EXPECT_EQ(look.colour, (WordOrColour<ColourBy>{ColourBy::kHeading}));
  EXPECT_EQ(look.background, (WordOrColour<Background>{Background::kDark}));
  look = with(ruby, parse("--background #ffffff"));
  EXPECT_EQ(look.background.word, Background::kLight) << "by its brightness";
  EXPECT_FALSE(look.colour.colour) << "white boids would not be seen on white";
  EXPECT_EQ(look.colour.word, ColourBy::kOne);
  EXPECT_FALSE(with(ruby, parse("--background light")).colour.colour);
  EXPECT_EQ(with(ruby, parse("--background #203040")).colour.colour, (Rgb{1.0f, 1.0f, 1.0f}));
  EXPECT_EQ(with(ruby, parse("--background light --colour #ffffff")).colour.colour, (Rgb{1.0f, 1.0f, 1.0f}));
  look = with({}, parse("--draw arrow"));
  EXPECT_EQ(look.colour.word, ColourBy::kOne);
  EXPECT_EQ(look.background.word, Background::kLight);
  EXPECT_FALSE(look.colour.colour || look.background.colour);
}

TEST(LookOf, AFlockOfSpeciesHasTheirColoursUnlessOthersAreChosen) {
  const auto colour = [](size_t species, const Look& view, const std::string& options) {
    Scenario scenario;
    scenario.species.resize(species);
    scenario.view = view;
    return murmur::look_of(scenario, parse(options)).colour;
  };
  const Look disc{.draw = Draw::kDisc}, fast{.colour = {ColourBy::kSpeed}};
  for (const size_t species : {size_t{1}, size_t{2}}) {
    for (const Look& view : {Look{}, disc}) {
      EXPECT_EQ(colour(species, view, "").word, ColourBy::kSpecies);
      EXPECT_EQ(colour(species, view, "--draw arrow").word, ColourBy::kSpecies);
      EXPECT_EQ(colour(species, view, "--colour heading").word, ColourBy::kHeading);
      EXPECT_EQ(colour(species, view, "--colour #ffffff").word, ColourBy::kOne);
    }
    EXPECT_EQ(colour(species, fast, "").word, ColourBy::kSpeed);
  }
  EXPECT_EQ(colour(0, {}, "").word, ColourBy::kHeading);
  EXPECT_EQ(colour(0, disc, "").word, ColourBy::kOne);
  EXPECT_EQ(colour(0, {}, "--colour species").word, ColourBy::kSpecies);
}

std::string name_of(const Field& field) {
  const std::string names = field.option ? field.option : std::string("--") + field.key;
  return names.substr(0, names.find(','));
}

/// A value of a key that is not its default, as TOML and as an option.
struct Other {
  std::string text, option;
};
Other other_value(const Entry& usual) {
  const Field& field = usual.field;
  const std::string name = name_of(field);
  const auto word = [&](const ChoiceRef& choice) -> Other {
    const std::string last(choice.words.back().text);
    return {toml_string(last), name + " " + last};
  };
  return std::visit(
      Overloaded{[&](bool* value) -> Other {
                   return {*value ? "false" : "true", fmt::format("--{}{}", *value ? "no-" : "", field.key)};
                 },
                 [&](double* value) -> Other {
                   const std::string text =
                       number_text(*value == field.range.high ? field.range.low : field.range.high);
                   return {text, name + " " + text};
                 },
                 word,
                 [&](const ChoiceOrColourRef&) -> Other {
                   return {"\"#102030\"", name + " #102030"};
                 },
                 [](const auto&) -> Other { return {}; }},
      usual.member);
}

TEST(EachKeyOfTheLook, IsTheSameInScenariosOptionsAndArguments) {
  const Look usual;
  const std::vector<Entry> entries = entries_of(usual);
  for (const Entry& entry : entries) {
    const Field& field = entry.field;
    SCOPED_TRACE(field.key);
    const Other other = other_value(entry);
    const std::string line = fmt::format("{} = {}\n", field.key, other.text);
    const ScenarioSource source =
        ScenarioSource::from_text("preset = \"murmuration\"\n[view]\n" + line, "f.toml");
    const Look read = source.scenario().view;
    EXPECT_NE(entry_text(*find_entry(entries_of(read), field.key)), entry_text(entry));
    EXPECT_NE(source.to_toml().find(line), std::string::npos) << "written";
    EXPECT_EQ(with({}, parse(other.option)), with(read, {})) << other.option;
    EXPECT_EQ(with({}, read_look(line)), with(read, {})) << "an argument";
    EXPECT_EQ(with(read, parse("")), complete_look(read)) << "without the option";
    EXPECT_NE(std::string(field.help), "");
  }
  EXPECT_GE(entries.size(), 10u);
}

TEST(EachKeyOfTheLook, HasOneRangeOrListOfWords) {
  const Look usual;
  for (const auto& [field, member] : entries_of(usual)) {
    SCOPED_TRACE(field.key);
    EXPECT_THROW(read_look(fmt::format("{} = [1]", field.key)), UserError);
    EXPECT_THROW(read_look(fmt::format("{} = -1.0", field.key)), UserError);
    if (std::holds_alternative<bool*>(member)) continue;  // an option without a value
    EXPECT_THROW(parse(name_of(field) + "=-1.0"), CLI::Error);
  }
  EXPECT_THROW(read_look("colors = \"fire\""), UserError);
}

TEST(LookOf, ASavedViewHasTheLook) {
  const Look look{.draw = Draw::kDisc,
                  .colour = {ColourBy::kDensity},
                  .palette = Palette::kGrey,
                  .background = {Background::kLight, Rgb{1.0f, 0.8f, 0.6f}},
                  .size = 1.5,
                  .trails = 12.0,
                  .glow = true,
                  .steps_per_second = 25.0,
                  .axes = true,
                  .legend = false};
  EXPECT_EQ(complete_look(look), look);
  for (const Look& its :
       {look, look_of("ruby"), look_of("blog"), look_of("quiver"), look_of("murmuration")}) {
    Scenario scenario = ScenarioSource::from_preset("book").scenario();
    scenario.view = its;
    const ScenarioSource read = ScenarioSource::from_text(scenario_to_toml(scenario), "saved.toml");
    EXPECT_EQ(murmur::look_of(read.scenario(), {}), its);
  }
}

}  // namespace
}  // namespace murmur
