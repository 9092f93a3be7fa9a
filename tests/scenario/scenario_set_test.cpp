// Changing a scenario key by key (every slider and key press does), and writing it so that it reads back the
// same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const char* const kEverything = R"(
preset = "quiver"
boids = 7
seed = 9007199254740993
[world]
size = [100.1, 1e3, 33.333333333333336]
boundary = "soft"
margin = 0.1
push = 1e-7
metric = "wrapped"
[start]
positions = "patch"
at = [-5.0, 1, 2.5]
size = [1.0, 0.30000000000000004, 3.0]
velocities = "whole-speed"
speed = 3
[view]
draw = "dot-and-heading"
colour = "#0A7fff"
background = "light"
steps_per_second = 12.5
axes = true
[rules]
min_speed = 0.1
time_step = 0.3
field_of_view = 269.99999999999994
separation = { weight = -0.1 }
alignment = { lone = "keep", include_self = true }
[wind]
velocity = [1.0, -0.5, 0.25]
gust = { probability = 0.01, duration = 30, strength = 2.0 }
[goal]
path = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
arrive_radius = 21.0
factor = -0.01
cap = 0.1
[cursor]
at = [40.0, 30.0, 0.0]
mode = "attract"
[[obstacle]]
at = [400.0, 300.0, 1.0]
radius = 120.0
avoid = "look-ahead"
[[obstacle]]
at = [1.0, 2.0, 3.0]
radius = 4.0
solid = true
look_ahead = 2.5
[[predator]]
flocks = true
notice = 60.0
chase = 0.01
flee_radius = 70.0
flee_push = 0.2
[[predator]]
at = [1.0, 2.0, 3.0]
max_speed = 4.5
[terrain]
hill = { at = [10.0, 20.0], radius = 5.0, height = 100.0 }
[perching]
mean_rest = 60
ground = 12.5
[[rule]]
name = "\"quoted\" and back\\slashed"
range = 0.30000000000000004
let.gain = { value = 0.05, from = -1e-7, to = 1 }
let.other = 3
sums.pull = 'unit(d)'
when = "n > 0"
add = '''
pull * gain
  * other'''
[[event]]
step = 4
kind = "scatter"
at = [300.0, 200.0, 0.1]
radius = 12.5
[[event]]
step = 1
kind = "startle"
steps = 100
[[event]]
step = 2
kind = "add"
at = [1.0, 2.0, 3.0]
count = 2
velocity = [0.6, 0.8, 0.0]
[[event]]
step = 2
kind = "remove"
count = 3
[[event]]
step = 2
kind = "gust"
steps = 9
strength = 0.7
[[event]]
step = 5
kind = "set"
key = "rules.radius"
value = 55
[[event]]
step = 5
kind = "set"
key = "obstacle"
value = [{ at = [1.0, 2.0, 3.0], radius = 0.1, avoid = "push" }]
[[event]]
step = 6
kind = "set"
key = "cursor"
value = ""
[[event]]
step = 7
kind = "restart"
[[event]]
step = 8
kind = "preset"
preset = "cis565"
)";

TEST(ToToml, ReadsBackToTheSameScenario) {
  std::vector<ScenarioSource> sources = {ScenarioSource::from_text(kEverything, "all.toml")};
  for (const std::string& name : preset_names())
    sources.push_back(ScenarioSource::from_preset(name, {.boids = 12345}));
  for (const ScenarioSource& source : sources) {
    const std::string text = source.to_toml();
    const ScenarioSource again = ScenarioSource::from_text(text, "again.toml");
    EXPECT_EQ(again.to_toml(), text);
    EXPECT_EQ(again.scenario().world.size, source.scenario().world.size);
    EXPECT_EQ(again.scenario().preset, source.scenario().preset);
    EXPECT_EQ(again.scenario().events, source.scenario().events);
  }
  const Scenario s = ScenarioSource::from_text(sources[0].to_toml(), "again.toml").scenario();
  EXPECT_EQ(s.seed, 9007199254740993u);
  EXPECT_EQ(s.start.size[1], 0.1 + 0.2);
  EXPECT_EQ(s.world.push, 1e-7);
  EXPECT_EQ(s.rules.field_of_view, 269.99999999999994);
  ASSERT_EQ(s.events.size(), 10u);
  EXPECT_EQ(s.events[0].strength, 0.1);
  EXPECT_EQ(s.events[5].value, "55");
  EXPECT_EQ(s.events[7].value, "");
  EXPECT_EQ(s.predators[0].at, std::nullopt);
  EXPECT_EQ(s.goal->path.size(), 2u);
  EXPECT_EQ(s.custom_rules.at(0).name, "\"quoted\" and back\\slashed");
  EXPECT_EQ(s.custom_rules[0].add, "pull * gain\n  * other");
  EXPECT_EQ(s.custom_rules[0].lets[0].from, -1e-7);
}

/// Sets a key that must be refused; returns the message and checks that nothing changed.
std::string refused(ScenarioSource& source, const std::string& key, const std::string& value) {
  const std::string before = source.to_toml();
  try {
    source.set(key, value);
  } catch (const UserError& error) {
    EXPECT_EQ(source.to_toml(), before);
    return error.what();
  }
  ADD_FAILURE() << key << " = " << value << " was not refused";
  return "";
}

TEST(Set, ChangesOneKeyAndKeepsTheWorld) {
  ScenarioSource source = ScenarioSource::from_preset("murmuration", {.boids = 2000});
  const std::vector<double> size = source.scenario().world.size;
  source.set("rules.radius", "80.5");
  EXPECT_EQ(source.scenario().rules.radius, 80.5);
  EXPECT_EQ(source.scenario().world.size, size);
  source.set("rules.separation", "{ weight = 2.0 }");
  EXPECT_EQ(source.scenario().rules.separation.weight, 2.0);
  EXPECT_EQ(source.scenario().rules.separation.amount, 0.043);
  source.set("rules.cohesion.shape", "\"limit\"");
  source.set("world.boundary", "bounce");  // a bare word will do
  EXPECT_EQ(source.scenario().world.boundary, Boundary::kBounce);
  source.set("world.size", "[500.0, 400.0]");
  EXPECT_THAT(source.scenario().world.size, ElementsAre(500, 400));
}

TEST(Set, MakesAndTakesAwayBehaviours) {
  ScenarioSource source = ScenarioSource::from_preset("book");
  source.set("cursor.mode", "\"attract\"");
  ASSERT_TRUE(source.scenario().cursor);
  EXPECT_THAT(source.scenario().cursor->at, ElementsAre(320, 240));
  source.set("cursor", "");
  EXPECT_FALSE(source.scenario().cursor);
  EXPECT_NO_THROW(source.set("cursor", ""));
  source.set("obstacle", "[{ at = [1.0, 2.0], radius = 3.0 }, { at = [4.0, 5.0], radius = 6.0 }]");
  source.set("obstacle[1].radius", "7.0");
  source.set("obstacle[2]", "{ at = [8.0, 9.0], radius = 1.0 }");
  ASSERT_EQ(source.scenario().obstacles.size(), 3u);
  EXPECT_EQ(source.scenario().obstacles[1].radius, 7.0);
  source.set("obstacle[0]", "");
  EXPECT_EQ(source.scenario().obstacles[0].radius, 7.0);
  source.set("goal.at", "[1.0, 2.0]");
  source.set("goal.path", "[[1.0, 2.0], [3.0, 4.0]]");
  EXPECT_EQ(source.scenario().goal->path.size(), 2u);
  source.set("goal.at", "[5.0, 6.0]");
  EXPECT_THAT(source.scenario().goal->path, ElementsAre(ElementsAre(5, 6)));
}

TEST(Set, RefusesAndChangesNothing) {
  ScenarioSource source = ScenarioSource::from_preset("book");
  EXPECT_THAT(refused(source, "rules.radius", "20"), HasSubstr("at most rules.radius, which is 20"));
  EXPECT_THAT(refused(source, "rules.radius", "0"),
              HasSubstr("set rules.radius: rules.radius: is 0; allowed: a number above 0"));
  EXPECT_THAT(refused(source, "rules.radus", "3"), HasSubstr("did you mean rules.radius?"));
  EXPECT_THAT(refused(source, "rules.radus", ""), HasSubstr("unknown key"));
  EXPECT_THAT(refused(source, "rules.radius", ""), HasSubstr("missing"));
  EXPECT_THAT(refused(source, "rules.radius", "3 4"), HasSubstr("not a TOML value"));
  EXPECT_THAT(refused(source, "rules.radius", "30\nseed = 4"), HasSubstr("not a TOML value"));
  EXPECT_THAT(refused(source, "obstacle[1].radius", "3"), HasSubstr("obstacle"));
  EXPECT_THAT(refused(source, "obstacle[x]", "3"), HasSubstr("not a scenario key"));
  EXPECT_THAT(refused(source, "", "3"), HasSubstr("not a scenario key"));
  EXPECT_THAT(refused(source, "rules.radius.x", "3"), HasSubstr("not a table"));
  EXPECT_THAT(refused(source, "world.size", "[700.0, 500.0, 300.0]"), HasSubstr("dimensions"));
  EXPECT_THAT(refused(source, "preset", "\"ruby\""), HasSubstr("event"));
}

TEST(Set, CopiesAreIndependent) {
  ScenarioSource source = ScenarioSource::from_preset("book");
  ScenarioSource copy = source;
  copy.set("rules.max_speed", "9.0");
  EXPECT_EQ(source.scenario().rules.max_speed, 2.0);
  source = copy;
  EXPECT_EQ(source.scenario().rules.max_speed, 9.0);
}

}  // namespace
}  // namespace murmur
