// Looking at single boids: which one a click means, who its neighbours are, how the camera follows, and that
// the texts near the pointer stay few and apart.
#include "app/controls/boid_inspector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/controls/boids_in_view.h"
#include "sim/backends/reference/reference.h"
#include "support/flock_on.h"
#include "support/serial_device.h"
#include "support/watching.h"

namespace murmur {
namespace {

TEST_F(Watching, CtrlClickChoosesTheNearestAndPostsNothing) {
  for (const char* preset : {"murmuration", "cis565"}) {
    open(preset, 300);
    const uint64_t before = simulation().hash();
    for (const uint32_t id : {0u, 150u, 299u}) {
      const auto at = *camera->pixel_of(place_of(id));
      ctrl_click(at[0], at[1]);
      ASSERT_TRUE(settings.chosen) << preset << " " << id;
      const auto chosen = *camera->pixel_of(place_of(*settings.chosen));
      EXPECT_NEAR(std::hypot(chosen[0] - at[0], chosen[1] - at[1]), 0.0, 0.1);
    }
    EXPECT_EQ(simulation().hash(), before);
    EXPECT_EQ(simulation().count(), 300);
  }
}

TEST_F(Watching, NothingNearEscAndRemovalLetGo) {
  open("book", 20);
  const auto at = *camera->pixel_of(place_of(7));
  ctrl_click(at[0], at[1]);
  EXPECT_TRUE(settings.chosen);
  ctrl_click(20, 20);
  EXPECT_FALSE(settings.chosen);
  ctrl_click(at[0], at[1]);
  escape();
  EXPECT_FALSE(settings.chosen);
  EXPECT_EQ(asked<command::Quit>(), 0);

  settings.chosen = 19;
  flock->run.post({.kind = EventKind::kRemove, .count = 5}, {});
  look();
  EXPECT_FALSE(settings.chosen);
  EXPECT_NE(notices.text().find("19"), std::string::npos) << notices.text();
  settings.chosen = 14;  // others go, it stays
  flock->run.post({.kind = EventKind::kAdd, .at = {320, 240}, .count = 3}, {});
  look();
  EXPECT_EQ(settings.chosen, 14u);
  flock->run.post({.kind = EventKind::kRemove, .count = 100}, {});
  look();
  EXPECT_FALSE(settings.chosen);
}

TEST_F(Watching, TheCameraFollowsAlsoAcrossBorders) {
  for (const char* preset : {"murmuration", "cis565"}) {
    open(preset, 200);
    settings.chosen = 42;
    for (int frame = 0; frame < 120; ++frame) look();
    for (int step = 0; step < 600; ++step) {
      simulation().advance();
      look();
      const auto middle = camera->place_at(500, 400), place = place_of(42);
      for (size_t k = 0; k < place.size(); ++k) ASSERT_NEAR(middle[k], place[k], 1e-2) << step;
    }
  }
}

TEST_F(Watching, TheFollowedBoidHasAPathThatDoesNotCrossTheWorld) {
  open("murmuration", 200);
  settings.chosen = 42;
  const auto lines = [&] {
    size_t count = 0;
    for (const Mark& mark : watch.marks()) {
      if (mark.shape != static_cast<float>(MarkShape::kLine) || mark.pixels != 0.7f) continue;
      ++count;
      EXPECT_LT(std::hypot(mark.to[0] - mark.at[0], mark.to[1] - mark.at[1]), 10.0f);
    }
    return count;
  };
  look();
  EXPECT_EQ(lines(), 0u);
  for (int step = 0; step < 600; ++step) {
    simulation().advance();
    look();
    ASSERT_LE(lines(), 199u);
    if (step == 49) {
      EXPECT_GE(lines(), 45u);
    }
  }
  settings.chosen = 43;
  look();
  EXPECT_EQ(lines(), 0u) << "another boid has a path of its own";
}

/// The arrow of each rule is as long as what it adds, on one scale, and points there.
TEST_F(Watching, TheFollowedBoidHasAnArrowForEachRule) {
  for (const char* preset : {"book", "cis565", "starlings", "starlings-turn"}) {
    open(preset, 300);
    for (int step = 0; step < 20; ++step) simulation().advance();
    const State<float> state = simulation().state();
    const auto d = static_cast<size_t>(state.dimensions);
    auto reference = make_reference_float();
    configure(reference, simulation().scenario());
    reference->load(state);
    size_t shown = 0;
    for (uint32_t id = 0; id < 60; ++id) {
      settings.chosen = id;
      look();
      const RuleParts parts = *reference->read({.boid = id}).rule_parts;
      double longest = 0.0, scale = 0.0;
      const auto size = [](const std::array<float, 3>& part) {
        return double{std::hypot(part[0], part[1], part[2])};
      };
      for (const auto& part : parts) longest = std::max(longest, size(part));
      std::vector<const Mark*> arrows;
      for (const Mark& mark : watch.marks()) {
        if (mark.shape == static_cast<float>(MarkShape::kLine) && mark.pixels == 2.0f)
          arrows.push_back(&mark);
      }
      size_t arrow = 0;
      for (const auto& part : parts) {
        if (size(part) <= 2.1 / 90.0 * longest) continue;  // hardly longer than wide
        ASSERT_LT(arrow, arrows.size()) << preset << " boid " << id;
        const Mark& mark = *arrows[arrow++];
        std::array<float, 3> along{};
        for (size_t k = 0; k < 3; ++k) along[k] = mark.to[k] - mark.at[k];
        if (scale == 0.0) scale = size(along) / size(part);
        for (size_t k = 0; k < d; ++k)
          EXPECT_NEAR(double{along[k]}, scale * double{part[k]}, 2e-3 * scale * longest)
              << preset << " boid " << id;
      }
      shown += arrow;
    }
    EXPECT_GT(shown, 3u) << preset;
  }
}

TEST_F(Watching, FollowingBeginsWithoutAJump) {
  open("murmuration", 200);
  const auto before = camera->place_at(500, 400);
  settings.chosen = 3;
  look();
  const auto after = camera->place_at(500, 400);
  for (size_t k = 0; k < 2; ++k) EXPECT_NEAR(after[k], before[k], 1e-3);
}

TEST_F(Watching, ThePresetMayChangeDimensionsUnderIt) {
  open("murmuration", 50);
  settings.chosen = 3;
  settings.debug = true;
  look();
  controls->changes().post({.kind = EventKind::kPreset, .preset = "cis565"});
  camera->set_world(scenario().world.size);
  look();
  EXPECT_EQ(settings.chosen, 3u);
  for (const double c : camera->place_at(500, 400)) EXPECT_NEAR(c, 100, 1e-3);
}

/// By the words of the contract, in double, one boid against all.
size_t neighbours_by_hand(const State<float>& state, const Scenario& scenario, size_t i) {
  const auto d = static_cast<size_t>(state.dimensions);
  const double c = std::cos(scenario.rules.field_of_view * M_PI / 360.0);
  size_t count = 0;
  for (size_t j = 0; j < static_cast<size_t>(state.count()); ++j) {
    double square = 0, q = 0, speed = 0;
    for (size_t k = 0; k < d; ++k) {
      double t = double{state.position[j * d + k]} - double{state.position[i * d + k]};
      const double w = scenario.world.size[k];
      if (scenario.world.metric == Metric::kWrapped) t -= w * std::round(t / w);
      square += t * t;
      q += t * double{state.velocity[i * d + k]};
      speed += double{state.velocity[i * d + k]} * double{state.velocity[i * d + k]};
    }
    if (j == i || square >= scenario.rules.radius * scenario.rules.radius) continue;
    if (scenario.rules.field_of_view < 360 && speed > 0 && !(q > c * std::sqrt(square * speed))) continue;
    ++count;
  }
  return count;
}

TEST_F(Watching, NeighboursAreThoseOfTheRules) {
  for (const char* preset : {"murmuration", "benchmark-3d", "book"}) {
    open(preset, 400);
    for (int step = 0; step < 50; ++step) simulation().advance();
    const State<float> state = simulation().state();
    int64_t all = 0;
    for (uint32_t i = 0; i < 400; i += 7) {
      const int64_t neighbours = simulation().backend().read({.boid = i}).neighbour_count;
      EXPECT_EQ(static_cast<size_t>(neighbours), neighbours_by_hand(state, scenario(), i))
          << preset << " " << i;
      all += neighbours;
    }
    EXPECT_GT(all, 0) << preset;
  }
}

TEST_F(Watching, TheTextTellsWhatTheBoidDoes) {
  open("book", 1);
  simulation().post({.kind = EventKind::kRemove, .count = 1});
  flock->run.post({.kind = EventKind::kAdd, .at = {100, 200}, .velocity = std::vector<double>{0.6, -0.8}},
                  {});
  settings.chosen = 0;
  look();
  ASSERT_EQ(watch.labels().size(), 1u);
  EXPECT_EQ(
      watch.labels()[0].text,
      "boid 0\nposition [100.0, 200.0]\nvelocity [0.600, -0.800]\nspeed 1.000\nheading 307°\nneighbours 0\n"
      "the rules add in a step\nseparation (orange) 0\nalignment (green) 0.03\ncohesion (blue) 0");
  EXPECT_EQ(heading_text({0, 1, 1}), "90° up 45°");
  EXPECT_EQ(heading_text({-1, 0, -1}), "180° down 45°");
  EXPECT_EQ(heading_text({1, -1e-9}), "0°");
}

TEST_F(Watching, TheTextNamesTheSpecies) {
  for (const bool on_device : {false, true}) {
    UserControls::open("book", 2, {{"species", "[{ name = \"prey\", count = 1 }, { name = \"hunters\" }]"}},
                       on_device ? flock_on(std::make_shared<SerialDevice>()) : make_cpu({}));
    watch = {};
    for (const uint32_t id : {0u, 1u}) {
      settings.chosen = id;
      look();
      ASSERT_FALSE(watch.labels().empty());
      const std::string wanted =
          id == 0 ? "boid 0\nspecies prey\nposition" : "boid 1\nspecies hunters\nposition";
      EXPECT_EQ(watch.labels()[0].text.substr(0, wanted.size()), wanted) << on_device;
    }
  }
}

TEST_F(Watching, OfASmallFlockEveryBoidIsShown) {
  for (const int64_t boids : {0, 30, 2000}) {
    open("murmuration", boids);
    type('d');
    look();
    EXPECT_EQ(watch.marks().size(), 2 * static_cast<size_t>(boids)) << "a ring and a line of heading each";
    EXPECT_EQ(watch.labels().front().text, "R = 75");
    EXPECT_LE(watch.labels().size(), 2u) << "of the boid under the pointer alone";
  }
  open("murmuration", 30);
  type('d');
  const auto at = *camera->pixel_of(place_of(7));
  controls->handle({.kind = InputEvent::Kind::kMove, .x = at[0], .y = at[1]});
  look();
  EXPECT_EQ(watch.labels().size(), 2u) << "of the boid under the pointer";
  expect_apart();
}

TEST_F(Watching, NearThePointerAreFewTextsThatDoNotOverlap) {
  for (const int64_t boids : {3000, 200000}) {
    open("murmuration", boids);
    controls->handle({.kind = InputEvent::Kind::kMove, .x = 500, .y = 400});
    look();
    EXPECT_TRUE(watch.labels().empty());
    type('d');
    look();
    ASSERT_FALSE(watch.labels().empty());
    EXPECT_EQ(watch.labels()[0].text, "R = 75");
    EXPECT_LE(watch.labels().size(), 2u) << "of the boid under the pointer alone";
    EXPECT_LE(watch.marks().size(), 60u);
    expect_apart();
    type('D');
    look();
    EXPECT_TRUE(watch.labels().empty() && watch.marks().empty());
  }
}

TEST_F(Watching, BoidsNearAreTheNearestInThePicture) {
  open("cis565", 2000);
  std::vector<float> instances(2000 * 6);
  simulation().backend().write_instances(instances.data());
  const auto near = boids_in_picture(instances, *camera, 480, 390, 20);
  ASSERT_EQ(near.size(), 20u);
  size_t nearer = 0;
  for (size_t i = 0; i < 2000; ++i) {
    const auto at = camera->pixel_of({instances[6 * i], instances[6 * i + 1], instances[6 * i + 2]});
    nearer += at && std::hypot((*at)[0] - 480, (*at)[1] - 390) < near.back().away - 0.01;
  }
  EXPECT_NEAR(static_cast<double>(nearer), 19, 1);
  for (size_t k = 1; k < near.size(); ++k) EXPECT_GE(near[k].away, near[k - 1].away);
}

TEST_F(Watching, ACameraThatFollowsABirdComesNearAndGoesBack) {
  open("starlings", 300);
  settings.look.scene = Surroundings::kDusk;
  look();
  const double before = camera->pixels_per_unit();
  settings.chosen = 7;
  for (int frame = 0; frame < 300; ++frame) look();
  EXPECT_NEAR(camera->pixels_per_unit() / before, 1.0 / 0.45, 0.05);
  const auto at = *camera->pixel_of(place_of(7));
  EXPECT_NEAR(at[0], 0.5 * camera->width(), 1.0);
  EXPECT_TRUE(watch.labels().at(0).text.starts_with("bird 7\n")) << watch.labels().at(0).text;
  settings.chosen = 8;  // another bird is seen from where the camera is
  for (int frame = 0; frame < 300; ++frame) look();
  EXPECT_NEAR(camera->pixels_per_unit() / before, 1.0 / 0.45, 0.05);
  escape();
  look();
  EXPECT_NEAR(camera->pixels_per_unit(), before, 1e-9);
  EXPECT_EQ(notices.text(), "the camera no longer follows");
}

TEST_F(Watching, PredatorsAmongBirdsHaveTheirNameWhileTheirToolIsChosen) {
  open("starlings", 300, {{"predator", "[{}, {}]"}});
  settings.look.scene = Surroundings::kDusk;
  settings.tool = Tool::kPredator;
  look();
  ASSERT_FALSE(watch.labels().empty());
  EXPECT_EQ(watch.labels()[0].text, "predator");
  State<float> predators;
  flock->run.borrow()->simulation().backend().pick({}, predators);
  const auto at =
      *camera->pixel_of({predators.predator_position.begin(), predators.predator_position.begin() + 3});
  EXPECT_NEAR(double{watch.labels()[0].x}, at[0], 80.0);
  EXPECT_NEAR(double{watch.labels()[0].y}, at[1], 30.0);
  settings.tool = Tool::kAttract;
  look();
  EXPECT_TRUE(watch.labels().empty());
  settings.tool = Tool::kPredator;
  settings.look.scene = Surroundings::kPlain;
  look();
  EXPECT_TRUE(watch.labels().empty()) << "red darts need no name";
}

}  // namespace
}  // namespace murmur
