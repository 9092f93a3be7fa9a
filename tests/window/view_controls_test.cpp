// Mouse and keys: what each does, as events of the simulation, moves of the camera and marks for the window.
#include "app/window/view_controls.h"
#include "sim/backends/reference/reference.h"
#include "sim/scenario/presets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace murmur {
namespace {

class Controls : public testing::Test {
 protected:
  void open(const std::string& preset, int64_t boids,
            std::vector<std::pair<std::string, std::string>> set = {}) {
    ScenarioOverrides overrides;
    overrides.boids = boids;
    overrides.set = std::move(set);
    simulation.emplace(ScenarioSource::from_preset(preset, overrides), make_reference_float());
    simulation->on_event = [this](const Event& event) { events.push_back(event); };
    camera.emplace(simulation->scenario().world.size);
    camera->resize(1000, 800);
    camera->fit();
    view = {};
    flight.emplace(*simulation);
    controls.emplace(*flight, *camera, view);
  }
  void type(char32_t character) {
    controls->handle({.kind = InputEvent::Kind::kCharacter, .character = character});
  }
  void key(Key key) { controls->handle({.kind = InputEvent::Kind::kKey, .key = key}); }
  void mouse(InputEvent::Kind kind, double x, double y, MouseButton button = MouseButton::kLeft,
             bool shift = false, bool control = false) {
    controls->handle({.kind = kind, .x = x, .y = y, .button = button, .shift = shift, .control = control});
  }
  void click(double x, double y, MouseButton button) {
    mouse(InputEvent::Kind::kPress, x, y, button);
    mouse(InputEvent::Kind::kRelease, x, y, button);
  }

  std::optional<Simulation<float>> simulation;
  std::optional<Flight> flight;
  std::optional<Camera> camera;
  ViewState view;
  std::optional<ViewControls> controls;
  std::vector<Event> events;
};

TEST_F(Controls, LeftClickAddsOneBoidWhereItPoints) {
  open("book", 20);
  click(500, 400, MouseButton::kLeft);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, EventKind::kAdd);
  EXPECT_EQ(events[0].count, 1);
  EXPECT_EQ(events[0].at, (std::vector<double>{320, 240}));
  EXPECT_EQ(simulation->count(), 21);
  const State<float> state = simulation->state();
  EXPECT_EQ(state.position[40], 320.0f);
  EXPECT_EQ(state.position[41], 240.0f);
}

TEST_F(Controls, DragPaintsAtEvenIntervalsUntilReleased) {
  open("book", 20);
  mouse(InputEvent::Kind::kPress, 400, 400);
  mouse(InputEvent::Kind::kMove, 407, 400);
  EXPECT_EQ(events.size(), 1u);
  mouse(InputEvent::Kind::kMove, 436, 400);
  ASSERT_EQ(events.size(), 4u);
  for (size_t k = 0; k < 4; ++k)
    EXPECT_EQ(events[k].at, camera->place_at(400 + 12.0 * static_cast<double>(k), 400));
  mouse(InputEvent::Kind::kRelease, 436, 400);
  mouse(InputEvent::Kind::kMove, 600, 400);
  EXPECT_EQ(events.size(), 4u);
}

TEST_F(Controls, TheMurmurationHasALargerBrushAndANearerScatter) {
  open("murmuration", 2000);
  const double cloud = controls->cloud_radius(100);
  click(500, 400, MouseButton::kLeft);
  click(500, 400, MouseButton::kRight);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].count, 100);
  ASSERT_TRUE(events[0].radius.has_value()) << "a cloud, not one place";
  EXPECT_EQ(*events[0].radius, cloud);
  EXPECT_EQ(simulation->count(), 2100);
  EXPECT_EQ(events[1].kind, EventKind::kScatter);
  EXPECT_EQ(events[1].radius, 13.0 * 75.0);
  EXPECT_EQ(events[1].strength, 0.1);
}

TEST_F(Controls, RightClickScattersAllBoidsOfASeedPreset) {
  open("book", 20);
  const State<float> before = simulation->state();
  click(250, 300, MouseButton::kRight);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_FALSE(events[0].radius.has_value());
  const State<float> after = simulation->state();
  const std::vector<double> at = camera->place_at(250, 300);
  for (size_t k = 0; k < 40; ++k) {
    const double expected = double{before.velocity[k]} + 0.1 * (double{before.position[k]} - at[k % 2]);
    EXPECT_NEAR(after.velocity[k], expected, 1e-4) << k;
  }
}

TEST_F(Controls, AClickOutsideTheWorldIsAMessageNotAnEvent) {
  open("ruby", 20);
  click(3, 3, MouseButton::kLeft);
  EXPECT_TRUE(events.empty());
  EXPECT_FALSE(view.message.empty());
  EXPECT_EQ(simulation->count(), 20);
}

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
  EXPECT_TRUE(events.empty());
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
  ASSERT_EQ(events.size(), 1u);
  for (const double c : events[0].at) EXPECT_NEAR(c, 100, 1e-9);
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
  EXPECT_EQ(simulation->scenario().rules.radius, 60.0);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[1].key, "rules.radius");
  EXPECT_EQ(events[1].value, "60.0");
  for (int k = 0; k < 7; ++k) type('s');
  EXPECT_EQ(simulation->scenario().rules.radius, 25.0);
  type('s');  // the separation radius shrinks too
  EXPECT_EQ(simulation->scenario().rules.radius, 20.0);
  EXPECT_EQ(simulation->scenario().rules.separation_radius, 20.0);
  for (int k = 0; k < 3; ++k) type('s');
  EXPECT_EQ(simulation->scenario().rules.separation_radius, 5.0);
  view.message.clear();
  type('s');
  EXPECT_EQ(simulation->scenario().rules.radius, 5.0);
  EXPECT_NE(view.message.find("radius"), std::string::npos) << view.message;
}

TEST_F(Controls, KeysOfTheWindow) {
  open("book", 20);
  type(' ');
  EXPECT_TRUE(view.paused);
  type(' ');
  EXPECT_FALSE(view.paused);
  type('n');
  type('n');
  EXPECT_TRUE(view.paused);
  EXPECT_EQ(view.single_steps, 2);
  type('+');
  EXPECT_EQ(view.steps_per_second, 120.0);
  type('-');
  type('-');
  EXPECT_EQ(view.steps_per_second, 30.0);
  for (int k = 0; k < 40; ++k) type('-');
  EXPECT_GT(view.steps_per_second, 0.5);
  type('h');
  EXPECT_FALSE(view.show_text);
  type('?');
  EXPECT_TRUE(view.show_help);
  key(Key::kF1);
  EXPECT_FALSE(view.show_help);
  key(Key::kF12);
  EXPECT_TRUE(view.screenshot);
  EXPECT_FALSE(view.quit);
  key(Key::kEscape);
  EXPECT_TRUE(view.quit);
  view.quit = false;
  type('q');
  EXPECT_TRUE(view.quit);
  EXPECT_TRUE(events.empty());
}

TEST_F(Controls, AGustIsAnEventThatEnds) {
  open("book", 20);
  type('w');
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, EventKind::kGust);
  EXPECT_EQ(events[0].steps, 30);
  EXPECT_EQ(events[0].strength, 0.1);  // 5 % of the book's maximum speed
  EXPECT_FALSE(view.message.empty());
}

TEST_F(Controls, AStartleIsAnEventThatEnds) {
  open("book", 20);
  type('t');
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, EventKind::kStartle);
  EXPECT_EQ(events[0].steps, 60);
}

TEST_F(Controls, ThePresetsOwnPushIsThePointers) {
  open("blog", 20);
  type('m');
  EXPECT_EQ(simulation->scenario().cursor->push, 0.5);
  EXPECT_EQ(simulation->scenario().cursor->mode, CursorMode::kFlee);
}

TEST_F(Controls, TheFlocksCursorFollowsThePointerOncePerFrame) {
  open("book", 20);
  mouse(InputEvent::Kind::kMove, 500, 400);
  controls->end_input();
  EXPECT_TRUE(events.empty());  // no cursor yet
  type('m');
  controls->end_input();
  ASSERT_EQ(events.size(), 2u);
  ASSERT_TRUE(simulation->scenario().cursor.has_value());
  EXPECT_EQ(simulation->scenario().cursor->mode, CursorMode::kFlee);
  EXPECT_EQ(simulation->scenario().cursor->at, (std::vector<double>{320, 240}));
  controls->end_input();  // it has not moved
  EXPECT_EQ(events.size(), 2u);
  for (const double x : {510.0, 520.0, 530.0}) mouse(InputEvent::Kind::kMove, x, 400);
  controls->end_input();
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[2].key, "cursor.at");
  EXPECT_EQ(simulation->scenario().cursor->at, camera->place_at(530, 400));
  controls->handle({.kind = InputEvent::Kind::kMove, .x = 900, .y = 10}, true);  // over the panel
  controls->end_input();
  EXPECT_EQ(events.size(), 3u);
}

TEST_F(Controls, CursorModesGoRound) {
  open("book", 20);
  const auto mode = [&] { return simulation->scenario().cursor->mode; };
  type('m');
  EXPECT_EQ(mode(), CursorMode::kFlee);
  type('m');
  EXPECT_EQ(mode(), CursorMode::kAttract);
  type('m');
  EXPECT_EQ(mode(), CursorMode::kNone);
  mouse(InputEvent::Kind::kMove, 500, 300);
  controls->end_input();
  EXPECT_EQ(events.size(), 3u);
}

TEST_F(Controls, BackendAndFrameLogAreAskedFor) {
  open("book", 20);
  type('c');
  EXPECT_TRUE(view.next_backend);
  type('l');
  EXPECT_TRUE(view.frame_log);
  EXPECT_TRUE(events.empty());
}

TEST_F(Controls, RestartIsAnEvent) {
  open("book", 20);
  simulation->advance();
  type('r');
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, EventKind::kRestart);
  EXPECT_EQ(events[0].step, 1);
}

TEST_F(Controls, NextPresetGoesRoundAndKeepsTheNumber) {
  open("murmuration", 60);
  const std::vector<std::string> names = preset_names();
  for (size_t k = 1; k <= names.size(); ++k) {
    type('p');
    EXPECT_EQ(simulation->scenario().preset, names[k % names.size()]);
    EXPECT_EQ(simulation->count(), 60);
  }
}

TEST_F(Controls, APresetTooSmallForTheFlockTakesItsOwnNumberAndGivesTheOldOneBack) {
  open("murmuration", 30000);
  simulation->on_event = nullptr;
  while (simulation->scenario().preset != "book") type('p');
  EXPECT_EQ(simulation->count(), 100) << view.message;
  EXPECT_NE(view.message.find("100 boids"), std::string::npos) << view.message;
  while (simulation->scenario().preset != "cis565") {
    view.message.clear();
    type('p');
  }
  EXPECT_EQ(simulation->count(), 30000);
}

TEST_F(Controls, AControlOfTheOverlayKeepsWhatIsMeantForIt) {
  open("book", 20);
  controls->handle({.kind = InputEvent::Kind::kPress, .x = 500, .y = 400}, true);
  controls->handle({.kind = InputEvent::Kind::kCharacter, .character = ' '}, true);
  EXPECT_TRUE(events.empty());
  EXPECT_FALSE(view.paused);
}

/// 5000 boids at a radius that makes all of them neighbours.
TEST_F(Controls, ADearValueIsAskedForFirst) {
  open("murmuration", 5000);
  view.cost = {.step_ms = 4.0, .neighbours = 20.0};
  const Event dear{.kind = EventKind::kSet, .key = "rules.radius", .value = "5000.0"};
  EXPECT_FALSE(controls->post(dear));
  EXPECT_TRUE(events.empty());
  ASSERT_TRUE(view.question);
  EXPECT_NE(view.question->text.find("times slower: about"), std::string::npos) << view.question->text;
  key(Key::kEscape);
  EXPECT_FALSE(view.question);
  EXPECT_FALSE(view.quit) << "Esc answers, it does not quit";
  EXPECT_TRUE(events.empty());
  controls->post(dear);
  key(Key::kEnter);
  ASSERT_TRUE(view.question) << "nobody has seen it yet";
  EXPECT_TRUE(events.empty());
  view.question->shown = true;  // as the loop does with each picture
  key(Key::kEnter);
  EXPECT_FALSE(view.question);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(simulation->scenario().rules.radius, 5000.0);
  key(Key::kEnter);  // nothing is asked
  EXPECT_EQ(events.size(), 1u);
}

TEST_F(Controls, RestartFillsAnEmptiedFlock) {
  open("book", 20);
  controls->post({.kind = EventKind::kRemove, .count = 20});
  EXPECT_EQ(simulation->count(), 0);
  type('r');
  EXPECT_EQ(simulation->count(), 20);
  controls->post({.kind = EventKind::kRemove, .count = 5});
  type('r');
  EXPECT_EQ(simulation->count(), 15) << "those that are there";
}

TEST_F(Controls, ToolsPlaceAndDragThings) {
  open("book", 20);
  type('5');
  mouse(InputEvent::Kind::kPress, 500, 400);
  ASSERT_EQ(simulation->scenario().obstacles.size(), 1u);
  mouse(InputEvent::Kind::kMove, 520, 400);
  mouse(InputEvent::Kind::kMove, 600, 400);
  controls->end_input();
  EXPECT_EQ(events.size(), 2u) << "one event a frame";
  EXPECT_EQ(simulation->scenario().obstacles[0].at, camera->place_at(600, 400));
  mouse(InputEvent::Kind::kRelease, 600, 400);
  click(600, 400, MouseButton::kLeft);
  EXPECT_EQ(simulation->scenario().obstacles.size(), 1u) << "the one that is there";
  click(300, 300, MouseButton::kLeft);
  EXPECT_EQ(simulation->scenario().obstacles.size(), 2u);

  type('7');
  click(500, 300, MouseButton::kLeft);
  ASSERT_TRUE(simulation->scenario().goal);
  EXPECT_EQ(simulation->scenario().goal->path,
            (std::vector<std::vector<double>>{camera->place_at(500, 300)}));
  type('6');
  click(500, 300, MouseButton::kLeft);
  EXPECT_EQ(simulation->scenario().predators.size(), 1u);

  type('3');
  mouse(InputEvent::Kind::kPress, 500, 400);
  controls->end_input();
  EXPECT_EQ(simulation->scenario().cursor->mode, CursorMode::kAttract);
  EXPECT_EQ(simulation->scenario().cursor->at, camera->place_at(500, 400));
  mouse(InputEvent::Kind::kRelease, 500, 400);
  EXPECT_EQ(simulation->scenario().cursor->mode, CursorMode::kNone);
  type('8');
  click(500, 400, MouseButton::kLeft);
  EXPECT_EQ(simulation->count(), 20);
}

TEST_F(Controls, ALargerBrushCoversItsRing) {
  open("book", 20);
  EXPECT_EQ(controls->reach(), 0.0);
  for (int k = 0; k < 6; ++k)
    controls->handle({.kind = InputEvent::Kind::kScroll, .x = 500, .y = 400, .control = true, .scroll = 1.0});
  EXPECT_GT(view.brush, 2.5);
  click(500, 400, MouseButton::kLeft);
  EXPECT_EQ(simulation->count(), 20 + std::lround(view.brush * view.brush));
  ASSERT_EQ(events.size(), 1u) << "one cloud";
  EXPECT_EQ(events[0].at, camera->place_at(500, 400));
  EXPECT_GT(controls->reach(), 0.0);
  const State<float> state = simulation->state();
  std::set<std::pair<float, float>> places;
  for (size_t i = 40; i < state.position.size(); i += 2) {
    const double x = double{state.position[i]}, y = double{state.position[i + 1]};
    EXPECT_LE(std::hypot(x - events[0].at[0], y - events[0].at[1]), *events[0].radius + 1e-3);
    places.insert({state.position[i], state.position[i + 1]});
  }
  EXPECT_EQ(places.size(), static_cast<size_t>(simulation->count()) - 20) << "not on one place";
}

// A cloud is as dense as the flock: four times as many boids have twice the radius.
TEST_F(Controls, AddedCloudsHaveTheFlocksDensity) {
  open("murmuration", 2000);
  view.cost.neighbours = 49.0;
  EXPECT_NEAR(controls->cloud_radius(50), 75.0, 1e-9);
  EXPECT_NEAR(controls->cloud_radius(200), 150.0, 1e-9);
  view.cost.neighbours = 199.0;
  EXPECT_NEAR(controls->cloud_radius(200), 75.0, 1e-9);
  EXPECT_LE(controls->cloud_radius(100000000), 0.5 * simulation->scenario().world.size[0]);
}

TEST_F(Controls, AClickOutsideTheWorldIsRefusedInAShortSentence) {
  open("book", 20);
  click(2, 2, MouseButton::kLeft);
  EXPECT_EQ(view.message, "that is outside the world");
  view.message.clear();
  click(2, 2, MouseButton::kRight);
  EXPECT_EQ(view.message, "that is outside the world");
  EXPECT_TRUE(events.empty());
}

}  // namespace
}  // namespace murmur
