// A large flock drawn in batches, on simulated machines: input is answered soon whatever a boid costs, and the picture
// becomes whole however much input there is. No window, no clock.
#include "app/window/draw_budget.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace murmur {
namespace {

/// [s]; a batch takes `each` and its boids.
struct Machine {
  double each = 0.0005, boid = 1e-7;
};

struct Drawing {
  DrawBudget budget;
  int64_t left = 0;  // boids of the picture

  /// Draws in one frame; the input comes after `input` seconds of it. @returns how long the frame took.
  double frame(const Machine& machine, double input) {
    double now = 0.0;
    budget.begin_frame();
    for (bool more = true; more;) {
      const int64_t boids = std::min(budget.batch(), left);
      const double took = machine.each + machine.boid * static_cast<double>(boids);
      now += took;
      left -= boids;
      more = left > 0 && budget.may_draw_more(took, now >= input);
    }
    return now;
  }
};

TEST(DrawBudget, InputEndsTheDrawingOfAFrameOnAnyMachine) {
  for (const double boid : {1e-9, 1e-8, 1e-7, 1e-6, 3e-6}) {
    SCOPED_TRACE(boid);
    const Machine machine{.boid = boid};
    Drawing drawing;
    drawing.left = int64_t{1} << 40;
    for (int k = 0; k < 20; ++k) drawing.frame(machine, 1.0);  // a picture before
    for (double input = 0.0; input < 0.08; input += 0.003) {
      const double took = drawing.frame(machine, input);
      EXPECT_LE(took - input, 0.03 + 1e-9) << "after " << input << " s";
    }
  }
}

TEST(DrawBudget, AFrameWithoutInputEndsToo) {
  Drawing drawing;
  drawing.left = int64_t{1} << 40;
  for (int k = 0; k < 20; ++k) drawing.frame({}, 1.0);
  const double took = drawing.frame({}, 1.0);
  EXPECT_GE(took, 0.06) << "each frame also shows the last picture, which takes time";
  EXPECT_LE(took, 0.1);
}

TEST(DrawBudget, AMachineThatBecomesSlowerGetsSmallerBatches) {
  Drawing drawing;
  drawing.left = int64_t{1} << 40;
  for (int k = 0; k < 20; ++k) drawing.frame({.boid = 1e-8}, 1.0);
  const int64_t before = drawing.budget.batch();
  for (int k = 0; k < 20; ++k) drawing.frame({.boid = 1e-6}, 1.0);
  EXPECT_LE(drawing.budget.batch(), before / 50);
  EXPECT_GE(drawing.budget.batch(), 2048) << "a picture of very small ones is never whole";
}

TEST(DrawBudget, ThePictureBecomesWholeUnderConstantInput) {
  Drawing drawing;
  drawing.left = 1000000;
  int frames = 0;
  for (; drawing.left > 0 && frames < 1000; ++frames) drawing.frame({.boid = 3e-7}, 0.0);
  EXPECT_EQ(drawing.left, 0);
  EXPECT_LE(frames, 40) << "0.3 s of boids, at least 15 ms in a frame but for the overhead";
}

// A button reacts in the first frame after its release, the flock is drawn in the others.
TEST(DrawBudget, TwoFramesAfterAPressDrawNoBoids) {
  DrawBudget budget;
  budget.begin_frame();
  EXPECT_TRUE(budget.may_continue());
  budget.on_input(true, true);
  for (const bool may : {false, false, true}) {
    budget.begin_frame();
    EXPECT_EQ(budget.may_continue(), may);
    budget.on_input(false, false);
  }
  budget.on_input_left();  // a control needs one frame more
  budget.begin_frame();
  EXPECT_FALSE(budget.may_continue());
}

TEST(DrawBudget, APointerThatMovesAllTheTimeGetsEveryOtherFrame) {
  DrawBudget budget;
  int begun = 0;
  for (int frame = 0; frame < 20; ++frame) {
    budget.begin_frame();
    budget.on_input(false, true);
    begun += budget.answers_first(false) ? 0 : 1;
  }
  EXPECT_EQ(begun, 10);
}

TEST(DrawBudget, ALongUploadWaitsForInputButNotForEver) {
  DrawBudget budget;
  const auto begins = [&] {
    budget.begin_frame();
    budget.on_input(false, false);
    const bool later = budget.answers_first(true);
    budget.on_due(later);
    return !later;
  };
  budget.on_begun(2.0);
  EXPECT_TRUE(begins()) << "a short one does not";
  budget.on_begun(50.0);
  int frames = 0;
  while (!begins()) ++frames;
  EXPECT_EQ(frames, 4);
}

}  // namespace
}  // namespace murmur
