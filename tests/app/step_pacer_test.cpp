// Which steps a frame takes, on a played clock and simulated machines: as many per second as asked for whatever the frame rate; slower,
// never jerkier, when the machine cannot keep up.
#include "app/live/step_pacer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace murmur {
namespace {

/// A window whose steps and pictures take so long [s].
struct Machine {
  double step = 0.001, picture = 0.005;
  StepPacer pacer{60.0};
  double now = 0.0;
  int steps = 0, deferred = 0;
  bool paused = false, comparing = false;

  /// One frame; a step that does not end in time ends before the next frame.
  void frame() {
    pacer.begin_frame(now, paused, comparing);
    pacer.begin_steps(now, step * 1e3, true);
    bool idle = true;
    while (idle && pacer.step_due(now)) {
      pacer.begun();
      const double left = pacer.patience_left(now);
      idle = step <= left;
      if (idle) {
        now += step;
        pacer.stepped();
        ++steps;
      } else {
        now += left;
      }
    }
    pacer.end_frame(now, idle, picture);
    now += picture;
    if (pacer.take_deferred() && idle) {
      pacer.begun();
      ++deferred;
      idle = false;
    }
    if (!idle) {
      now += step;
      pacer.stepped();
      ++steps;
    }
  }
  void frames(double until) {
    while (now < until) frame();
  }
};

TEST(StepPacer, KeepsTheRateWhereTheMachineCan) {
  Machine machine;
  machine.frames(10.0);
  EXPECT_NEAR(machine.steps, 600, 5);
  machine.pacer.set_rate(300.0);
  machine.frames(20.0);
  EXPECT_NEAR(machine.steps, 3600, 30);
}

TEST(StepPacer, APausedFlockTakesOnlyTheStepsThatAreAskedFor) {
  Machine machine;
  machine.paused = true;
  machine.frames(1.0);
  EXPECT_EQ(machine.steps, 0);
  for (int k = 0; k < 3; ++k) machine.pacer.single_step();
  machine.frames(2.0);
  EXPECT_EQ(machine.steps, 3);
  EXPECT_FALSE(machine.pacer.has_single_steps());
  machine.pacer.single_step();
  machine.comparing = true;
  machine.frames(3.0);
  EXPECT_EQ(machine.steps, 3) << "the machine is needed for the comparison";
  machine.comparing = false;
  machine.frames(4.0);
  EXPECT_EQ(machine.steps, 4);
}

/// A step of 0.2 s has its picture begun before the next step begins.
TEST(StepPacer, ALongStepBeginsAfterThePictureOfTheLastOne) {
  Machine machine{.step = 0.2, .picture = 0.01};
  machine.frames(5.0);
  EXPECT_GT(machine.steps, 20);
  EXPECT_EQ(machine.deferred, machine.steps);
}

TEST(StepPacer, ARefusedStepEndsTheStepsOfTheFrame) {
  StepPacer pacer(60.0);
  pacer.begin_frame(0.0, false, false);
  pacer.begin_frame(1.0, false, false);
  pacer.begin_steps(1.0, 1.0, false);
  ASSERT_TRUE(pacer.step_due(1.0));
  pacer.refused();
  EXPECT_FALSE(pacer.step_due(1.0));
  pacer.begin_frame(2.0, false, false);
  pacer.begin_steps(2.0, 1.0, false);
  EXPECT_TRUE(pacer.step_due(2.0));
}

struct Outcome {
  int steps = 0, most_in_a_frame = 0;
  double elapsed = 0.0;
};

/// Frames of `drawing` seconds of pictures, which wait for no step, and steps of `step` seconds each, for so many seconds.
Outcome play(StepPacer& pacer, double duration, double drawing, double step) {
  Outcome outcome;
  double now = 0.0;
  while (now < duration) {
    pacer.begin_frame(now, false, false);
    int taken = 0;
    while (pacer.step_due(now)) {
      now += step;
      pacer.stepped();
      ++taken;
    }
    pacer.end_frame(now, true, drawing);
    now += drawing;
    outcome.steps += taken;
    outcome.most_in_a_frame = std::max(outcome.most_in_a_frame, taken);
  }
  outcome.elapsed = now;
  return outcome;
}

TEST(StepPacer, KeepsItsRateOnSlowAndFastDisplays) {
  for (double frame : {1.0 / 240, 1.0 / 60, 1.0 / 24, 0.11}) {
    StepPacer pacer(60.0);
    const Outcome outcome = play(pacer, 10.0, frame, 1e-4);
    EXPECT_NEAR(outcome.steps / outcome.elapsed, 60.0, 1.5) << frame;
    EXPECT_NEAR(pacer.measured_rate(), 60.0, 6.0) << frame;
    EXPECT_FALSE(pacer.limited()) << frame;
  }
}

TEST(StepPacer, SlowsDownWithoutMakingUpForIt) {
  StepPacer pacer(60.0);
  const Outcome outcome = play(pacer, 10.0, 0.005, 0.05);
  EXPECT_EQ(outcome.most_in_a_frame, 1);
  EXPECT_NEAR(outcome.steps / outcome.elapsed, 1 / 0.055, 1.0);
  EXPECT_TRUE(pacer.limited());
}

TEST(StepPacer, SlowDrawingDoesNotStarveTheFlock) {
  StepPacer pacer(60.0);
  const Outcome outcome = play(pacer, 20.0, 0.3, 0.02);
  EXPECT_GE(outcome.steps / outcome.elapsed, 20.0);  // half of the time, 50 steps a second
  EXPECT_TRUE(pacer.limited());
}

/// Otherwise a step is always under way when the picture is drawn, and it shows an earlier one.
TEST(StepPacer, FurtherStepsEndBeforeThePictureIsDrawn) {
  constexpr double kStep = 0.012, kWaits = 0.04;
  StepPacer pacer(60.0);
  double now = 0.0;
  int steps = 0;
  for (int frame = 0; frame < 50; ++frame) {
    const double until = now + kWaits;
    pacer.begin_frame(now, false, false);
    pacer.begin_steps(now, kStep * 1e3, false);
    while (pacer.step_due(now)) {
      now += kStep;
      pacer.stepped();
      ++steps;
    }
    EXPECT_LE(now, until);
    pacer.end_frame(now, true, 0.1);
    now += 0.1;
  }
  EXPECT_GE(steps, 3 * 48) << "as many as have room";
  StepPacer slow(60.0);
  slow.begin_frame(0.0, false, false);
  slow.end_frame(0.0, true, 0.1);
  slow.begin_frame(1.0, false, false);
  slow.begin_steps(1.0, 500.0, false);
  EXPECT_TRUE(slow.step_due(1.0)) << "the first always";
}

TEST(StepPacer, ALongPauseOwesNothing) {
  StepPacer pacer(60.0);
  pacer.begin_frame(0.0, true, false);
  pacer.end_frame(0.0, true, 0.0);
  pacer.begin_frame(100.0, true, false);
  EXPECT_FALSE(pacer.step_due(100.0));
  pacer.end_frame(100.0, true, 0.0);
  pacer.begin_frame(100.01, false, false);
  EXPECT_FALSE(pacer.step_due(100.01));
  pacer.end_frame(100.01, true, 0.0);
  pacer.begin_frame(100.02, false, false);
  EXPECT_TRUE(pacer.step_due(100.02));
}

TEST(StepPacer, AHaltOfTheWholeProgramIsNotCaughtUp) {
  StepPacer pacer(60.0);
  pacer.begin_frame(0.0, false, false);
  pacer.end_frame(0.0, true, 0.0);
  pacer.begin_frame(30.0, false, false);
  double now = 30.0;
  int taken = 0;
  for (; pacer.step_due(now); ++taken) {
    now += 0.001;
    pacer.stepped();
  }
  pacer.end_frame(now, true, 0.0);
  EXPECT_LE(taken, 30);
  pacer.begin_frame(now, false, false);  // what these steps took themselves is owed, the 30 seconds are not
  for (taken = 0; pacer.step_due(now); ++taken) pacer.stepped();
  EXPECT_LE(taken, 2);
}

}  // namespace
}  // namespace murmur
