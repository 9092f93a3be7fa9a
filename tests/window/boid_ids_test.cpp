// The boid that is followed and its neighbours depend on who a boid is: not on ids that are used again, nor on the order of ids or
// where a world has its borders.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/controls/boid_inspector.h"
#include "sim/backends/reference/reference.h"
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
  State<float> there, moved;
  for (size_t i = 0; i < kBoids; ++i) {
    there.position.insert(there.position.end(), {static_cast<float>(i * 5827 % 65536) / 64.0f,
                                                 static_cast<float>(i * 7919 % 49152) / 64.0f});
    there.velocity.insert(there.velocity.end(), {0.25f, static_cast<float>(i % 3) - 1.0f});
  }
  for (size_t i = kBoids; i-- > 0;)  // the last one first
    for (size_t k = 0; k < 2; ++k) {
      const float x = there.position[2 * i + k] + kBy[k];
      moved.position.push_back(x >= kWorld[k] ? x - kWorld[k] : x);
      moved.velocity.push_back(there.velocity[2 * i + k]);
    }
  const auto from_one = [&](const State<float>& state, size_t i) {
    auto backend = make_reference_float();
    configure(backend, source.scenario());
    backend->load(state);
    const std::vector<float> places = backend->read({.boid = static_cast<uint32_t>(i)}).neighbours;
    std::vector<std::array<float, 2>> away;
    for (size_t k = 0; k < places.size(); k += 2)
      away.push_back({places[k] - state.position[2 * i], places[k + 1] - state.position[2 * i + 1]});
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
