// Keys, the camera and questions: what each does, as events of the simulation, moves of the camera and marks for the window.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include "app/options/gallery_list.h"
#include "sim/scenario/presets.h"
#include "support/user_controls.h"

namespace murmur {
namespace {

using Controls = UserControls;

TEST_F(Controls, DragsMoveTheCameraAndNothingElse) {
  open("book", 20);
  for (const auto& [button, shift] : {std::pair{MouseButton::kMiddle, false}, {MouseButton::kLeft, true}}) {
    const auto held = camera->place_at(300, 300);
    mouse(InputEvent::Kind::kPress, 300, 300, button, shift);
    mouse(InputEvent::Kind::kMove, 340, 280);
    mouse(InputEvent::Kind::kRelease, 340, 280, button);
    mouse(InputEvent::Kind::kMove, 500, 500);
    const auto now = camera->place_at(340, 280);
    for (size_t k = 0; k < 2; ++k) EXPECT_NEAR(now[k], held[k], 1e-9);
  }
  EXPECT_TRUE(events().empty());
  type('f');
  EXPECT_EQ(camera->place_at(500, 400), (std::vector<double>{320, 240}));
}

TEST_F(Controls, In3DDragsOrbitAndWithCtrlPan) {
  open("cis565", 20);
  const auto eye = camera->eye();
  mouse(InputEvent::Kind::kPress, 300, 300, MouseButton::kMiddle);
  mouse(InputEvent::Kind::kMove, 400, 300);
  mouse(InputEvent::Kind::kRelease, 400, 300, MouseButton::kMiddle);
  EXPECT_NE(camera->eye(), eye);
  for (const double c : camera->place_at(500, 400)) EXPECT_NEAR(c, 100, 1e-9);
  mouse(InputEvent::Kind::kPress, 300, 300, MouseButton::kMiddle, false, true);
  mouse(InputEvent::Kind::kMove, 400, 300);
  for (const double c : camera->place_at(600, 400)) EXPECT_NEAR(c, 100, 1e-9);
  mouse(InputEvent::Kind::kRelease, 400, 300, MouseButton::kMiddle);
  click(600, 400, MouseButton::kLeft);  // on the plane through the target
  ASSERT_EQ(events().size(), 1u);
  for (const double c : events()[0].at) EXPECT_NEAR(c, 100, 1e-9);
}

TEST_F(Controls, WheelZoomsToThePointer) {
  open("book", 20);
  const auto held = camera->place_at(123, 456);
  const double before = camera->pixels_per_unit();
  controls->handle({.kind = InputEvent::Kind::kScroll, .x = 123, .y = 456, .scroll = 2});
  EXPECT_NEAR(camera->pixels_per_unit(), before * 1.44, 1e-9);
  const auto now = camera->place_at(123, 456);
  for (size_t k = 0; k < 2; ++k) EXPECT_NEAR(now[k], held[k], 1e-9);
}

TEST_F(Controls, RadiusKeysSetAndRefuse) {
  open("book", 20);
  type('b');
  type('B');
  EXPECT_EQ(scenario().rules.radius, 60.0);
  ASSERT_EQ(events().size(), 2u);
  EXPECT_EQ(events()[1].key, "rules.radius");
  EXPECT_EQ(events()[1].value, "60.0");
  for (int k = 0; k < 7; ++k) type('s');
  EXPECT_EQ(scenario().rules.radius, 25.0);
  type('s');  // the separation radius shrinks too
  EXPECT_EQ(scenario().rules.radius, 20.0);
  EXPECT_EQ(scenario().rules.separation_radius, 20.0);
  for (int k = 0; k < 3; ++k) type('s');
  EXPECT_EQ(scenario().rules.separation_radius, 5.0);
  notices.say("");
  type('s');
  EXPECT_EQ(scenario().rules.radius, 5.0);
  EXPECT_TRUE(notices.text().starts_with("radius R: is ")) << notices.text();
}

TEST_F(Controls, TheStepsOfTheRadiusSuitASmallWorld) {
  open("vicsek", 20);  // 7 wide
  type('b');
  EXPECT_EQ(scenario().rules.radius, 1.2);
  type('s');
  EXPECT_EQ(scenario().rules.radius, 1.0);
}

TEST_F(Controls, MTakesAwayTheCursorThatItBrought) {
  open("book", 20);
  for (int k = 0; k < 3; ++k) type('m');
  EXPECT_FALSE(scenario().cursor);
  open("blog", 20);  // it has one
  for (int k = 0; k < 3; ++k) type('m');
  EXPECT_TRUE(scenario().cursor);
}

TEST_F(Controls, KeysOfTheWindow) {
  open("book", 20);
  type(' ');
  EXPECT_TRUE(settings.paused);
  type(' ');
  EXPECT_FALSE(settings.paused);
  type('n');
  type('n');
  EXPECT_TRUE(settings.paused);
  EXPECT_EQ(asked<command::SingleStep>(), 2);
  type('+');
  EXPECT_EQ(settings.look.steps_per_second, 120.0);
  type('-');
  type('-');
  EXPECT_EQ(settings.look.steps_per_second, 30.0);
  for (int k = 0; k < 40; ++k) type('-');
  EXPECT_EQ(settings.look.steps_per_second, kPace.low);
  type('h');
  EXPECT_FALSE(settings.show_text);
  type('h');
  EXPECT_TRUE(settings.show_panel && settings.show_text);
  settings.show_panel = false;
  settings.panel_waits = true;  // the window has become narrow
  type('h');
  EXPECT_TRUE(settings.show_panel && settings.show_text);
  type('h');
  EXPECT_TRUE(!settings.show_panel && settings.show_text);
  type('h');
  EXPECT_FALSE(settings.show_text);
  type('?');
  EXPECT_TRUE(settings.show_help);
  key(Key::kF1);
  EXPECT_FALSE(settings.show_help);
  key(Key::kF1);
  key(Key::kEscape);
  EXPECT_FALSE(settings.show_help);
  EXPECT_EQ(asked<command::Quit>(), 0) << "closes the list alone";
  key(Key::kF12);
  EXPECT_EQ(asked<command::Save>(), 1);
  EXPECT_EQ(asked<command::Quit>(), 0);
  key(Key::kEscape);
  EXPECT_EQ(asked<command::Quit>(), 0) << "where nothing is open it does nothing";
  type('q');
  EXPECT_EQ(asked<command::Quit>(), 1);
  EXPECT_TRUE(events().empty());
}

// What the panel allows, the keys keep.
TEST_F(Controls, FasterIsNeverSlowerAtAnyPace) {
  open("book", 20);
  for (double pace = kPace.low; pace <= kPace.high; pace *= 1.7) {
    settings.look.steps_per_second = pace;
    type('+');
    EXPECT_GE(settings.look.steps_per_second, pace);
    settings.look.steps_per_second = pace;
    type('-');
    EXPECT_LE(settings.look.steps_per_second, pace);
  }
}

TEST_F(Controls, AGustIsAnEventThatEnds) {
  open("book", 20);
  type('w');
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].kind, EventKind::kGust);
  EXPECT_EQ(events()[0].steps, 30);
  EXPECT_EQ(events()[0].strength, 0.1);  // 5 % of the book's maximum speed
  EXPECT_FALSE(notices.text().empty());
}

TEST_F(Controls, AStartleIsAnEventThatEnds) {
  open("book", 20);
  type('t');
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].kind, EventKind::kStartle);
  EXPECT_EQ(events()[0].steps, 60);
}

TEST_F(Controls, BackendAndFrameLogAreAskedFor) {
  open("book", 20);
  type('c');
  EXPECT_EQ(asked<command::NextBackend>(), 1);
  type('l');
  EXPECT_EQ(asked<command::ToggleFrameLog>(), 1);
  EXPECT_TRUE(events().empty());
}

TEST_F(Controls, RestartIsAnEvent) {
  open("book", 20);
  flock->steps(1);
  type('r');
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].kind, EventKind::kRestart);
  EXPECT_EQ(events()[0].step, 1);
}

TEST_F(Controls, NextPresetGoesRoundWithTheNumberOfEach) {
  open("murmuration", 60);
  std::vector<std::string> names;  // the most beautiful first, as in the gallery
  for (const GalleryEntry& entry : gallery_entries())
    if (entry.preset) names.push_back(entry.name);
  EXPECT_EQ(names.size(), preset_names().size());
  std::ranges::rotate(names, std::ranges::find(names, "murmuration"));
  for (size_t k = 1; k <= names.size(); ++k) {
    type('p');
    const std::string& name = names[k % names.size()];
    EXPECT_EQ(scenario().preset, name);
    const int64_t own = ScenarioSource::from_preset(name).scenario().boids;
    EXPECT_EQ(simulation().count(), name == "murmuration" ? 60 : own);
    EXPECT_NE(notices.text().find(" boids: "), std::string::npos) << notices.text();
  }
}

TEST_F(Controls, AControlOfTheOverlayKeepsWhatIsMeantForIt) {
  open("book", 20);
  controls->handle({.kind = InputEvent::Kind::kPress, .x = 500, .y = 400}, true);
  controls->handle({.kind = InputEvent::Kind::kCharacter, .character = ' '}, true);
  EXPECT_TRUE(events().empty());
  EXPECT_FALSE(settings.paused);
}

/// 5000 boids at a radius that makes all of them neighbours.
TEST_F(Controls, ADearValueIsAskedForFirst) {
  open("murmuration", 5000);
  cost = {.step_ms = 4.0, .neighbours = 20.0};
  settle();  // the next frame
  const Event dear{.kind = EventKind::kSet, .key = "rules.radius", .value = "5000.0"};
  EXPECT_FALSE(controls->changes().post(dear));
  EXPECT_TRUE(events().empty());
  ASSERT_TRUE(notices.question());
  EXPECT_NE(notices.question()->text.find("times slower: about"), std::string::npos)
      << notices.question()->text;
  key(Key::kEscape);
  EXPECT_FALSE(notices.question());
  EXPECT_EQ(asked<command::Quit>(), 0) << "Esc answers, it does not quit";
  EXPECT_TRUE(events().empty());
  controls->changes().post(dear);
  key(Key::kEnter);
  ASSERT_TRUE(notices.question()) << "nobody has seen it yet";
  EXPECT_TRUE(events().empty());
  notices.question()->shown = true;  // as the loop does with each picture
  key(Key::kEnter);
  EXPECT_FALSE(notices.question());
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(scenario().rules.radius, 5000.0);
  key(Key::kEnter);  // nothing is asked
  EXPECT_EQ(events().size(), 1u);
}

TEST_F(Controls, RestartFillsAnEmptiedFlock) {
  open("book", 20);
  controls->changes().post({.kind = EventKind::kRemove, .count = 20});
  EXPECT_EQ(simulation().count(), 0);
  type('r');
  EXPECT_EQ(simulation().count(), 20);
  controls->changes().post({.kind = EventKind::kRemove, .count = 5});
  type('r');
  EXPECT_EQ(simulation().count(), 15) << "those that are there";
}

TEST(Notice, AFaultStaysUntilTheFlockFliesOn) {
  Notices notices;
  notices.say_until_step("boid 0 is not finite");
  notices.begin(1.0);
  EXPECT_FALSE(notices.over(1e9));
  notices.stepped();
  EXPECT_EQ(notices.text(), "");
  EXPECT_EQ(notices.failure(), "");
  notices.fail("the disk is full");
  notices.stepped();
  EXPECT_EQ(notices.text(), "the disk is full");
}

TEST(Notice, AFailureStaysUntilItIsClosed) {
  Notices notices;
  notices.fail("the disk is full");
  EXPECT_TRUE(notices.begin(1.0));
  EXPECT_FALSE(notices.over(1e9));
  notices.say("radius 50");  // another sentence is shown for its time
  notices.begin(10.0);
  EXPECT_TRUE(notices.over(20.0));
  notices.end(20.0);
  EXPECT_EQ(notices.text(), "the disk is full");
  EXPECT_TRUE(notices.begin(20.0));
  EXPECT_FALSE(notices.over(1e9));
  EXPECT_TRUE(notices.close());
  EXPECT_EQ(notices.text(), "");
  EXPECT_FALSE(notices.close());
  EXPECT_EQ(notices.failure(), "the disk is full") << "of the exit code";
}

/// A stroke means one thing, and each button of the panel has a key.
TEST(Keys, NoneIsThereTwice) {
  std::vector<InputEvent> strokes;
  for (uint32_t character = 1; character < 128; ++character) {
    strokes.push_back({.kind = InputEvent::Kind::kCharacter, .character = character});
    strokes.push_back({.kind = InputEvent::Kind::kKey, .control = true, .character = character});
  }
  for (int key = 1; key <= static_cast<int>(Key::kF12); ++key)
    strokes.push_back({.kind = InputEvent::Kind::kKey, .key = static_cast<Key>(key)});
  int used = 0;
  for (const InputEvent& stroke : strokes) {
    const auto uses =
        std::ranges::count_if(KeyActions::all(), [&](const KeyUse& use) { return use.stroke.is(stroke); });
    EXPECT_LE(uses, 1) << stroke.character << " " << static_cast<int>(stroke.key);
    used += static_cast<int>(uses);
  }
  EXPECT_GT(used, 50);
}

TEST(Keys, TheDocumentHasEachOfThem) {
  std::ifstream file(MURMUR_SOURCE_DIR "/docs/window.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  ASSERT_GT(KeyActions::help().size(), 25u);
  for (const HelpRow& row : KeyActions::help()) {
    const std::string line = "| " + row.keys + " | " + row.meaning + " |";
    EXPECT_NE(page.find(line), std::string::npos) << "docs/window.md: add\n" << line;
  }
}

}  // namespace
}  // namespace murmur
