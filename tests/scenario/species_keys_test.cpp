// [[species]] and [pairs]: what is read is written again, is set by single keys, and is refused with one sentence where it is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "sim/look/species_colours.h"
#include "sim/scenario/events.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/source.h"
#include "sim/scenario/species.h"
#include "sim/util/errors.h"
#include "support/set_as_in_file.h"

namespace murmur {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Matrix = Scenario::Pairs::Matrix;

const std::string kTwo = R"(preset = "book"
boids = 100
[rules]
cohesion = { target = "centroid" }
[noise]
amount = 0.5
[[species]]
name = "prey"
share = 0.8
colour = "#0a7fff"
max_speed = 1.5
min_speed = 0.25
speed = 1.0
field_of_view = 300.5
turn_limit = 90.0
noise = 0.1
separation_weight = 2.0
alignment_weight = -0.5
cohesion_weight = 0.0
catch_radius = 3.0
caught_by = "hunter"
becomes = "hunter"
[[species]]
name = "hunter"
count = 7
[pairs]
separation = [[1.0, -4.0], [0, 1]]
alignment = [[1.0, -1.0], [0.5, 0.1]]
cohesion = [[1.0, 0.0], [2.0, 1.0]]
radius = [[0.0, 50.0], [10.0, 0.0]]
separation_radius = [[0.0, 5.0], [0.0, 0.0]]
)";

Scenario scenario_of(const std::string& toml, const ScenarioOverrides& overrides = {}) {
  return ScenarioSource::from_text(toml, "f.toml", overrides).scenario();
}
std::vector<std::string> faults_of(const std::string& toml, const ScenarioOverrides& overrides = {}) {
  try {
    scenario_of(toml, overrides);
  } catch (const UserError& error) {
    return error.faults();
  }
  return {};
}
std::vector<std::string> names_of(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const Scenario::Species& one : scenario.species) names.push_back(one.name);
  return names;
}

TEST(SpeciesKeys, AreReadAndWritten) {
  const ScenarioSource source = ScenarioSource::from_text(kTwo, "f.toml");
  for (const Scenario& s :
       {source.scenario(), ScenarioSource::from_text(source.to_toml(), "again.toml").scenario()}) {
    ASSERT_EQ(s.species.size(), 2u);
    const Scenario::Species& prey = s.species[0];
    EXPECT_EQ(prey.name, "prey");
    EXPECT_EQ(prey.share, 0.8);
    EXPECT_EQ(prey.count, std::nullopt);
    EXPECT_EQ(hex_text(prey.colour.value()), "#0a7fff");
    EXPECT_EQ(prey.max_speed, 1.5);
    EXPECT_EQ(prey.min_speed, 0.25);
    EXPECT_EQ(prey.speed, 1.0);
    EXPECT_EQ(prey.field_of_view, 300.5);
    EXPECT_EQ(prey.turn_limit, 90.0);
    EXPECT_EQ(prey.noise, 0.1);
    EXPECT_EQ(prey.separation_weight, 2.0);
    EXPECT_EQ(prey.alignment_weight, -0.5);
    EXPECT_EQ(prey.cohesion_weight, 0.0);
    EXPECT_EQ(prey.catch_radius, 3.0);
    EXPECT_EQ(prey.caught_by, "hunter");
    EXPECT_EQ(prey.becomes, "hunter");
    EXPECT_EQ(s.species[1].count, 7);
    EXPECT_EQ(s.species[1].share, std::nullopt);
    EXPECT_EQ(s.species[1].max_speed, std::nullopt);
    EXPECT_EQ(s.species[1].colour, std::nullopt);
    ASSERT_TRUE(s.pairs);
    EXPECT_EQ(s.pairs->separation, (Matrix{{1.0, -4.0}, {0.0, 1.0}}));
    EXPECT_EQ(s.pairs->alignment, (Matrix{{1.0, -1.0}, {0.5, 0.1}}));
    EXPECT_EQ(s.pairs->cohesion, (Matrix{{1.0, 0.0}, {2.0, 1.0}}));
    EXPECT_EQ(s.pairs->radius, (Matrix{{0.0, 50.0}, {10.0, 0.0}}));
    EXPECT_EQ(s.pairs->separation_radius, (Matrix{{0.0, 5.0}, {0.0, 0.0}}));
  }
  EXPECT_EQ(ScenarioSource::from_text(source.to_toml(), "again.toml").to_toml(), source.to_toml());
}

TEST(SpeciesKeys, LeaveOtherScenariosAsTheyWere) {
  const std::string text = ScenarioSource::from_preset("book").to_toml();
  for (const char* word : {"species", "pairs"}) EXPECT_EQ(text.find(word), std::string::npos) << text;
}

TEST(SpeciesKeys, NamesAreIndicesWhereNoneIsGiven) {
  EXPECT_THAT(names_of(scenario_of("preset = \"book\"\nspecies = [{}, {}, {}]")), ElementsAre("0", "1", "2"));
  EXPECT_THAT(names_of(scenario_of("preset = \"book\"\nspecies = [{ name = \"1\" }, {}, { name = \"\" }]")),
              ElementsAre("1", "2", "3"));
}

TEST(SpeciesKeys, AreSetOneByOneDuringARunAndAtItsStart) {
  const std::pair<const char*, const char*> cases[] = {
      {"species[0].share", "0.25"},
      {"species[0].share", ""},
      {"species[1].count", ""},
      {"species[0].max_speed", ""},
      {"species[0].colour", "\"#ff0000\""},
      {"species[0].colour", ""},
      {"species[0].name", "sheep"},
      {"species[0].name", ""},
      {"species[1]", "{ max_speed = 9.0 }"},
      {"species[0]", "{ catch_radius = 0.0, caught_by = \"\", becomes = \"\" }"},
      {"pairs.alignment", "[[1, -1], [0, 1]]"},
      {"pairs.alignment[0]", "[2, -2]"},
      {"pairs.alignment[0][1]", "-3.5"},
      {"pairs.radius[1][1]", "25.0"},
      {"pairs.alignment", ""},
      {"pairs", ""},
      {"pairs", "{ cohesion = [[1, 2], [3, 4]] }"},
  };
  expect_set_as_in_file(kTwo, cases);
}

TEST(SpeciesKeys, OneEntryOfAMatrixIsAKey) {
  const std::string plain = "preset = \"book\"\nspecies = [{}, {}, {}]\n";
  ScenarioSource run = ScenarioSource::from_text(plain, "f.toml");
  run.set("pairs.alignment[0][2]", "-1.5");
  run.set("pairs.separation_radius[1][0]", "4");
  run.set("pairs.alignment[2][2]", "0.0");
  EXPECT_EQ(run.scenario().pairs->alignment, (Matrix{{1, 1, -1.5}, {1, 1, 1}, {1, 1, 0}}));
  EXPECT_EQ(run.scenario().pairs->separation_radius, (Matrix{{0, 0, 0}, {4, 0, 0}, {0, 0, 0}}));
  ScenarioOverrides overrides;
  overrides.set = {{"pairs.alignment[0][2]", "-1.5"},
                   {"pairs.separation_radius[1][0]", "4"},
                   {"pairs.alignment[2][2]", "0.0"}};
  EXPECT_EQ(ScenarioSource::from_text(plain, "f.toml", overrides).to_toml(), run.to_toml());
  EXPECT_EQ(key_values(run.scenario()).at("pairs.alignment").text(),
            "[[1.0, 1.0, -1.5], [1.0, 1.0, 1.0], [1.0, 1.0, 0.0]]");
}

TEST(SpeciesKeys, OfTheWrongShapeAreRefusedDuringARunAsAtItsStart) {
  const struct {
    const char *key, *value, *said;
  } cases[] = {
      {"pairs.alignment[0][3]", "1.0", "pairs.alignment[0] has 2 elements; allowed: an index from 0 to 2"},
      {"pairs.alignment[0][2]", "1.0", "pairs.alignment[0]: has 3 numbers; allowed: 2, one for each species"},
      {"pairs.alignment[5][0]", "1.0", "there is no pairs.alignment[5]; pairs.alignment has 2"},
      {"pairs.alignment[0][1][0]", "1.0", "is not a scenario key"},
      {"pairs.alignment[0][1].x", "1.0", "is not a scenario key"},
      {"pairs.alignment[0]1", "1.0", "is not a scenario key"},
      {"pairs.alignment[0][1]", "\"x\"",
       "pairs.alignment[0][1]: is \"x\"; allowed: a number from -3.4e38 to 3.4e38"},
      {"pairs.alignment[0][1]", "", "pairs.alignment[0]: has 1 numbers; allowed: 2, one for each species"},
      {"species[0][1]", "1.0", "species[0] is not an array"},
      {"world.size[0][1]", "1.0", "world.size[0] is not an array"},
      {"species[2].share", "0.5", "there is no species[2]; species has 2"},
      {"rules.radius", "49.0", "pairs.radius[0][1]: is 50; allowed: at most rules.radius, which is 49"},
      {"noise", "", "species[0].noise: is the amount of a noise that the flock has not"},
  };
  for (const auto& [key, value, said] : cases) {
    ScenarioOverrides overrides;
    overrides.set = {{key, value}};
    EXPECT_THAT(faults_of(kTwo, overrides), ElementsAre(HasSubstr(said))) << key;
    ScenarioSource run = ScenarioSource::from_text(kTwo, "f.toml");
    try {
      run.set(key, value);
      ADD_FAILURE() << key << " = " << value;
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), HasSubstr(said)) << key;
    }
  }
}

TEST(SpeciesKeys, CountsAreAtMostTheBoidsOfTheCommandLine) {
  EXPECT_THAT(faults_of(kTwo, {.boids = 7}), IsEmpty());
  EXPECT_THAT(faults_of(kTwo, {.boids = 6}),
              ElementsAre(HasSubstr("species[1].count: makes 7 in all; allowed: at most boids, which is 6")));
}

TEST(SpeciesKeys, MatricesFollowTheSpeciesDuringARun) {
  ScenarioSource run = ScenarioSource::from_text(kTwo, "f.toml");
  run.set("species[2]", "{ name = \"dog\" }");
  EXPECT_EQ(run.scenario().pairs->alignment, (Matrix{{1.0, -1.0, 1.0}, {0.5, 0.1, 1.0}, {1.0, 1.0, 1.0}}));
  EXPECT_EQ(run.scenario().pairs->radius, (Matrix{{0.0, 50.0, 0.0}, {10.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}));
  run.set("species[0]", "");  // it goes from the middle, with what it is to the others
  EXPECT_THAT(names_of(run.scenario()), ElementsAre("hunter", "dog"));
  EXPECT_EQ(run.scenario().pairs->alignment, (Matrix{{0.1, 1.0}, {1.0, 1.0}}));
  EXPECT_EQ(ScenarioSource::from_text(run.to_toml(), "again.toml").to_toml(), run.to_toml());
  run.set("species", "[{ name = \"one\" }]");
  EXPECT_EQ(run.scenario().pairs->alignment, (Matrix{{1.0}})) << "another species";
  run.set("species", "");
  EXPECT_FALSE(run.scenario().pairs);
}

TEST(SpeciesKeys, SayLineAndWhatIsAllowed) {
  const auto tables = [](const std::string& lines) { return "preset = \"book\"\n" + lines; };
  const std::string two = "[[species]]\nname = \"a\"\n[[species]]\nname = \"b\"\n";  // lines 2 to 5
  std::string many;
  for (int k = 0; k < 17; ++k) many += "[[species]]\n";
  const std::pair<std::string, std::string> cases[] = {
      {many, "f.toml:2: species: has 17 tables; allowed: at most 16"},
      {"[[species]]\nname = \"a b\"",
       "f.toml:3: species[0].name: is \"a b\"; allowed: 1 to 32 letters a to z and A to Z, figures, - and _"},
      {"[[species]]\nname = \"" + std::string(33, 'a') + "\"", "allowed: 1 to 32 letters"},
      {"[[species]]\nname = \"a\"\n[[species]]\nname = \"a\"",
       "f.toml:5: species[1].name: is \"a\", as that of species[0]; allowed: a name that no other species "
       "has"},
      {"[[species]]\nshare = 1.5", "f.toml:3: species[0].share: is 1.5; allowed: a number from 0 to 1"},
      {"[[species]]\nshare = -0.1", "f.toml:3: species[0].share: is -0.1; allowed: a number from 0 to 1"},
      {"[[species]]\nshare = 0.7\n[[species]]\nshare = 0.5",
       "f.toml:5: species[1].share: makes 1.2 in all; allowed: shares of at most 1 in all"},
      {"[[species]]\nshare = 0.0",
       "f.toml:2: species: has only shares of 0 for the boids behind the first 0; allowed: one share above "
       "0, "
       "or a species with neither share nor count"},
      {"[[species]]\ncount = -1",
       "f.toml:3: species[0].count: is -1; allowed: a whole number from 0 to 2147483647"},
      {"[[species]]\ncount = 2.5", "f.toml:3: species[0].count: is 2.5; allowed: a whole number"},
      {"[[species]]\ncount = 60\n[[species]]\ncount = 41",
       "f.toml:5: species[1].count: makes 101 in all; allowed: at most boids, which is 100"},
      {"[[species]]\ncount = 60\nshare = 0.5",
       "f.toml:4: species[0].share: is 0.5 beside a count; allowed: one of count and share"},
      {"[[species]]\ncolour = \"red\"",
       "f.toml:3: species[0].colour: is \"red\"; allowed: a colour as \"#rrggbb\""},
      {"[[species]]\ncolour = 3", "f.toml:3: species[0].colour: is 3; allowed: a text in quotes"},
      {"[[species]]\nmax_speed = 0", "f.toml:3: species[0].max_speed: is 0; allowed: a number above 0"},
      {"[[species]]\nmin_speed = 2.5",
       "f.toml:3: species[0].min_speed: is 2.5; allowed: from 0 to rules.max_speed, which is 2"},
      {"[rules]\nmin_speed = 1.0\n[[species]]\nmax_speed = 0.5",
       "f.toml:5: species[0].max_speed: is 0.5; allowed: at least rules.min_speed, which is 1, or with a "
       "min_speed of this species"},
      {"[[species]]\nmax_speed = 1.0\nmin_speed = 1.5", "allowed: from 0 to its max_speed, which is 1"},
      {"[[species]]\nspeed = 2.5",
       "f.toml:3: species[0].speed: leaves its speed of 2.5 outside 0 to 2; allowed: min_speed <= speed <= "
       "max_speed, or 0 to follow it"},
      {"[rules]\nspeed = 1.0\n[[species]]\nmin_speed = 1.5",
       "f.toml:5: species[0].min_speed: leaves its speed of 1 outside 1.5 to 2"},
      {"[[species]]\nfield_of_view = 361",
       "f.toml:3: species[0].field_of_view: is 361; allowed: a number from 0.001 to 360"},
      {"[[species]]\nturn_limit = 181",
       "f.toml:3: species[0].turn_limit: is 181; allowed: a number from 0 to 180"},
      {"[rules]\nadds = \"acceleration\"\n[[species]]\nturn_limit = 4",
       "f.toml:5: species[0].turn_limit: is a turn in each step; allowed: 180 with rules.adds = "
       "\"acceleration\""},
      {"[[species]]\nnoise = 1.0",
       "f.toml:3: species[0].noise: is the amount of a noise that the flock has not; allowed: with a table "
       "[noise], which has its kind"},
      {"[[species]]\nwings = 2", "f.toml:3: species[0].wings: unknown key"},
      {two + "catch_radius = 51.0\ncaught_by = \"a\"\nbecomes = \"a\"",
       "f.toml:6: species[1].catch_radius: is 51; allowed: at most rules.radius, which is 50"},
      {two + "catch_radius = 5.0\nbecomes = \"a\"",
       "f.toml:6: species[1].catch_radius: is given without caught_by; allowed: catch_radius above 0, "
       "caught_by and becomes together"},
      {two + "caught_by = \"a\"\nbecomes = \"a\"",
       "f.toml:6: species[1].caught_by: is given without catch_radius"},
      {two + "catch_radius = 5.0\ncaught_by = \"a\"", "species[1].catch_radius: is given without becomes"},
      {two + "catch_radius = 5.0\ncaught_by = \"c\"\nbecomes = \"a\"",
       "f.toml:7: species[1].caught_by: is \"c\"; allowed: a name of a species, \"a\", \"b\""},
      {two + "catch_radius = 5.0\ncaught_by = \"a\"\nbecomes = \"c\"",
       "f.toml:8: species[1].becomes: is \"c\"; allowed: a name of a species, \"a\", \"b\""},
      {"[pairs]\nalignment = [[1.0]]",
       "f.toml:2: pairs: is there without species; allowed: with tables that begin with [[species]]"},
      {two + "[pairs]\nalignment = [[1.0, 0.0]]",
       "f.toml:7: pairs.alignment: has 1 rows; allowed: 2, one for each species"},
      {two + "[pairs]\nalignment = [[1.0, 0.0], [1.0]]",
       "f.toml:7: pairs.alignment[1]: has 1 numbers; allowed: 2, one for each species"},
      {two + "[pairs]\nalignment = [1.0, 0.0]",
       "f.toml:7: pairs.alignment: is [1.0, 0.0]; allowed: a row of numbers for each species, as in [[1.0, "
       "-1.0], [0.0, 1.0]]"},
      {two + "[pairs]\nalignment = [[1.0, nan], [1.0, 1.0]]",
       "f.toml:7: pairs.alignment[0][1]: is nan; allowed: a number from -3.4e38 to 3.4e38"},
      {two + "[pairs]\nradius = [[1.0, -1.0], [1.0, 1.0]]",
       "f.toml:7: pairs.radius[0][1]: is -1.0; allowed: a number from 0 to 1000000000"},
      {two + "[pairs]\nradius = [[1.0, 1.0], [51.0, 1.0]]",
       "f.toml:7: pairs.radius[1][0]: is 51; allowed: at most rules.radius, which is 50, or 0 to follow the "
       "flock's"},
      {two + "[pairs]\nseparation_radius = [[1.0, 51.0], [1.0, 1.0]]",
       "f.toml:7: pairs.separation_radius[0][1]: is 51; allowed: at most rules.radius"},
      {"[rules]\ncohesion = { target = \"position-sum\" }\n" + two + "[pairs]\ncohesion = [[1, 1], [1, 1]]",
       "f.toml:9: pairs.cohesion: is given; allowed: with every rules.cohesion.target but \"position-sum\""},
      {"[[event]]\nstep = 1\nkind = \"add\"\nat = [1.0, 2.0]\nspecies = \"a\"",
       "f.toml:2: event[0].species: is \"a\"; allowed: in a flock with [[species]] alone"},
      {two + "[[event]]\nstep = 1\nkind = \"add\"\nat = [1.0, 2.0]\nspecies = \"c\"",
       "f.toml:6: event[0].species: is \"c\"; allowed: \"a\", \"b\""},
      {two + "[[event]]\nstep = 1\nkind = \"convert\"\nat = [1.0, 2.0]\nradius = 3.0",
       "f.toml:6: event[0].to: is missing"},
      {two + "[[event]]\nstep = 1\nkind = \"convert\"\nat = [1.0, 2.0]\nradius = -3.0\nto = \"a\"",
       "f.toml:10: event[0].radius: is -3.0; allowed: a number from 0 to"},
      {two + "[[event]]\nstep = 1\nkind = \"convert\"\nat = [1.0, 2.0]\nfrom = \"c\"\nto = \"b\"",
       "f.toml:6: event[0].from: is \"c\"; allowed: \"a\", \"b\""},
      {two + "[[event]]\nstep = 1\nkind = \"convert\"\nat = [1.0, 2.0]\nto = \"c\"",
       "f.toml:6: event[0].to: is \"c\"; allowed: \"a\", \"b\""},
  };
  for (const auto& [lines, expected] : cases)
    EXPECT_THAT(faults_of(tables(lines)), ElementsAre(HasSubstr(expected))) << lines;
}

TEST(SpeciesKeys, WhatIsAllowedIsRead) {
  for (const char* lines :
       {"species = []", "[[species]]\n[pairs]\nalignment = [[-1.0]]",
        "[[species]]\nshare = 0.1\n[[species]]\nshare = 0.2\n[[species]]\nshare = 0.7",
        "[[species]]\ncount = 100\n[[species]]\nshare = 0.0",
        "[[species]]\ncount = 0\n[[species]]\ncount = 3",
        "[rules]\ncohesion = { target = \"position-sum\" }\n[[species]]\n[pairs]\nalignment = [[2]]",
        "[rules]\nspeed = 0.5\n[[species]]\nmin_speed = 1.0\nspeed = 0.0"})
    EXPECT_THAT(faults_of(std::string("preset = \"book\"\n") + lines), IsEmpty()) << lines;
}

TEST(SpeciesKeys, SharesAreProbabilities) {
  const auto shares = [](const std::string& tables) {
    return drawn_shares(scenario_of("preset = \"book\"\nspecies = [" + tables + "]"));
  };
  EXPECT_THAT(shares("{}, {}, {}, {}"), ElementsAre(0.25, 0.25, 0.25, 0.25));
  EXPECT_THAT(shares("{ share = 0.2 }, {}, {}"), ElementsAre(0.2, 0.4, 0.4));
  EXPECT_THAT(shares("{ share = 0.2 }, { share = 0.6 }"), ElementsAre(DoubleEq(0.25), DoubleEq(0.75)));
  EXPECT_THAT(shares("{ count = 30 }, { share = 0.2 }, {}"), ElementsAre(0.0, 0.2, 0.8));
  EXPECT_THAT(shares("{ share = 1.0 }, {}"), ElementsAre(1.0, 0.0));
  EXPECT_THAT(shares("{ count = 30 }, { count = 10 }"), ElementsAre(0.75, 0.25));
  EXPECT_THAT(shares(""), IsEmpty());
}

TEST(SpeciesKeys, EventsAreCheckedAgainstTheSpeciesOfTheirTime) {
  const std::string later =
      "preset = \"book\"\nspecies = [{ name = \"a\" }]\n[[event]]\nstep = 3\nkind = \"add\"\n"
      "at = [1.0, 2.0]\nspecies = \"b\"\n[[event]]\nstep = ";
  const std::string set = "\nkind = \"set\"\nkey = \"species[1]\"\nvalue = { name = \"b\" }";
  EXPECT_THAT(faults_of(later + "2" + set), IsEmpty());
  EXPECT_THAT(faults_of(later + "4" + set),
              ElementsAre(HasSubstr("event[0].species: is \"b\"; allowed: \"a\"")));
  const Scenario scenario = scenario_of(kTwo);
  EXPECT_THAT(event_faults({.kind = EventKind::kConvert, .at = {1.0, 2.0}, .to = "prey"}, scenario),
              IsEmpty());
  EXPECT_THAT(event_faults({.kind = EventKind::kConvert, .at = {1.0}, .to = "prey"}, scenario),
              ElementsAre(HasSubstr("at: has 1 numbers")));
}

/// OKLab of a colour, for distances as the eye has them.
std::array<double, 3> oklab(const Rgb& colour) {
  std::array<double, 3> c{};
  for (size_t k = 0; k < 3; ++k) c[k] = std::pow((static_cast<double>(colour[k]) + 0.055) / 1.055, 2.4);
  const double l = std::cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]),
               m = std::cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]),
               s = std::cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

TEST(SpeciesKeys, ColoursDifferFromEachOtherAndFromBlackAndWhite) {
  for (size_t i = 0; i < kSpeciesColours.size(); ++i) {
    const std::array<double, 3> one = oklab(kSpeciesColours[i]);
    EXPECT_GT(one[0], 0.45) << i;
    EXPECT_LT(one[0], 0.78) << i;
    for (size_t k = 0; k < i; ++k) {
      const std::array<double, 3> other = oklab(kSpeciesColours[k]);
      EXPECT_GT(std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]), i < 6 ? 0.17 : 0.14)
          << i << " " << k;
    }
  }
  const Scenario scenario = scenario_of(kTwo);
  EXPECT_EQ(hex_text(colour_of_species(scenario, 0)), "#0a7fff");
  EXPECT_EQ(colour_of_species(scenario, 1), kSpeciesColours[1]);
}

}  // namespace
}  // namespace murmur
