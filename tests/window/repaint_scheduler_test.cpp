// When a picture is due and how long the window sleeps, on a played clock.
#include "app/window/repaint_scheduler.h"

#include <gtest/gtest.h>

namespace murmur {
namespace {

/// A window in which nothing happens any more.
RepaintScheduler at_rest(double now) {
  RepaintScheduler repaint;
  while (repaint.settling()) repaint.drawn(now);
  return repaint;
}

TEST(Repaint, NothingIsDrawnWithoutAReason) {
  const RepaintScheduler repaint = at_rest(10.0);
  for (const double later : {0.0, 0.1, 1.0, 1000.0}) EXPECT_FALSE(repaint.due(10.0 + later, {}));
  EXPECT_DOUBLE_EQ(repaint.sleep(11.0, {}, 1e9), 0.1) << "a signal does not end it";
  EXPECT_DOUBLE_EQ(repaint.sleep(11.0, {}, 0.02), 0.02) << "until the next step";
}

TEST(Repaint, InputIsFollowedByThreePictures) {
  RepaintScheduler repaint = at_rest(10.0);
  repaint.settle();
  for (int k = 0; k < 3; ++k) {
    EXPECT_TRUE(repaint.due(11.0, {}));
    repaint.drawn(11.0);
  }
  EXPECT_FALSE(repaint.due(12.0, {}));
  repaint.again();
  EXPECT_TRUE(repaint.due(12.0, {}));
}

TEST(Repaint, TheCapHoldsForEveryReasonButAFixedNumberOfFrames) {
  RepaintScheduler repaint = at_rest(10.0);
  repaint.settle();
  const RepaintReasons all{.changed = true,
                           .moves = true,
                           .ticks = true,
                           .text = true,
                           .film_interval = 0.001,
                           .least_interval = 0.05};
  EXPECT_FALSE(repaint.due(10.04, all));
  EXPECT_TRUE(repaint.due(10.06, all));
  EXPECT_NEAR(repaint.sleep(10.04, all, 1.0), 0.01, 1e-9);
  EXPECT_DOUBLE_EQ(repaint.sleep(10.06, all, 1.0), 0.001) << "never without end";
  RepaintReasons counted = all;
  counted.always = true;
  EXPECT_TRUE(repaint.due(10.0, counted));
}

TEST(Repaint, AHiddenWindowDrawsNothing) {
  RepaintScheduler repaint = at_rest(10.0);
  repaint.settle();
  EXPECT_FALSE(repaint.due(20.0, {.visible = false, .changed = true, .moves = true, .text = true}));
  EXPECT_DOUBLE_EQ(repaint.sleep(20.0, {.visible = false, .changed = true}, 1.0), 0.1);
}

TEST(Repaint, WhatShowsTheTimeIsDrawnTenTimesASecond) {
  RepaintScheduler repaint = at_rest(0.0);
  int pictures = 0;
  for (int ms = 1; ms <= 2000; ++ms) {
    const double now = ms * 1e-3;
    if (!repaint.due(now, {.ticks = true})) continue;
    repaint.drawn(now);
    ++pictures;
  }
  EXPECT_NEAR(pictures, 20, 1);
}

TEST(Repaint, AFilmHasItsPicturesAlsoOfAFlockAtRest) {
  const RepaintScheduler repaint = at_rest(10.0);
  EXPECT_FALSE(repaint.due(10.03, {.film_interval = 1.0 / 30.0}));
  EXPECT_TRUE(repaint.due(10.04, {.film_interval = 1.0 / 30.0}));
}

}  // namespace
}  // namespace murmur
