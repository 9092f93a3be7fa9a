// Birds at dusk and by day: the light that passes them does not depend on their order and is that of a plain computation in
// double precision; wings beat and glide; streaks; shadows; the number of calls; pictures repeat byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

#include "render/gl/render_target.h"
#include "render/scene/boid_look.h"
#include "render/scene/scene.h"
#include "support/by_opengl.h"
#include "support/scene_test.h"
#include "support/still_flock.h"

namespace murmur {
namespace {

constexpr int kWidth = 320, kHeight = 240;
using Boid = std::array<float, 6>;  // position, velocity

class Birds : public SceneTest<testing::Test> {
 protected:
  Birds() {
    scenario.world.size = {100, 100, 100};
    scenario.rules.separation_radius = 2;
    settings.look.scene = Surroundings::kDusk;
  }

  Image draw(const std::vector<Boid>& flock, std::vector<uint32_t> ids = {}) {
    std::vector<float> instances;
    for (const Boid& boid : flock) {
      if (scenario.dimensions() == 3) {
        instances.insert(instances.end(), boid.begin(), boid.end());
      } else {
        instances.insert(instances.end(), {boid[0], boid[1], boid[3], boid[4]});
      }
    }
    RenderTarget target(kWidth, kHeight, 4);
    camera = Camera(scenario.world.size);
    camera.set_scene(settings.look.scene);
    camera.resize(kWidth, kHeight);
    camera.fit();
    if (elevation) camera.look_from(-0.9, *elevation);
    StillFlock still(scenario.dimensions(), instances);
    still.set_ids(std::move(ids));
    if (predator) {
      const auto d = static_cast<size_t>(scenario.dimensions());
      const auto at = predator->begin();
      still.set_predators({at, at + static_cast<int>(d)}, {at + 3, at + 3 + static_cast<int>(d)});
    }
    scene.update(still, scenario, settings.look);
    target.bind();
    scene.draw(camera, scenario, settings);
    return target.read();
  }

  /// A boid of this id; the others are far away.
  Image draw_one(const Boid& boid, size_t id) {
    std::vector<Boid> flock(id + 1, Boid{1e6f, 1e6f, 1e6f, 1, 0, 0});
    flock.back() = boid;
    return draw(flock);
  }

  /// How much darker or brighter the picture is than one without birds.
  double difference(const Image& picture) {
    const Image empty = draw({});
    double sum = 0.0;
    for (size_t k = 0; k < empty.rgb.size(); ++k)
      sum += std::abs(static_cast<int>(picture.rgb[k]) - static_cast<int>(empty.rgb[k]));
    return sum;
  }

  std::optional<Boid> predator;
  std::optional<double> elevation;  // of the camera [rad]; none: as the scene has it

  /// A ball of boids in the upper half, from a fixed sequence.
  static std::vector<Boid> ball(int count, float radius) {
    uint32_t bits = 1;
    const auto next = [&] {
      bits = bits * 1664525u + 1013904223u;
      return static_cast<float>(bits >> 8) / 8388608.0f - 1.0f;
    };
    std::vector<Boid> flock;
    while (flock.size() < static_cast<size_t>(count)) {
      const float x = next(), y = next(), z = next();
      if (x * x + y * y + z * z > 1.0f) continue;
      flock.push_back({50 + radius * x, 50 + radius * y, 60 + radius * z, next(), next(), next()});
    }
    return flock;
  }
};

TEST_F(Birds, AnyOrderGivesTheSameBytes) {
  for (const auto& [surroundings, flat] : {std::pair{Surroundings::kDusk, false},
                                           {Surroundings::kDusk, true},
                                           {Surroundings::kDay, false},
                                           {Surroundings::kDay, true}}) {
    settings.look.scene = surroundings;
    scenario.world.size = {100, 100};
    if (!flat) scenario.world.size.push_back(100);
    for (const int64_t sized_for : {200, 100000}) {  // birds with wings, dots
      settings.sized_for = sized_for;
      // So many dots that sums which are rounded would show in some pixels.
      std::vector<Boid> flock = ball(sized_for == 200 ? 3000 : 100000, 20);
      std::vector<uint32_t> ids(flock.size());
      std::iota(ids.begin(), ids.end(), 0u);
      const Image first = draw(flock, ids);
      std::reverse(flock.begin(), flock.end());
      std::reverse(ids.begin(), ids.end());
      EXPECT_EQ(first.rgb, draw(flock, ids).rgb);
      std::rotate(flock.begin(), flock.begin() + 1234, flock.end());
      std::rotate(ids.begin(), ids.begin() + 1234, ids.end());
      EXPECT_EQ(first.rgb, draw(flock, ids).rgb);
      EXPECT_NE(first.rgb, draw({}).rgb);
    }
  }
}

/// Shadows and lit dots are sums, too: boids that are the same but for their ids give the same picture.
TEST_F(Birds, DotsByDayDoNotDependOnTheirIds) {
  settings.look.scene = Surroundings::kDay;
  settings.sized_for = 100000;
  std::vector<Boid> flock = ball(4000, 20);
  const Image first = draw(flock);
  std::reverse(flock.begin(), flock.end());
  EXPECT_EQ(first.rgb, draw(flock).rgb);
}

/// Each dot takes its share of the light of the four pixels around it; shares multiply.
TEST_F(Birds, TheLightThatPassesIsThatOfAPlainComputation) {
  const std::vector<Boid> flock = ball(40000, 18);
  const Image sky = draw({}), seen = draw(flock);
  const BoidLook look = boid_look(scenario, static_cast<int64_t>(flock.size()), camera, settings);
  const auto matrix = camera.world_to_clip();
  const auto haze = camera.close_haze();
  std::vector<double> light(static_cast<size_t>(kWidth * kHeight), 1.0);
  double widest = 0.0;
  for (const Boid& boid : flock) {
    const auto at = camera.pixel_of({boid[0], boid[1], boid[2]}).value();
    double away = double{matrix[15]};
    for (size_t k = 0; k < 3; ++k) away += double{matrix[4 * k + 3]} * double{boid[k]};
    const double wide = double{*look.bird_span} / (camera.units_per_pixel() * away);
    widest = std::max(widest, wide);
    const double part = std::clamp((away - double{haze[0]}) / (double{haze[1]} - double{haze[0]}), 0.0, 1.0);
    const double taken =
        0.97 * (1.0 - 0.6 * part * part * (3.0 - 2.0 * part)) * std::min(0.12 * wide * wide, 1.0);
    const int left = static_cast<int>(std::floor(at[0] - 0.5)),
              top = static_cast<int>(std::floor(at[1] - 0.5));
    for (int y = top; y <= top + 1; ++y) {
      for (int x = left; x <= left + 1; ++x) {
        if (x < 0 || x >= kWidth || y < 0 || y >= kHeight) continue;
        const double share = (1.0 - std::abs(x + 0.5 - at[0])) * (1.0 - std::abs(y + 0.5 - at[1]));
        light[static_cast<size_t>(y * kWidth + x)] *= 1.0 - taken * share;
      }
    }
  }
  ASSERT_LT(widest, 3.0) << "dots";
  const std::array bird{0.105, 0.086, 0.108};
  double most = 0.0, darkest = 1.0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const double passes = light[static_cast<size_t>(y * kWidth + x)];
      darkest = std::min(darkest, passes);
      for (size_t k = 0; k < 3; ++k) {
        const double wanted = passes * sky.at(x, y)[k] + (1.0 - passes) * 255.0 * bird[k];
        most = std::max(most, std::abs(wanted - seen.at(x, y)[k]));
      }
    }
  }
  EXPECT_LE(most, 2.0);
  EXPECT_LT(darkest, 0.2) << "many in line";
}

int calls = 0, points = 0;

TEST_F(Birds, AreThreeCallsAndFourWithShadows) {
  static PFNGLDRAWARRAYSPROC real;
  real = glad_glDrawArrays;
  glad_glDrawArrays = [](GLenum mode, GLint first, GLsizei count) {
    ++calls;
    if (mode == GL_POINTS) points += count;
    real(mode, first, count);
  };
  const auto count = [&](Surroundings surroundings, int boids) {
    settings.look.scene = surroundings;
    draw(ball(boids, 20));  // makes what is made once
    calls = points = 0;
    draw(ball(boids, 20));
  };
  count(Surroundings::kDusk, 300);
  EXPECT_EQ(calls, 3) << "sky, birds, birds over the sky";
  EXPECT_EQ(points, 300);
  const Image drawn = draw(ball(300, 20));
  calls = 0;
  EXPECT_EQ(draw(ball(300, 20)).rgb, drawn.rgb);
  EXPECT_EQ(calls, 2) << "the sky of a camera at rest is copied";
  count(Surroundings::kDay, 300);
  EXPECT_EQ(calls, 4) << "the same and the shadows";
  EXPECT_EQ(points, 600);
  count(Surroundings::kDay, 100000);
  EXPECT_LT(points, 105000) << "of many birds, a part has a shadow";
  const ByOpenGl by_opengl;
  count(Surroundings::kPlain, 300);
  EXPECT_EQ(calls, 1) << "plain: the border; the boids are instances";
  glad_glDrawArrays = real;
}

/// Steps in which the picture of a bird differs from that of two steps before, of these many.
TEST_F(Birds, WingsBeatAtTimesAndGlideAtTimesByIdAndStep) {
  settings.sized_for = 20;
  const Boid level{50, 50, 60, 1, 0.3f, 0};
  const auto changes = [&](const Boid& boid, size_t id, int spell) {
    int sum = 0;
    for (int step = 0; step < 6; ++step) {
      settings.step = 56.0 * spell + step;
      const Image before = draw_one(boid, id);
      settings.step += 1.0;
      sum += draw_one(boid, id).rgb != before.rgb;
    }
    return sum;
  };
  int beats = 0, rests = 0;
  for (size_t id = 0; id < 3; ++id) {
    for (int spell = 0; spell < 12; ++spell) {
      const int sum = changes(level, id, spell);
      beats += sum >= 5, rests += sum == 0;
    }
  }
  EXPECT_GT(beats, 6) << "of 36";
  EXPECT_GT(rests, 6);
  std::set<std::vector<uint8_t>> phases;
  for (size_t id = 0; id < 10; ++id) phases.insert(draw_one({50, 50, 60, 1, 0.3f, 0.6f}, id).rgb);
  EXPECT_GE(phases.size(), 6u) << "each bird has a phase of its own";
  for (const size_t id : {0u, 1u, 2u})
    EXPECT_EQ(changes({50, 50, 60, 0, 0, 0}, id, 1), 0) << "a bird at rest";
}

TEST_F(Birds, ABirdThatSinksGlidesMoreAndOneThatClimbsBeatsFaster) {
  settings.sized_for = 20;
  const auto at = [&](double step, float climb, size_t id) {
    settings.step = step;
    return draw_one({50, 50, 60, 1, 0.3f, climb}, id).rgb;
  };
  int sinking = 0, climbing = 0, in_14_thirds = 0, level_in_14_thirds = 0, level = 0;
  for (size_t id = 0; id < 16; ++id) {
    sinking += at(1, -1, id) != at(3, -1, id);
    const bool beats = at(1, 1.5f, id) != at(3, 1.5f, id);
    climbing += beats;
    // In the middle of a spell, else its strength may change.
    in_14_thirds += beats && at(3, 1.5f, id) == at(3 + 14.0 / 3.0, 1.5f, id);
    const bool beats_level = at(1, 0, id) != at(3, 0, id);
    level += beats_level;
    level_in_14_thirds += beats_level && at(3, 0, id) == at(3 + 14.0 / 3.0, 0, id);
  }
  EXPECT_LE(sinking, 5) << "of 16";
  EXPECT_GE(climbing, 9);
  EXPECT_GE(in_14_thirds, climbing / 2) << "three beats in 14 steps";
  EXPECT_EQ(level_in_14_thirds, 0) << "two beats in 14 steps";
  EXPECT_GT(level, 4);
}

/// While the shutter is open a bird takes as little light in all, evenly along its way.
TEST_F(Birds, ABirdIsAStreakWhileTheShutterIsOpen) {
  scenario.rules.time_step = 0.5;
  scenario.world.size = {100, 100};
  struct Taken {
    double light, mean, variance;  // the last two: along the way [pixels]
  };
  for (const bool dots : {false, true}) {
    SCOPED_TRACE(dots);
    settings.sized_for = dots ? 10000 : 20;
    const auto taken = [&](double shutter, float speed) {
      settings.look.shutter = shutter;
      const std::vector<Boid> flock(dots ? 6 : 1,
                                    Boid{50, 50, 0, speed, 0, 0});  // one dot would hardly be seen
      const Image sky = draw({}), seen = draw(flock);
      double sum = 0.0, first = 0.0, second = 0.0;
      for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
          double light = 0.0;
          for (size_t k = 0; k < 3; ++k) light += sky.at(x, y)[k] - seen.at(x, y)[k];
          sum += light, first += light * x, second += light * x * x;
        }
      }
      return Taken{sum, first / sum, second / sum - first / sum * first / sum};
    };
    const Taken still = taken(0, 10), moved = taken(2, 10);
    const double way = 2 * 0.5 * 10 * camera.pixels_per_unit();
    EXPECT_NEAR(moved.mean, still.mean, 0.5);
    EXPECT_NEAR(moved.variance - still.variance, way * way / 12, 0.1 * way * way / 12);
    EXPECT_NEAR(moved.light / still.light, dots ? 1.2 : 1.0, 0.2) << "dots over each other share light";
    EXPECT_EQ(taken(2, 0).light, taken(0, 0).light) << "at rest";
  }
}

/// Mean of the colours around a place of the world.
double brightness(const Image& image, const std::array<double, 2>& at, int reach) {
  double sum = 0.0, count = 0.0;
  for (int y = static_cast<int>(at[1]) - reach; y <= static_cast<int>(at[1]) + reach; ++y) {
    for (int x = static_cast<int>(at[0]) - reach; x <= static_cast<int>(at[0]) + reach; ++x, count += 3.0)
      sum += image.at(x, y)[0] + image.at(x, y)[1] + image.at(x, y)[2];
  }
  return sum / count;
}

TEST_F(Birds, ByDayTheFlockHasAShadowOnTheGroundWhereTheSunDoesNotReach) {
  elevation = -0.05;  // high enough to see the ground well
  settings.look.scene = Surroundings::kDay;
  settings.sized_for = 300;
  const std::vector<Boid> flock = ball(2000, 8);
  const Image empty = draw({}), seen = draw(flock);
  const std::array<double, 3> sun{kSunOfDay[0], kSunOfDay[1], kSunOfDay[2]};
  const double fall = 60.0 / sun[2];
  const auto shadow = camera.pixel_of({50 - fall * sun[0], 50 - fall * sun[1], 0}).value();
  const auto beside = camera.pixel_of({50 + fall * sun[0], 50 - fall * sun[1], 0}).value();
  EXPECT_LT(brightness(seen, shadow, 2), 0.75 * brightness(empty, shadow, 2));
  EXPECT_NEAR(brightness(seen, beside, 2), brightness(empty, beside, 2), 0.5);
}

TEST_F(Birds, ByDayBirdsUnderOthersAreInTheirShadow) {
  elevation = -0.05;  // high enough to see the ground well
  settings.look.scene = Surroundings::kDay;
  settings.sized_for = 100;
  const Boid bird{50, 50, 20, 1, 0, 0};
  std::vector<Boid> flock = ball(6000, 8);  // above, in line with the sun
  for (Boid& boid : flock) {
    for (size_t k = 0; k < 2; ++k) boid[k] += 40 * kSunOfDay[k] / kSunOfDay[2];
  }
  const Image one = draw({bird});
  const auto at = camera.pixel_of({50, 50, 20}).value();
  const double alone = brightness(one, at, 0);
  flock.insert(flock.begin(), bird);
  EXPECT_LT(brightness(draw(flock), at, 0), 0.8 * alone);
}

TEST_F(Birds, HaveTheSameShareOfAPictureOfAnySize) {
  settings.look.scene = Surroundings::kDusk;
  Camera large = camera;
  large.resize(4 * kWidth, 4 * kHeight);
  for (const int64_t count : {3, 300, 300000}) {
    EXPECT_FLOAT_EQ(*boid_look(scenario, count, large, settings).bird_span,
                    *boid_look(scenario, count, camera, settings).bird_span);
  }
}

TEST_F(Birds, ByDayA2dFlockIsSeenFromAboveAndItsShadowIsBesideIt) {
  settings.look.scene = Surroundings::kDay;
  settings.sized_for = 100;
  scenario.world.size = {100, 100};
  const Image empty = draw({}), seen = draw({{50, 50, 0, 1, 0, 0}});
  const BoidLook look = boid_look(scenario, 100, camera, settings);
  const double span = double{*look.bird_span};
  const auto bird = camera.pixel_of({50, 50}).value(),
             shadow = camera.pixel_of({50 + 0.9 * span, 50 - 1.1 * span}).value();
  EXPECT_LT(brightness(seen, shadow, 1), 0.97 * brightness(empty, shadow, 1));
  EXPECT_GT(brightness(seen, bird, 0), 1.2 * brightness(empty, bird, 0));
}

TEST_F(Birds, APredatorAmongThemIsALargerBirdOfTheirColour) {
  elevation = -0.05;  // high enough to see the ground well
  settings.sized_for = 100;
  for (const auto& [surroundings, flat] :
       {std::pair{Surroundings::kDusk, true}, {Surroundings::kDay, false}}) {
    settings.look.scene = surroundings;
    scenario.world.size = {100, 100};
    if (!flat) scenario.world.size.push_back(100);
    scenario.predators.clear();
    predator.reset();
    const Boid one{50, 50, 70, 1, 0, 0};
    const double boid = difference(draw({one}));
    scenario.predators.resize(1);
    predator = one;
    const Image hunted = draw({});
    predator = Boid{1e6f, 1e6f, 1e6f, 1, 0, 0};
    const double hunter = difference(hunted);
    EXPECT_GT(boid, 0.0);
    EXPECT_GT(hunter, 2.0 * boid);
    EXPECT_LT(hunter, 10.0 * boid) << "a dart is as large on every picture";
  }
}

TEST(CameraOfAScene, LooksFromTheGroundAtDuskUntilItIsTurned) {
  Camera camera({100, 100, 100});
  camera.resize(640, 360);
  camera.fit();
  const auto usual = camera.world_to_clip();
  camera.set_scene(Surroundings::kDusk);
  EXPECT_LT(camera.eye()[2], 10.0f) << "below the flock";
  camera.set_scene(Surroundings::kDay);
  EXPECT_GT(camera.eye()[2], 0.0f) << "above the ground";
  camera.set_scene(Surroundings::kPlain);
  EXPECT_EQ(camera.world_to_clip(), usual);
  camera.orbit(10, 10);
  const auto turned = camera.world_to_clip();
  camera.set_scene(Surroundings::kDusk);
  EXPECT_EQ(camera.world_to_clip(), turned);
}

}  // namespace
}  // namespace murmur
