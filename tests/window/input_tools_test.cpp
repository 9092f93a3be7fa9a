// What the buttons of the mouse do in the picture with each tool, as events of the simulation.
#include <cmath>
#include <set>
#include <utility>

#include "support/user_controls.h"

namespace murmur {
namespace {

class Tools : public UserControls {
 protected:
  /// Radius and push of the cursor while the tool of this key is held in the picture.
  std::pair<double, double> held(char tool) {
    type(static_cast<char32_t>(tool));
    const double reach = controls->tools().reach();
    mouse(InputEvent::Kind::kPress, 500, 400);
    EXPECT_NEAR(scenario().cursor->radius, reach, 1e-3 * reach) << "the ring is where it acts";
    mouse(InputEvent::Kind::kRelease, 500, 400);
    return {scenario().cursor->radius, scenario().cursor->push};
  }
};

TEST_F(Tools, LeftClickAddsOneBoidWhereItPoints) {
  open("book", 20);
  click(500, 400, MouseButton::kLeft);
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].kind, EventKind::kAdd);
  EXPECT_EQ(events()[0].count, 1);
  EXPECT_EQ(events()[0].at, (std::vector<double>{320, 240}));
  EXPECT_EQ(simulation().count(), 21);
  const State<float> state = simulation().state();
  EXPECT_EQ(state.position[40], 320.0f);
  EXPECT_EQ(state.position[41], 240.0f);
}

TEST_F(Tools, DragPaintsAtEvenIntervalsUntilReleased) {
  open("book", 20);
  mouse(InputEvent::Kind::kPress, 400, 400);
  mouse(InputEvent::Kind::kMove, 407, 400);
  EXPECT_EQ(events().size(), 1u);
  mouse(InputEvent::Kind::kMove, 436, 400);
  ASSERT_EQ(events().size(), 4u);
  for (size_t k = 0; k < 4; ++k)
    EXPECT_EQ(events()[k].at, camera->place_at(400 + 12.0 * static_cast<double>(k), 400));
  mouse(InputEvent::Kind::kRelease, 436, 400);
  mouse(InputEvent::Kind::kMove, 600, 400);
  EXPECT_EQ(events().size(), 4u);
}

TEST_F(Tools, TheMurmurationHasALargerBrushAndANearerScatter) {
  open("murmuration", 2000);
  const double cloud = controls->changes().cloud_radius(100);
  click(500, 400, MouseButton::kLeft);
  click(500, 400, MouseButton::kRight);
  ASSERT_EQ(events().size(), 2u);
  EXPECT_EQ(events()[0].count, 100);
  ASSERT_TRUE(events()[0].radius.has_value()) << "a cloud, not one place";
  EXPECT_EQ(*events()[0].radius, cloud);
  EXPECT_EQ(simulation().count(), 2100);
  EXPECT_EQ(events()[1].kind, EventKind::kScatter);
  EXPECT_EQ(events()[1].radius, 664.670166015625) << "a quarter of the world, which is less than 13 R";
  EXPECT_EQ(events()[1].strength, 0.1);
}

TEST_F(Tools, RightClickScattersAllBoidsOfASeedPreset) {
  open("book", 20);
  const State<float> before = simulation().state();
  click(250, 300, MouseButton::kRight);
  ASSERT_EQ(events().size(), 1u);
  EXPECT_FALSE(events()[0].radius.has_value());
  const State<float> after = simulation().state();
  const std::vector<double> at = camera->place_at(250, 300);
  for (size_t k = 0; k < 40; ++k) {
    const double expected = double{before.velocity[k]} + 0.1 * (double{before.position[k]} - at[k % 2]);
    EXPECT_NEAR(after.velocity[k], expected, 1e-4) << k;
  }
}

TEST_F(Tools, AScatterIsSeenWhereBoidsFlyManyRadiiInAUnitOfTime) {
  open("starlings", 20);
  click(500, 400, MouseButton::kRight);
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].radius, 40.0) << "all of a flock opens";
  EXPECT_NEAR(events()[0].strength, 16.0 / 40.0, 0.01) << "more would leave pieces";
}

TEST_F(Tools, PointerAndPredatorTurnBirdsWhoseRulesAddAccelerations) {
  open("starlings", 20);
  type('4');
  mouse(InputEvent::Kind::kPress, 500, 400);
  EXPECT_EQ(scenario().cursor->radius, 24.0) << "three radii: else all of the flock is within";
  EXPECT_EQ(scenario().cursor->push, 50.0);
  mouse(InputEvent::Kind::kRelease, 500, 400);
  type('6');
  EXPECT_EQ(controls->tools().reach(), 16.0);
  click(500, 400, MouseButton::kLeft);
  ASSERT_EQ(scenario().predators.size(), 1u);
  EXPECT_EQ(scenario().predators[0].flee_radius, 16.0);
  EXPECT_EQ(scenario().predators[0].flee_push, 30.0);
  EXPECT_EQ(scenario().predators[0].notice, 288.0);
}

TEST_F(Tools, AHeldCursorStaysUnderThePointerWhileTheCameraMoves) {
  open("starlings", 20);
  type('3');
  mouse(InputEvent::Kind::kPress, 500, 400);
  controls->end_input();
  const size_t before = events().size();
  controls->end_input();
  EXPECT_EQ(events().size(), before);
  camera->look_at({200.0, 100.0, 60.0});
  controls->end_input();
  ASSERT_EQ(events().size(), before + 1);
  EXPECT_EQ(scenario().cursor->at, camera->place_at(500, 400));
}

TEST_F(Tools, InThreeDimensionsAClickAddsAHundredthOfTheFlock) {
  open("starlings", 1000);
  type('1');
  click(500, 400, MouseButton::kLeft);
  EXPECT_EQ(simulation().count(), 1010);
}

TEST_F(Tools, ThePresetsOwnPushIsThePointers) {
  open("blog", 20);
  type('m');
  EXPECT_EQ(scenario().cursor->push, 0.5);
  EXPECT_EQ(scenario().cursor->mode, CursorMode::kFlee);
}

TEST_F(Tools, TheFlocksCursorFollowsThePointerOncePerFrame) {
  open("book", 20);
  mouse(InputEvent::Kind::kMove, 500, 400);
  controls->end_input();
  EXPECT_TRUE(events().empty());  // no cursor yet
  type('m');
  controls->end_input();
  ASSERT_EQ(events().size(), 2u);
  ASSERT_TRUE(scenario().cursor.has_value());
  EXPECT_EQ(scenario().cursor->mode, CursorMode::kFlee);
  EXPECT_EQ(scenario().cursor->at, (std::vector<double>{320, 240}));
  controls->end_input();  // it has not moved
  EXPECT_EQ(events().size(), 2u);
  for (const double x : {510.0, 520.0, 530.0}) mouse(InputEvent::Kind::kMove, x, 400);
  controls->end_input();
  ASSERT_EQ(events().size(), 3u);
  EXPECT_EQ(events()[2].key, "cursor.at");
  EXPECT_EQ(scenario().cursor->at, camera->place_at(530, 400));
  controls->handle({.kind = InputEvent::Kind::kMove, .x = 900, .y = 10}, true);  // over the panel
  controls->end_input();
  EXPECT_EQ(events().size(), 3u);
}

TEST_F(Tools, CursorModesGoRound) {
  open("book", 20);
  const auto mode = [&] { return scenario().cursor->mode; };
  type('m');
  EXPECT_EQ(mode(), CursorMode::kFlee);
  type('m');
  EXPECT_EQ(mode(), CursorMode::kAttract);
  type('m');
  EXPECT_FALSE(scenario().cursor) << "as before the first";
  mouse(InputEvent::Kind::kMove, 500, 300);
  controls->end_input();
  EXPECT_EQ(events().size(), 3u);
}

TEST_F(Tools, AttractAndFleeReachAQuarterOfTheHeightTimesTheBrush) {
  open("book", 20);
  const auto hold = [&](char tool) { return held(tool).first; };
  EXPECT_DOUBLE_EQ(hold('3'), 120.0);
  EXPECT_DOUBLE_EQ(scenario().cursor->push, 0.5);
  EXPECT_DOUBLE_EQ(hold('4'), 120.0);
  settings.brush = 2.0;
  EXPECT_DOUBLE_EQ(hold('3'), 240.0);
  EXPECT_DOUBLE_EQ(hold('3'), 240.0) << "not twice as far each time";
  settings.brush = 0.5;
  EXPECT_DOUBLE_EQ(hold('4'), 60.0);
  controls->changes().set("cursor.radius", 90.0);  // in the panel
  settle();
  EXPECT_DOUBLE_EQ(hold('4'), 45.0);
  EXPECT_DOUBLE_EQ(hold('4'), 45.0);
}

TEST_F(Tools, AttractPullsASolidFlockFromFarAwayAndWeakly) {
  open("starlings", 20);
  EXPECT_EQ(held('4'), std::pair(24.0, 50.0));
  EXPECT_EQ(held('3'), std::pair(192.0, 6.0));
  EXPECT_EQ(held('4'), std::pair(24.0, 50.0)) << "not from the reach of attract";
  settings.brush = 0.5;
  EXPECT_EQ(held('3'), std::pair(96.0, 6.0));
  EXPECT_EQ(notices.text(), "hold the button down: boids come to the pointer")
      << "a short press shows nothing";
}

TEST_F(Tools, ToolsPlaceAndDragThings) {
  open("book", 20);
  type('5');
  mouse(InputEvent::Kind::kPress, 500, 400);
  ASSERT_EQ(scenario().obstacles.size(), 1u);
  mouse(InputEvent::Kind::kMove, 520, 400);
  mouse(InputEvent::Kind::kMove, 600, 400);
  controls->end_input();
  EXPECT_EQ(events().size(), 2u) << "one event a frame";
  EXPECT_EQ(scenario().obstacles[0].at, camera->place_at(600, 400));
  mouse(InputEvent::Kind::kRelease, 600, 400);
  click(600, 400, MouseButton::kLeft);
  EXPECT_EQ(scenario().obstacles.size(), 1u) << "the one that is there";
  click(300, 300, MouseButton::kLeft);
  EXPECT_EQ(scenario().obstacles.size(), 2u);

  type('7');
  click(500, 300, MouseButton::kLeft);
  ASSERT_TRUE(scenario().goal);
  EXPECT_EQ(scenario().goal->path, (std::vector<std::vector<double>>{camera->place_at(500, 300)}));
  type('6');
  click(500, 300, MouseButton::kLeft);
  EXPECT_EQ(scenario().predators.size(), 1u);

  type('3');
  mouse(InputEvent::Kind::kPress, 500, 400);
  controls->end_input();
  EXPECT_EQ(scenario().cursor->mode, CursorMode::kAttract);
  EXPECT_EQ(scenario().cursor->at, camera->place_at(500, 400));
  flock->steps(5);
  controls->changes().begin_frame({.frame = 1000, .time = 60.0}, cost);  // a button may be held for long
  mouse(InputEvent::Kind::kRelease, 500, 400);
  EXPECT_EQ(scenario().cursor->mode, CursorMode::kNone);
  flock->run.undo(1);  // one act until the release
  EXPECT_FALSE(scenario().cursor);
  type('8');
  click(500, 400, MouseButton::kLeft);
  EXPECT_EQ(simulation().count(), 20);
}

TEST_F(Tools, ARightClickOnAThingRemovesItAndElsewhereScatters) {
  for (const char* preset : {"book", "cis565"}) {
    open(preset, 2000);
    for (const char32_t tool : {'5', '6', '7'}) {
      type(tool);
      click(300.0 + 100.0 * static_cast<double>(tool - '5'), 400, MouseButton::kLeft);
    }
    ASSERT_EQ(scenario().obstacles.size() + scenario().predators.size(), 2u);
    ASSERT_TRUE(scenario().goal);
    click(402, 398, MouseButton::kRight);
    EXPECT_TRUE(scenario().predators.empty());
    click(301, 400, MouseButton::kRight);
    EXPECT_TRUE(scenario().obstacles.empty());
    click(500, 400, MouseButton::kRight);
    EXPECT_FALSE(scenario().goal);
    EXPECT_EQ(events().back().kind, EventKind::kSet);
    click(500, 400, MouseButton::kRight);
    EXPECT_EQ(events().back().kind, EventKind::kScatter);
    type('6');
    click(400, 400, MouseButton::kLeft);
    click(500, 300, MouseButton::kRight);
    EXPECT_EQ(scenario().predators.size(), 1u) << "it is elsewhere";
    EXPECT_EQ(events().back().kind, EventKind::kScatter);
  }
}

TEST_F(Tools, AScatterWhereNoBoidIsSaysSo) {
  open("starlings", 300);
  const auto at = [&](std::vector<double> place) { return *camera->pixel_of(place); };
  settings.brush = 0.4;
  const auto flock_at = at({124, 144, 48}), sky = at({124, 280, 48}), beside = at({124, 182, 48});
  click(sky[0], sky[1], MouseButton::kRight);
  EXPECT_TRUE(events().empty());
  EXPECT_EQ(notices.text(), "no boid is there: click into the flock");
  click(flock_at[0], flock_at[1], MouseButton::kRight);
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].kind, EventKind::kScatter);
  EXPECT_EQ(events()[0].at, camera->place_at(flock_at[0], flock_at[1]));
  click(beside[0], beside[1], MouseButton::kRight);
  ASSERT_EQ(events().size(), 2u);
  EXPECT_LT(events()[1].at[1], 165) << "the boids next to it";
}

TEST_F(Tools, StrengthIsOfScatterAndOfThePointer) {
  open("book", 20);
  settings.strength = 2.0;
  click(500, 400, MouseButton::kRight);
  EXPECT_DOUBLE_EQ(events().back().strength, 0.2);
  const auto hold = [&] {
    type('3');
    mouse(InputEvent::Kind::kPress, 500, 400);
    mouse(InputEvent::Kind::kRelease, 500, 400);
    return scenario().cursor->push;
  };
  EXPECT_DOUBLE_EQ(hold(), 1.0);
  EXPECT_DOUBLE_EQ(hold(), 1.0) << "not twice as strong each time";
  settings.strength = 1.0;
  EXPECT_DOUBLE_EQ(hold(), 0.5);
  controls->changes().set("cursor.push", 0.3);  // in the panel
  settle();
  EXPECT_DOUBLE_EQ(hold(), 0.3);
}

TEST_F(Tools, TheRingOfAnObstacleIsWhatAClickPlaces) {
  open("book", 20);
  type('5');
  mouse(InputEvent::Kind::kMove, 500, 400);
  const double ring = controls->tools().reach();
  click(500, 400, MouseButton::kLeft);
  EXPECT_EQ(scenario().obstacles.at(0).radius, ring);
  EXPECT_EQ(controls->tools().reach(), 0.0) << "a click would move the one that is there";
}

/// R is a third of the world there.
TEST_F(Tools, AnObstacleIsSmallBesideItsWorld) {
  for (const char* const preset : {"couzin-torus", "vicsek"}) {
    open(preset, 20);
    type('5');
    click(500, 400, MouseButton::kLeft);
    EXPECT_LT(scenario().obstacles.at(0).radius, 0.15 * scenario().world.size[0]) << preset;
    EXPECT_GT(scenario().obstacles.at(0).radius, 0.05 * scenario().world.size[0]) << preset;
  }
}

TEST_F(Tools, ALargerBrushCoversItsRing) {
  open("book", 20);
  EXPECT_EQ(controls->tools().reach(), 0.0);
  for (int k = 0; k < 6; ++k)
    controls->handle({.kind = InputEvent::Kind::kScroll, .x = 500, .y = 400, .control = true, .scroll = 1.0});
  EXPECT_GT(settings.brush, 2.5);
  click(500, 400, MouseButton::kLeft);
  const int64_t more = std::lround(settings.brush * settings.brush);
  EXPECT_EQ(simulation().count(), 20 + more);
  EXPECT_EQ(notices.text(), boids_text(more) + "; Ctrl + Z takes them off");
  ASSERT_EQ(events().size(), 1u) << "one cloud";
  EXPECT_EQ(events()[0].at, camera->place_at(500, 400));
  EXPECT_GT(controls->tools().reach(), 0.0);
  const State<float> state = simulation().state();
  std::set<std::pair<float, float>> places;
  for (size_t i = 40; i < state.position.size(); i += 2) {
    const double x = double{state.position[i]}, y = double{state.position[i + 1]};
    EXPECT_LE(std::hypot(x - events()[0].at[0], y - events()[0].at[1]), *events()[0].radius + 1e-3);
    places.insert({state.position[i], state.position[i + 1]});
  }
  EXPECT_EQ(places.size(), static_cast<size_t>(simulation().count()) - 20) << "not on one place";
}

// A cloud is as dense as the flock: four times as many boids have twice the radius.
TEST_F(Tools, AddedCloudsHaveTheFlocksDensity) {
  open("murmuration", 2000);
  cost.neighbours = 49.0;
  settle();  // the next frame
  EXPECT_NEAR(controls->changes().cloud_radius(50), 75.0, 1e-9);
  EXPECT_NEAR(controls->changes().cloud_radius(200), 150.0, 1e-9);
  cost.neighbours = 199.0;
  settle();  // the next frame
  EXPECT_NEAR(controls->changes().cloud_radius(200), 75.0, 1e-9);
  EXPECT_LE(controls->changes().cloud_radius(100000000), 0.5 * scenario().world.size[0]);
}

TEST_F(Tools, AClickOutsideTheWorldIsRefusedInAShortSentence) {
  open("book", 20);
  for (const auto& place : std::vector<std::vector<double>>{{-1, 240}, {641, 240}, {320, -1}, {320, 481}}) {
    const auto at = *camera->pixel_of(place);
    for (const char32_t tool : {'1', '2', '3', '4', '5', '6', '7', '9'}) {
      type(tool);
      for (const MouseButton button : {MouseButton::kLeft, MouseButton::kRight}) {
        notices.say("");
        click(at[0], at[1], button);
        EXPECT_EQ(notices.text(), "that is outside the world of this flock; F shows all of it")
            << static_cast<char>(tool) << " at " << place[0] << ", " << place[1];
      }
    }
  }
  EXPECT_TRUE(events().empty());
  EXPECT_EQ(simulation().count(), 20);
}

TEST_F(Tools, AnOpenWorldTakesAClickAnywhere) {
  open("starlings", 20);
  const auto at = *camera->pixel_of({-30.0, 150.0, 48.0});
  for (const char32_t tool : {'1', '3', '4', '5', '6', '7'}) {
    type(tool);
    click(at[0], at[1], MouseButton::kLeft);
    EXPECT_EQ(notices.text().find("outside"), std::string::npos) << static_cast<char>(tool) << notices.text();
  }
  EXPECT_EQ(scenario().obstacles.size(), 1u);
  EXPECT_GT(simulation().count(), 20);
}

}  // namespace
}  // namespace murmur
