// The window's pace: as many steps per second as asked for whatever the frame rate; slower, never jerkier,
// when the machine cannot keep up.
#include "app/live/step_clock.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace murmur {
namespace {

struct Outcome {
  int steps = 0, most_in_a_frame = 0;
  double elapsed = 0.0;
};

/// Frames of `drawing` seconds of pictures and steps of `step` seconds each, for so many seconds.
Outcome play(StepClock& clock, double duration, double drawing, double step) {
  Outcome outcome;
  double now = 0.0;
  while (now < duration) {
    clock.begin_frame(now, false);
    int taken = 0;
    while (clock.step_due(now)) {
      now += step;
      clock.stepped();
      ++taken;
    }
    clock.end_frame(now, drawing);
    now += drawing;
    outcome.steps += taken;
    outcome.most_in_a_frame = std::max(outcome.most_in_a_frame, taken);
  }
  outcome.elapsed = now;
  return outcome;
}

TEST(StepClock, KeepsItsRateOnSlowAndFastDisplays) {
  for (double frame : {1.0 / 240, 1.0 / 60, 1.0 / 24, 0.11}) {
    StepClock clock(60.0);
    const Outcome outcome = play(clock, 10.0, frame, 1e-4);
    EXPECT_NEAR(outcome.steps / outcome.elapsed, 60.0, 1.5) << frame;
    EXPECT_NEAR(clock.achieved(), 60.0, 6.0) << frame;
    EXPECT_FALSE(clock.limited()) << frame;
  }
}

TEST(StepClock, SlowsDownWithoutMakingUpForIt) {
  StepClock clock(60.0);
  const Outcome outcome = play(clock, 10.0, 0.005, 0.05);
  EXPECT_EQ(outcome.most_in_a_frame, 1);
  EXPECT_NEAR(outcome.steps / outcome.elapsed, 1 / 0.055, 1.0);
  EXPECT_TRUE(clock.limited());
}

TEST(StepClock, SlowDrawingDoesNotStarveTheFlock) {
  StepClock clock(60.0);
  const Outcome outcome = play(clock, 20.0, 0.3, 0.02);
  EXPECT_GE(outcome.steps / outcome.elapsed, 20.0);  // half of the time, 50 steps a second
  EXPECT_TRUE(clock.limited());
}

/// Otherwise a step is always under way when the picture is drawn, and it shows an earlier one.
TEST(StepClock, FurtherStepsEndBeforeThePictureIsDrawn) {
  constexpr double kStep = 0.012, kWaits = 0.04;
  StepClock clock(60.0);
  double now = 0.0;
  int steps = 0;
  for (int frame = 0; frame < 50; ++frame) {
    const double until = now + kWaits;
    clock.begin_frame(now, false);
    while (clock.step_due(now, kStep, until)) {
      now += kStep;
      clock.stepped();
      ++steps;
    }
    EXPECT_LE(now, until);
    clock.end_frame(now, 0.1);
    now += 0.1;
  }
  EXPECT_GE(steps, 3 * 48) << "as many as have room";
  StepClock slow(60.0);
  slow.begin_frame(0.0, false);
  slow.end_frame(0.0, 0.1);
  slow.begin_frame(1.0, false);
  EXPECT_TRUE(slow.step_due(1.0, 0.5, 1.04)) << "the first always";
}

TEST(StepClock, ALongPauseOwesNothing) {
  StepClock clock(60.0);
  clock.begin_frame(0.0, true);
  clock.end_frame(0.0, 0.0);
  clock.begin_frame(100.0, true);
  EXPECT_FALSE(clock.step_due(100.0));
  clock.end_frame(100.0, 0.0);
  clock.begin_frame(100.01, false);
  EXPECT_FALSE(clock.step_due(100.01));
  clock.end_frame(100.01, 0.0);
  clock.begin_frame(100.02, false);
  EXPECT_TRUE(clock.step_due(100.02));
}

TEST(StepClock, AHaltOfTheWholeProgramIsNotCaughtUp) {
  StepClock clock(60.0);
  clock.begin_frame(0.0, false);
  clock.end_frame(0.0, 0.0);
  clock.begin_frame(30.0, false);
  double now = 30.0;
  int taken = 0;
  for (; clock.step_due(now); ++taken) {
    now += 0.001;
    clock.stepped();
  }
  clock.end_frame(now, 0.0);
  EXPECT_LE(taken, 30);
  clock.begin_frame(now, false);  // what these steps took themselves is owed, the 30 seconds are not
  for (taken = 0; clock.step_due(now); ++taken) clock.stepped();
  EXPECT_LE(taken, 2);
}

}  // namespace
}  // namespace murmur
