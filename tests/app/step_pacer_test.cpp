// Which steps a frame takes, on a played clock and simulated machines.
#include "app/live/step_pacer.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace murmur
