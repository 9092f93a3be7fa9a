// Messages for a wrong scenario: every fault at once, each with file, line, key and the allowed values.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/events.h"
#include "sim/scenario/source.h"
#include "sim/util/errors.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> faults_of(const std::string& toml, const ScenarioOverrides& overrides = {}) {
  try {
    ScenarioSource::from_text(toml, "f.toml", overrides);
  } catch (const UserError& error) {
    return error.faults();
  }
  return {};
}

/// The one fault of a scenario with `lines` from line 2 on.
std::string fault(const std::string& lines) {
  const std::vector<std::string> faults = faults_of("preset = \"book\"\n" + lines);
  EXPECT_EQ(faults.size(), 1u) << lines << testing::PrintToString(faults);
  return faults.empty() ? "" : faults.front();
}

TEST(Faults, SayLineAndWhatIsAllowed) {
  const std::pair<const char*, const char*> cases[] = {
      {"boids = -1", "f.toml:2: boids: is -1; allowed: a whole number from 0 to 2147483647"},
      {"boids = 2147483648", "f.toml:2: boids: is 2147483648; allowed: a whole number from 0 to 2147483647"},
      {"boids = 1.5", "f.toml:2: boids: is 1.5; allowed: a whole number from 0 to 2147483647"},
      {"boids = \"many\"", "f.toml:2: boids: is \"many\"; allowed: a whole number from 0 to 2147483647"},
      {"seed = -1", "f.toml:2: seed: is -1; allowed: a whole number from 0 to 9223372036854775807"},
      {"bods = 3", "f.toml:2: bods: unknown key; did you mean boids?"},
      {"[rules]\nradus = 3", "f.toml:3: rules.radus: unknown key; did you mean rules.radius?"},
      {"[rules]\nradius = 0.0",
       "f.toml:3: rules.radius: is 0.0; allowed: a number above 0 (from 1e-9 to 1e9)"},
      {"[rules]\nradius = nan",
       "f.toml:3: rules.radius: is nan; allowed: a number above 0 (from 1e-9 to 1e9)"},
      {"[rules]\nradius = inf",
       "f.toml:3: rules.radius: is inf; allowed: a number above 0 (from 1e-9 to 1e9)"},
      {"[rules]\nradius = 2024-01-01",
       "f.toml:3: rules.radius: is a date or time; allowed: a number above 0 (from 1e-9 to 1e9)"},
      {"[rules]\nseparation_radius = 51",
       "f.toml:3: rules.separation_radius: is 51; allowed: at most rules.radius, which is 50, or 0 to follow "
       "it"},
      {"[rules]\nalignment = { from = 20, to = 10 }",
       "f.toml:3: rules.alignment.from: is 20; allowed: 0 to rules.alignment.to, which is 10"},
      {"[rules]\ncohesion = { from = 50.5 }",
       "f.toml:3: rules.cohesion.from: is 50.5; allowed: 0 to rules.cohesion.to, which is 50"},
      {"[rules]\ncohesion = { to = 51 }",
       "f.toml:3: rules.cohesion.to: is 51; allowed: at most rules.radius, which is 50, or 0 to follow it"},
      {"[rules]\nalignment = { from = -1 }",
       "f.toml:3: rules.alignment.from: is -1; allowed: a number from 0 to 1000000000"},
      {"[rules]\nnearest = 0",
       "f.toml:3: rules.nearest: is 0; allowed: a whole number from 1 to 32, or \"all\", or \"octants\""},
      {"[rules]\nnearest = -1",
       "f.toml:3: rules.nearest: is -1; allowed: a whole number from 1 to 32, or \"all\", or \"octants\""},
      {"[rules]\nnearest = 33",
       "f.toml:3: rules.nearest: is 33; allowed: a whole number from 1 to 32, or \"all\", or \"octants\""},
      {"[rules]\nnearest = \"some\"",
       "f.toml:3: rules.nearest: is \"some\"; allowed: a whole number from 1 to 32, or \"all\", or "
       "\"octants\""},
      {"[rules]\nnearest = \"octants\"\nseparation = { sees_all = true }",
       "f.toml:4: rules.separation.sees_all: is true; allowed: false with rules.nearest = \"octants\", whose "
       "neighbours are in view"},
      {"[rules]\nseparation = { falloff = \"shifted\" }",
       "f.toml:3: rules.separation.falloff: is \"shifted\"; allowed: with rules.nearest = \"octants\" alone"},
      {"[rules]\nseparation = { ahead = 2 }",
       "f.toml:3: rules.separation.ahead: is 2; allowed: above 1 with rules.nearest = \"octants\" alone"},
      {"[rules]\nseparation = { core = 0.5 }",
       "f.toml:3: rules.separation.core: is 0.5; allowed: above 0 with rules.nearest = \"octants\" alone"},
      {"[rules]\nmotion = \"heading\"\nadds = \"acceleration\"",
       "f.toml:3: rules.motion: is \"heading\"; allowed: \"steer\" with rules.adds = \"acceleration\", which "
       "changes a "
       "velocity"},
      {"[rules]\nturn_limit = 4\nadds = \"acceleration\"",
       "f.toml:3: rules.turn_limit: is a turn in each step; allowed: 180 with rules.adds = \"acceleration\""},
      {"[rules]\nadds = \"acceleration\"\n[noise]\nkind = \"vector\"\namount = 1",
       "f.toml:5: noise.kind: is a noise in each step; allowed: \"isotropic\" with rules.adds = "
       "\"acceleration\""},
      {"[rules]\nmotion = \"heading\"\n[noise]\nkind = \"isotropic\"\namount = 1",
       "f.toml:5: noise.kind: is \"isotropic\"; allowed: with rules.motion = \"steer\" alone, because it is "
       "added to a "
       "velocity"},
      {"[rules]\ncruise = { rate = 1 }", "f.toml:3: rules.cruise.speed: is missing"},
      {"[rules]\npriority = \"cohesion\"",
       "f.toml:3: rules.priority: is \"cohesion\"; allowed: \"none\", \"separation\""},
      {"[rules]\nturn_limit = -1", "f.toml:3: rules.turn_limit: is -1; allowed: a number from 0 to 180"},
      {"[noise]\namount = nan", "f.toml:3: noise.amount: is nan; allowed: a number from 0 to 100"},
      {"[world]\nboundary = \"soft\"",
       "f.toml:3: world.push: is 0; allowed: above 0 with world.boundary = \"soft\", whose push alone keeps "
       "boids "
       "in"},
      {"[view]\ncolour = \"green\"",
       "f.toml:3: view.colour: is \"green\"; allowed: heading, speed, density, species, state, one, or a "
       "colour as "
       "\"#rrggbb\""},
      {"[view]\nbackground = \"#12345g\"",
       "f.toml:3: view.background: is \"#12345g\"; allowed: dark, light, or a colour as \"#rrggbb\""},
      {"[view]\ndraw = \"dot\"",
       "f.toml:3: view.draw: is \"dot\"; allowed: \"triangle\", \"disc\", \"arrow\", \"dot-and-heading\""},
      {"[view]\nsteps_per_second = 0",
       "f.toml:3: view.steps_per_second: is 0; allowed: a number from 0.1 to 100000"},
      {"[perching]\nground = 481.0",
       "f.toml:3: perching.ground: is 481; allowed: 0 to 480, the world's height"},
      {"[[predator]]\nnotice = -1.0",
       "f.toml:3: predator[0].notice: is -1.0; allowed: a number from 0 to 1000000000"},
      {"[rules]\nmax_speed = 0",
       "f.toml:3: rules.max_speed: is 0; allowed: a number above 0 (from 1e-9 to 1e9)"},
      {"[rules]\nmin_speed = 3",
       "f.toml:3: rules.min_speed: is 3; allowed: from 0 to rules.max_speed, which is 2"},
      {"[rules]\ntime_step = -1.0",
       "f.toml:3: rules.time_step: is -1.0; allowed: a number above 0 (from 1e-9 to 1e9)"},
      {"[rules]\nfield_of_view = 361",
       "f.toml:3: rules.field_of_view: is 361; allowed: a number from 0.001 to 360"},
      {"[rules]\nfield_of_view = 0",
       "f.toml:3: rules.field_of_view: is 0; allowed: a number from 0.001 to 360"},
      {"[rules]\nseparation = { weight = 1e39 }",
       "f.toml:3: rules.separation.weight: is 1e+39; allowed: a number from -3.4e38 to 3.4e38"},
      {"[rules]\nseparation = { amount = -1 }",
       "f.toml:3: rules.separation.amount: is -1; allowed: a finite number of at least 0"},
      {"[rules]\nseparation = { falloff = \"cubic\" }",
       "f.toml:3: rules.separation.falloff: is \"cubic\"; allowed: \"none\", \"inverse\", "
       "\"inverse-square\""},
      {"[rules]\nalignment = { average = 1 }",
       "f.toml:3: rules.alignment.average: is 1; allowed: true or false"},
      {"[rules]\ncohesion = 3", "f.toml:3: rules.cohesion: is 3; allowed: a table"},
      {"[world]\nsize = [640.0]",
       "f.toml:3: world.size: is [640.0]; allowed: 2 or 3 numbers, one for each axis"},
      {"[world]\nsize = [640.0, 0]",
       "f.toml:3: world.size[1]: is 0; allowed: a number above 0 (from 1e-9 to 1e9)"},
      {"[world]\ndimensions = 3", "f.toml:3: world.dimensions: is 3, but world.size has 2 sizes"},
      {"[world]\nneighbours = 0",
       "f.toml:3: world.neighbours: is 0; allowed: a number from 1e-06 to 1000000"},
      {"[start]\nat = [635.0, 0.0]",
       "f.toml:3: start.at: the patch reaches from 635 to 645 on axis 0; allowed: within the world, -2 to "
       "642"},
      {"[start]\nvelocities = \"fast\"", "allowed: \"heading\", \"whole-speed\", \"box\", \"ball\""},
      {"[wind]\nvelocity = [1.0, 2.0, 3.0]",
       "f.toml:3: wind.velocity: is [1.0, 2.0, 3.0]; allowed: 2 numbers"},
      {"[wind]\ngust = { probability = 1.5, strength = 1 }",
       "f.toml:3: wind.gust.probability: is 1.5; allowed: a number from 0 to 1"},
      {"[goal]\nat = [1.0, 2.0]\npath = [[1.0, 2.0]]",
       "f.toml:2: goal: allowed: one of at (a place) and path"},
      {"[goal]\npath = [[1.0, 2.0], [1.0]]", "f.toml:3: goal.path[1]: is [1.0]; allowed: 2 numbers"},
      {"[[obstacle]]\nat = [1.0, 2.0]\nradius = -1",
       "f.toml:4: obstacle[0].radius: is -1; allowed: a number from 0 to"},
      {"[[obstacle]]\nradius = 1", "f.toml:2: obstacle[0].at: is missing"},
      {"[[obstacles]]\nradius = 1", "f.toml:2: obstacles: unknown key; did you mean obstacle?"},
      {"[obstacle]\nradius = 1",
       "f.toml:2: obstacle: is a table; allowed: tables, each beginning with [[obstacle]]"},
      {"[[predator]]\nat = [700.0, 2.0]",
       "f.toml:3: predator[0].at: is 700 on axis 0; allowed: inside the world, -2 to 642"},
      {"[terrain]\nhill = { at = [1.0, 2.0], radius = 3.0, height = 101 }",
       "f.toml:3: terrain.hill.height: is 101; allowed: a number from 0 to 100"},
      {"[terrain]\nhill = { at = [1.0, 2.0], radius = 0, height = 1 }",
       "terrain.hill.radius: is 0; allowed: a number above 0"},
      {"[perching]\nmean_rest = 0.5", "f.toml:3: perching.mean_rest: is 0.5; allowed: a number from 1 to"},
      {"[[event]]\nstep = -1\nkind = \"restart\"",
       "f.toml:3: event[0].step: is -1; allowed: a whole number from 0"},
      {"[[event]]\nstep = 1\nkind = \"rain\"",
       "f.toml:4: event[0].kind: is \"rain\"; allowed: \"scatter\", \"startle\", \"add\""},
      {"[[event]]\nstep = 1\nkind = \"startle\"\ncount = 2", "f.toml:5: event[0].count: unknown key"},
      {"[[event]]\nstep = 1\nkind = \"add\"\nat = [643.0, 2.0]",
       "f.toml:2: event[0].at: 643 on axis 0 is outside the world; allowed: -2 to 642"},
      {"[[event]]\nstep = 1\nkind = \"scatter\"\nat = [3.0, 2.0, 1.0]",
       "f.toml:2: event[0].at: has 3 numbers; allowed: 2"},
      {"[[event]]\nstep = 1\nkind = \"set\"\nkey = \"rules.radius\"\nvalue = -1",
       "f.toml:2: event[0]: set rules.radius: rules.radius: is -1; allowed: a number above 0"},
      {"[[event]]\nstep = 1\nkind = \"set\"\nkey = \"boids\"\nvalue = 1",
       "f.toml:2: event[0].key: boids cannot be set during a run"},
      {"[[event]]\nstep = 1\nkind = \"preset\"\npreset = \"rubi\"",
       "f.toml:2: event[0].preset: \"rubi\" is not a preset; did you mean ruby?"},
      {"[world", "f.toml:2: not valid TOML"},
      {"boids = 3\nboids = 4", "f.toml:3: not valid TOML"},
  };
  for (const auto& [lines, expected] : cases) EXPECT_THAT(fault(lines), HasSubstr(expected));
}

TEST(Faults, AreToldAllAtOnce) {
  EXPECT_THAT(faults_of("preset = \"book\"\nboids = -3\n[rules]\nradius = -1\npseed = 3\n[[event]]\nstep = "
                        "1\nkind = \"add\"\nat = [999.0, 0.0]"),
              ElementsAre(HasSubstr("f.toml:2: boids"), HasSubstr("f.toml:4: rules.radius"),
                          HasSubstr("f.toml:5: rules.pseed: unknown key"),
                          HasSubstr("f.toml:6: event[0].at: 999 on axis 0")));
  EXPECT_THAT(faults_of("preset = \"boook\"\nbods = 3"),
              ElementsAre(HasSubstr("f.toml:1: preset: \"boook\" is not a preset; did you mean book"),
                          HasSubstr("f.toml:2: bods")));
  EXPECT_THAT(faults_of("preset = \"book\"",
                        {.boids = -4, .seed = ~0ull, .set = {{"rules.radus", "3"}, {"rules.radius", "x y"}}}),
              ElementsAre(HasSubstr("--set rules.radius: \"x y\" is not a TOML value"),
                          HasSubstr("--seed: 18446744073709551615 is too large"), HasSubstr("--boids: is -4"),
                          HasSubstr("--set: rules.radus: unknown key; did you mean rules.radius?")));
}

TEST(Faults, EventsAreCheckedAgainstTheScenarioOfTheirTime) {
  const std::string later =
      "preset = \"book\"\n[[event]]\nstep = 9\nkind = \"add\"\nat = [700.0, 2.0]\n[[event]]\nstep = 8\nkind "
      "= \"set\"\nkey = \"world.size\"\nvalue = [800.0, 600.0]\n";
  EXPECT_THAT(faults_of(later), IsEmpty());
  EXPECT_THAT(faults_of("preset = \"book\"\n[[event]]\nstep = 1\nkind = \"preset\"\npreset = \"cis565\"\n"
                        "[[event]]\nstep = 2\nkind = \"add\"\nat = [1.0, 2.0, 3.0]\n"),
              IsEmpty());
  EXPECT_THAT(
      faults_of("preset = \"book\"\n[world]\nboundary = \"soft\"\npush = 1.0\n[[event]]\nstep = 1\nkind = "
                "\"add\"\nat = [-900.0, 2.0]\n"),
      IsEmpty());
  EXPECT_THAT(
      faults_of(
          "preset = \"book\"\n[[event]]\nstep = 1\nkind = \"add\"\nat = [1.0, 2.0]\ncount = 2147483647\n"),
      ElementsAre(HasSubstr("event[0].count: makes 2147483747 boids; allowed: at most 2147483647")));
}

TEST(Faults, EventsFromElsewhereMeetTheSameRules) {
  const Scenario scenario = ScenarioSource::from_preset("book").scenario();
  EXPECT_THAT(event_faults({.kind = EventKind::kAdd, .at = {10.0, 10.0}, .count = 5}, scenario), IsEmpty());
  EXPECT_THAT(event_faults({.kind = EventKind::kAdd, .at = {10.0, -3.0}}, scenario),
              ElementsAre(HasSubstr("at: -3 on axis 1")));
  EXPECT_THAT(event_faults({.kind = EventKind::kScatter, .at = {NAN, 1.0}}, scenario),
              ElementsAre(HasSubstr("at: nan is not allowed")));
  EXPECT_THAT(event_faults({.kind = EventKind::kStartle, .steps = 0}, scenario),
              ElementsAre(HasSubstr("steps: is 0")));
  EXPECT_THAT(event_faults({.kind = EventKind::kSet, .key = "rules.radius", .value = "30.0"}, scenario),
              IsEmpty());
  EXPECT_THAT(event_faults({.kind = EventKind::kSet, .key = "rules.radius", .value = "3"}, scenario),
              ElementsAre(HasSubstr("at most rules.radius")));
}

TEST(Faults, NothingIsNotAScenario) {
  EXPECT_THAT(
      faults_of(""),
      ElementsAre(AllOf(HasSubstr("needs preset = \"NAME\""),
                        HasSubstr("missing for a full model: world.size, rules.radius, "
                                  "rules.max_speed, rules.separation, rules.alignment, rules.cohesion"))));
  EXPECT_THAT(
      faults_of(
          "[world]\nsize = [10.0, 10.0]\n[rules]\nradius = 3\nseparation_radius = 2\nmax_speed = 1\n"
          "separation = { shape = \"limit\", amount = 1 }\nalignment = { shape = \"limit\", amount = 1 }\n"
          "cohesion = { shape = \"limit\" }"),
      ElementsAre(HasSubstr("full model: rules.cohesion.amount")));
}

TEST(Faults, OfAnOptionNameItOnce) {
  try {
    ScenarioSource::from_preset("bok", {.boids = -4});
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.faults(), ElementsAre("--preset: \"bok\" is not a preset; did you mean book?",
                                            HasSubstr("--boids: is -4")));
  }
}

TEST(Faults, FilesThatCannotBeRead) {
  EXPECT_THROW(ScenarioSource::from_file(nowhere("x.toml")), RunError);
  EXPECT_THROW(ScenarioSource::from_file(testing::TempDir()), RunError);
  try {
    ScenarioSource::from_file("bok");
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--preset book"));
  }
  EXPECT_THAT(faults_of(std::string((64u << 20) + 1, '\n')),
              ElementsAre(HasSubstr("allowed: a scenario of at most 64 MiB")));
  EXPECT_THAT(faults_of("preset = \"book\"\n" + std::string(5u << 20, '\n') + "bods = 1"),
              ElementsAre(HasSubstr("f.toml:5242882: bods")));
  EXPECT_THAT(faults_of("a = " + std::string(5000, '[')),
              ElementsAre(HasSubstr("f.toml:1: brackets inside brackets; allowed: at most 32")));
}

}  // namespace
}  // namespace murmur
