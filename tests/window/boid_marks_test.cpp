// Marks of the boid that is followed, between two steps: the boid is drawn before its place, and so are they.
#include <gtest/gtest.h>

#include "app/controls/boid_inspector.h"
#include "support/user_controls.h"

namespace murmur {
namespace {

using FollowedBoid = UserControls;

TEST_F(FollowedBoid, HasItsMarksWhereItIsDrawn) {
  open("book", 200);
  simulation().advance();
  settings.chosen = 42;
  settle();
  constexpr float kBack = 0.75f;
  BoidInspector watch;
  watch.update(flock->run.borrow(), flock->run.shown(), *camera, settings, notices, 0.1, 1.0, double{kBack});
  const State<float> state = simulation().state();
  int rings = 0;
  for (const Mark& mark : watch.marks()) {
    if (mark.shape != static_cast<float>(MarkShape::kRing)) continue;
    ++rings;
    for (size_t k = 0; k < 2; ++k)
      EXPECT_NEAR(mark.at[k], state.position[84 + k] - kBack * state.velocity[84 + k], 1e-3f);
  }
  EXPECT_EQ(rings, 3) << "R, r and the boid itself";
}

}  // namespace
}  // namespace murmur
