// The boid that is followed and its neighbours depend on who a boid is: not on ids that are used again, nor on the order of ids or
// where a world has its borders.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "app/controls/boid_inspector.h"
#include "app/controls/boids_in_view.h"
#include "sim/scenario/events.h"
#include "support/user_controls.h"

namespace murmur {
namespace {

using Chosen = UserControls;

/// Between two pictures a boid may leave and another one get its id.
TEST_F(Chosen, AnIdThatIsUsedAgainIsNotFollowed) {
  open("book", 20);
  const auto follow = [&](uint32_t id, std::vector<Event> events) {
    settings.chosen = id;
    flock->applied.clear();
    for (const Event& event : events) flock->run.post(event, {});
    settle();
    keep_chosen(same_ids(flock->applied, flock->run.shown().boids), settings, notices);
    return settings.chosen.has_value();
  };
  const Event go{.kind = EventKind::kRemove, .count = 5},
      come{.kind = EventKind::kAdd, .at = {320, 240}, .count = 7};
  EXPECT_FALSE(follow(15, {go, come}));
  EXPECT_NE(notices.text().find("boid 15 is no longer there"), std::string::npos) << notices.text();
  EXPECT_TRUE(follow(15, {come, go}));
  EXPECT_TRUE(follow(18, {go, come}));
  EXPECT_FALSE(follow(3, {{.kind = EventKind::kRestart}}));
  EXPECT_TRUE(follow(3, {}));
}

/// Places are multiples of 1/64, so that moving them by such numbers rounds nothing.
TEST(BoidsInView, NeighboursDependNeitherOnIdsNorOnBorders) {
  const ScenarioSource source = ScenarioSource::from_text(
      "preset = \"murmuration\"\nboids = 1\n[world]\nsize = [1024.0, 768.0]\nmetric = "
      "\"wrapped\"\n[rules]\nradius = 90.0\n"
      "field_of_view = 300.0\n",
      "test");
  constexpr std::array kWorld{1024.0f, 768.0f}, kBy{341.328125f, 109.703125f};
  constexpr size_t kBoids = 200;
  std::vector<float> there, moved;
  for (size_t i = 0; i < kBoids; ++i) {
    const std::array place{static_cast<float>(i * 5827 % 65536) / 64.0f,
                           static_cast<float>(i * 7919 % 49152) / 64.0f};
    const std::array velocity{0.25f, static_cast<float>(i % 3) - 1.0f};
    there.insert(there.end(), {place[0], place[1], velocity[0], velocity[1]});
  }
  for (size_t i = kBoids; i-- > 0;)  // the last one first
    for (size_t k = 0; k < 4; ++k) {
      float x = there[4 * i + k];
      if (k < 2) x = x + kBy[k] >= kWorld[k] ? x + kBy[k] - kWorld[k] : x + kBy[k];
      moved.push_back(x);
    }
  const auto from_one = [&](const std::vector<float>& instances, size_t i) {
    const std::span<const float> position(&instances[4 * i], 2), velocity(&instances[4 * i + 2], 2);
    const std::vector<float> places = neighbours_of(instances, source.scenario(), position, velocity);
    std::vector<std::array<float, 2>> away;
    for (size_t k = 0; k < places.size(); k += 2)
      away.push_back({places[k] - position[0], places[k + 1] - position[1]});
    std::ranges::sort(away);
    return away;
  };
  size_t all = 0;
  for (size_t i = 0; i < kBoids; ++i) {
    EXPECT_EQ(from_one(there, i), from_one(moved, kBoids - 1 - i)) << i;
    all += from_one(there, i).size();
  }
  EXPECT_GT(all, 500u);
}

}  // namespace
}  // namespace murmur
