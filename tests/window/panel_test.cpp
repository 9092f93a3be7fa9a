// The panel without its window: every key has a control, and each control posts the event it should, once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "sim/scenario/behaviour_fields.h"
#include "sim/scenario/key_values.h"
#include "sim/util/errors.h"
#include "support/edited_panel.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Everything a scenario can have but a height map's image.
constexpr const char* kEverything = R"(
preset = "book"
[start]
positions = "patch"
at = [10.0, 10.0]
size = 20.0
[wind]
gust = { probability = 0.01, strength = 1.0 }
[goal]
path = [[10.0, 10.0], [20.0, 20.0]]
[cursor]
mode = "attract"
[[obstacle]]
at = [100.0, 100.0]
radius = 20.0
[[obstacle]]
at = [200.0, 100.0]
radius = 30.0
[[predator]]
max_speed = 3.0
[[species]]
count = 3
max_speed = 5.0
colour = "#ff0000"
[[species]]
share = 0.5
catch_radius = 2.0
caught_by = "0"
becomes = "0"
[pairs]
alignment = [[1, -1], [0.5, 1]]
[[rule]]
name = "ring"
let.gain = { value = 0.05, from = 0, to = 1 }
let.each = [1.0, 2.0]
sums.pull = 'unit(d)'
when = "n > 0"
add = "pull * gain * each[species]"
[terrain]
hill = { at = [300.0, 200.0], radius = 50.0, height = 40.0 }
[perching]
)";

class WholePanel : public EditedPanel {
 protected:
  void forget_events() {
    settle();
    flock->applied.clear();
    seen_ = 0;
  }
  const Control& control(const std::string& key) const {
    for (const ControlGroup& group : control_groups())
      for (const Control& one : group.controls)
        if (one.key == key) return one;
    throw RunError("no control " + key);
  }
};

/// Collects every key of the lists of fields that a control can hold: numbers, choices, switches and vectors.
struct Keys {
  std::set<std::string>& keys;
  std::string path;

  template <class M>
  void operator()(const Field& field, const M& member) const {
    add(path + field.key, member);
  }

 private:
  template <class M>
  void add(const std::string& key, const M&) const {
    keys.insert(key);
  }
  template <FieldTable T>
  void add(const std::string& key, const T& table) const {
    read_fields(table, Keys{keys, key + "."});
  }
  template <FieldTable T>
  void add(const std::string& key, const std::optional<T>&) const {
    add(key, T{});
  }
  template <FieldTable T>
  void add(const std::string& key, const std::vector<T>&) const {
    add(key + "[]", T{});
  }
  void add(const std::string&, const std::vector<Event>&) const {}
};

TEST_F(WholePanel, EveryKeyHasAControlAndEveryControlAKey) {
  std::set<std::string> keys, with_control;
  read_fields(Scenario{}, Keys{keys, ""});
  for (const ControlGroup& group : control_groups())
    for (const Control& one : group.controls) with_control.insert(one.key);
  for (const TableArray& array : table_arrays())
    for (const Control& one : array.group.controls) with_control.insert(one.key);
  with_control.insert({"boids", "preset", "goal.path"});  // buttons, a list, a list
  // The section Look visits the list itself.
  read_fields(Look{}, Keys{with_control, "view."});
  with_control.insert({"clock.step", "clock.time"});        // the run sets them
  with_control.insert({"terrain.image", "predator[].at"});  // a file's name; only where a predator starts
  for (const char* const text : {"name", "colour", "caught_by", "becomes"})
    with_control.insert(std::string("species[].") + text);
  read_fields(Scenario::Pairs{}, Keys{with_control, "pairs."});  // matrices
  read_fields(CustomRule{}, Keys{with_control, "rule[]."});      // the section Own rules
  read_fields(WallShape{}, Keys{with_control, "wall[]."});       // places, drawn by the mouse, and files
  EXPECT_EQ(keys, with_control);
}

TEST_F(WholePanel, ShowsWhatSettingItBackLeavesAlone) {
  open(kEverything);
  const std::string before = simulation().source().to_toml();
  for (const auto& [key, value] : key_values(scenario())) {
    if (key == "boids" || key == "preset" || key.starts_with("clock")) continue;
    controls->changes().post({.kind = EventKind::kSet, .key = key, .value = value});
    EXPECT_EQ(notices.text(), "") << key;
  }
  EXPECT_EQ(simulation().source().to_toml(), before);
}

TEST_F(WholePanel, PostsAnEventOnlyWhenTheValueChanges) {
  open("preset = \"book\"");
  model->set_number("rules.radius", 50.0);
  EXPECT_TRUE(events().empty());
  model->set_number("rules.radius", 62.5);
  model->set_number("rules.radius", 62.5);
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].kind, EventKind::kSet);
  EXPECT_EQ(events()[0].key, "rules.radius");
  EXPECT_EQ(events()[0].value, "62.5");
  EXPECT_EQ(model->number("rules.radius"), 62.5);
  model->set_word("world.boundary", "bounce");
  model->set_number("seed", 7.0);
  ASSERT_EQ(events().size(), 3u);
  EXPECT_EQ(events()[1].value, "\"bounce\"");
  EXPECT_EQ(events()[2].value, "7");
  EXPECT_EQ(scenario().seed, 7u);
}

TEST_F(WholePanel, NumbersWithAnOrderStopAtEachOther) {
  open("preset = \"book\"");
  model->set_number("rules.radius", 10.0);  // r shrinks with R
  EXPECT_EQ(model->number("rules.radius"), 10.0);
  EXPECT_EQ(model->number("rules.separation_radius"), 10.0);
  model->set_number("rules.radius", 25.0);
  model->set_number("rules.min_speed", 5.0);
  EXPECT_EQ(model->number("rules.min_speed"), 2.0);
  model->set_number("rules.max_speed", 1.0);
  EXPECT_EQ(model->number("rules.max_speed"), 2.0);
  model->set_number("rules.separation_radius", 80.0);
  EXPECT_EQ(model->number("rules.separation_radius"), 25.0);
  EXPECT_EQ(notices.text(), "separation r is 25, at most radius R");
}

TEST_F(WholePanel, RulesOfAPresetAreTakenByTheFlockAsItFlies) {
  open("preset = \"article\"");
  flock->steps(5);
  const State<float> before = simulation().state();
  EXPECT_EQ(model->rules_of(), "article");
  model->take_rules("article-panic");
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].key, "rules");
  EXPECT_EQ(model->rules_of(), "article-panic");
  EXPECT_EQ(model->number("rules.separation.weight"), 2.0);
  EXPECT_EQ(simulation().state().position, before.position) << "no restart";
  model->set_number("rules.separation.weight", 2.5);
  EXPECT_EQ(model->rules_of(), "");
}

TEST_F(WholePanel, ASoftBorderGetsAPush) {
  open("preset = \"book\"");
  model->set_word("world.boundary", "soft");
  EXPECT_EQ(notices.text(), "");
  EXPECT_EQ(model->word("world.boundary"), "soft");
  EXPECT_EQ(model->number("world.push"), 0.5);
}

TEST_F(WholePanel, WeightsMayBeNegative) {
  open("preset = \"book\"");
  EXPECT_EQ(model->span(control("rules.cohesion.weight")), std::make_pair(-4.0, 4.0));
}

TEST_F(WholePanel, ResetsGoBackToTheFileAndToAPresetOnceItIsChosen) {
  open("preset = \"book\"\n[rules]\nradius = 60.0");
  EXPECT_FALSE(model->differs("rules.radius"));
  model->set_number("rules.radius", 90.0);
  EXPECT_TRUE(model->differs("rules.radius"));
  EXPECT_EQ(model->differing(), 1);
  model->reset("rules.radius");
  EXPECT_EQ(scenario().rules.radius, 60.0);
  controls->keys().choose_preset("quiver");
  settle();
  EXPECT_FALSE(model->differs("rules.radius"));
  // All at once, also where one has to wait for another.
  model->set_number("rules.radius", 30.0);
  model->set_number("rules.separation_radius", 25.0);
  model->set_word("world.boundary", "tile");
  EXPECT_EQ(model->differing(), 3);
  model->reset_all();
  EXPECT_EQ(model->differing(), 0);
  EXPECT_EQ(scenario().rules.radius, 10.0);
  EXPECT_EQ(scenario().rules.separation_radius, 4.0);
}

TEST_F(WholePanel, APointerThatWasHeldAndLetGoIsNoChange) {
  open("preset = \"book\"");
  controls->tools().choose(Tool::kAttract);
  controls->tools().point_at(400, 300);
  EXPECT_EQ(controls->tools().use(Drag::kNone), Drag::kCursor);
  settle();
  EXPECT_GT(model->differing(), 0);
  controls->tools().release(Drag::kCursor);
  settle();
  EXPECT_EQ(model->differing(), 0);
  open("preset = \"book\"\n[cursor]\nmode = \"flee\"\nradius = 50.0");
  model->set_word("cursor.mode", "none");
  settle();
  EXPECT_EQ(model->differing(), 1);
}

TEST_F(WholePanel, AFlockThatHasJustBegunHasItsTitleAndNoChanges) {
  open("preset = \"book\"");
  model->set_number("rules.radius", 90.0);
  model->start_here("a surprise");
  EXPECT_EQ(model->title(), "a surprise");
  EXPECT_EQ(model->differing(), 0);
  model->set_number("rules.radius", 30.0);
  EXPECT_EQ(model->differing(), 1);
  model->reset_all();
  EXPECT_EQ(scenario().rules.radius, 90.0);
  controls->keys().choose_preset("quiver");
  settle();
  EXPECT_EQ(model->title(), "");
}

TEST_F(WholePanel, SlidersHoldTheirValueAndReachAboutFourTimesTheFirst) {
  open("preset = \"book\"");
  EXPECT_EQ(model->span(control("rules.radius")), std::make_pair(0.0, 200.0));
  model->set_number("rules.radius", 300.0);
  EXPECT_EQ(model->span(control("rules.radius")), std::make_pair(0.0, 300.0));
  EXPECT_EQ(model->span(control("rules.field_of_view")), std::make_pair(10.0, 360.0));
  model->switch_table("wind", true);
  EXPECT_EQ(model->span(control("wind.velocity")), std::make_pair(-2.0, 2.0));
}

TEST_F(WholePanel, SwitchesEveryOptionalTableOnAndOff) {
  for (const char* preset : {"book", "cis565"}) {
    open("preset = \"" + std::string(preset) + "\"");
    const std::string before = simulation().source().to_toml();
    for (const ControlGroup& group : control_groups()) {
      if (group.table.empty()) continue;
      model->switch_table(group.table, true);
      EXPECT_TRUE(model->table_on(group.table)) << group.table << ": " << notices.text();
      for (const Control& one : group.controls) EXPECT_TRUE(model->has(one.key)) << one.key;
      flock->steps(1);
    }
    for (const ControlGroup& group : control_groups()) {
      if (!group.table.empty()) model->switch_table(group.table, false);
    }
    EXPECT_EQ(notices.text(), "");
    EXPECT_EQ(simulation().source().to_toml(), before);
  }
}

TEST_F(WholePanel, AddsAndRemovesObstaclesPredatorsAndGoals) {
  open("preset = \"book\"");
  model->add(kObstacles, {100.0, 120.0});
  model->add(kObstacles, {200.0, 120.0});
  model->set_number("obstacle[1].radius", 33.0);
  model->remove(kObstacles, 0);
  ASSERT_EQ(model->count(kObstacles), 1u);
  EXPECT_EQ(scenario().obstacles[0].radius, 33.0);
  model->remove_last(kObstacles);
  model->remove_last(kObstacles);
  EXPECT_EQ(model->count(kObstacles), 0u);
  for (int k = 0; k < 3; ++k) model->add(kPredators);
  model->remove_last(kPredators);
  EXPECT_EQ(model->count(kPredators), 2u);
  EXPECT_EQ(simulation().state().predator_count(), 2);
  model->switch_table("goal", true);
  EXPECT_THAT(scenario().goal->path, ElementsAre(ElementsAre(320.0, 240.0)));
  model->set("goal.path", std::vector<std::vector<double>>{{10.0, 20.0}, {30.0, 40.0}});
  EXPECT_THAT(scenario().goal->path, ElementsAre(ElementsAre(10.0, 20.0), ElementsAre(30.0, 40.0)));
  EXPECT_EQ(notices.text(), "");
}

TEST_F(WholePanel, ControlsPostTypedValues) {
  open(kEverything);
  model->take_rules("ruby");  // the presets are read
  settle();
  notices.say("");
  const int64_t before = texts_parsed();
  forget_events();
  model->set_number("rules.radius", 62.5);
  model->set_number("rules.radius", 2.5);  // less than r, which follows
  model->set_number("seed", 7.0);
  model->set_word("rules.nearest", "all");
  model->set_word("world.boundary", "soft");
  model->set("view.glow", true);
  model->set("start.at", std::vector{20.0, 30.0});
  model->set("goal.path", std::vector<std::vector<double>>{{1.0, 2.0}});
  for (const char* const table : {"wind", "goal", "cursor", "terrain.hill", "perching", "noise"})
    for (const bool on : {false, true}) model->switch_table(table, on);
  model->add(kObstacles, {100.0, 120.0});
  model->set_number("obstacle[2].radius", 33.0);
  model->add(kPredators);
  model->reset("rules.radius");
  EXPECT_EQ(texts_parsed(), before);
  EXPECT_EQ(notices.text(), "");
  std::string posted;
  for (const Event& event : events())
    posted += event.key + (event.value.empty() ? "" : " = ") + event.value.text() + "\n";
  EXPECT_EQ(posted, R"(rules.radius = 62.5
rules = { radius = 2.5, separation_radius = 2.5 }
seed = 7
world.push = 1.25
world.boundary = "soft"
view.glow = true
start.at = [20.0, 30.0]
goal.path = [[1.0, 2.0]]
wind
wind = { velocity = [0.5, 0.0] }
goal
goal = { at = [320.0, 240.0], cap = 0.05 }
cursor
cursor = { mode = "flee", radius = 5.0, push = 1.25 }
terrain
terrain.hill = { at = [320.0, 240.0], radius = 96.0, height = 50.0 }
perching
perching = { mean_rest = 60.0 }
noise = { amount = 0.5 }
obstacle[2] = { at = [100.0, 120.0], radius = 28.8, strength = 1.25 }
obstacle[2].radius = 33.0
predator[1] = { max_speed = 6.5, notice = 5.0, flee_radius = 5.0, flee_push = 0.165 }
rules.radius = 50.0
)");
}

TEST_F(WholePanel, ResetTakesAwayWhatWasSwitchedOnAndBringsBackWhatWasSwitchedOff) {
  open("preset = \"book\"");
  const std::string first = simulation().source().to_toml();
  for (const char* const table : {"wind", "wind.gust", "goal", "cursor", "terrain.hill", "perching"})
    model->switch_table(table, true);
  model->add(kObstacles, {100.0, 100.0});
  model->add(kObstacles, {200.0, 100.0});
  model->add(kPredators);
  model->set_number("rules.radius", 70.0);
  EXPECT_EQ(model->differing(), 8);
  model->reset_all();
  EXPECT_EQ(model->differing(), 0);
  EXPECT_EQ(key_values(scenario()), key_values(ScenarioSource::from_text(first, "first").scenario()));

  open(kEverything);
  const auto everything = key_values(scenario());
  for (const char* const table : {"wind", "goal", "cursor", "terrain.hill", "perching"})
    model->switch_table(table, false);
  model->remove_last(kObstacles);
  model->remove_last(kObstacles);
  model->remove_last(kPredators);
  EXPECT_EQ(model->differing(), 7);
  model->reset_all();
  EXPECT_EQ(model->differing(), 0);
  EXPECT_EQ(key_values(scenario()), everything);
}

TEST_F(WholePanel, ResetKnowsEveryTable) {
  open("preset = \"book\"\n[roost]\nat = [10.0, 20.0]");
  const auto first = key_values(scenario());
  for (const char* const table : {"rules.cruise", "level", "turbulence"}) model->switch_table(table, true);
  model->switch_table("roost", false);
  model->set("start.at", std::vector{20.0, 30.0});
  settle();
  EXPECT_EQ(model->differing(), 5);
  model->reset_all();
  EXPECT_EQ(model->differing(), 0);
  EXPECT_EQ(key_values(scenario()), first);
}

}  // namespace
}  // namespace murmur
