// Which flock a presentation shows and how dark its picture is, on a played clock.
#include "app/window/presentation_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace murmur {
namespace {

constexpr double kShown = PresentationClock::kShown, kFade = PresentationClock::kFade;

TEST(PresentationClock, TheFirstFlockIsDueAtOnceAndInTheDark) {
  PresentationClock clock(3);
  EXPECT_TRUE(clock.load_due(100.0));
  EXPECT_EQ(clock.due_flock(), 0u);
  EXPECT_DOUBLE_EQ(clock.dark(100.0), 1.0);
  clock.loaded(102.0);
  EXPECT_EQ(clock.flock(), 0u);
  EXPECT_FALSE(clock.load_due(102.0));
  EXPECT_DOUBLE_EQ(clock.dark(102.0), 1.0);
  EXPECT_DOUBLE_EQ(clock.dark(102.0 + 0.5 * kFade), 0.5);
  EXPECT_DOUBLE_EQ(clock.dark(102.0 + kFade), 0.0);
  EXPECT_DOUBLE_EQ(clock.dark(102.0 + kShown - kFade), 0.0);
  EXPECT_DOUBLE_EQ(clock.over(102.0 + 0.5 * kShown), 0.5);
}

TEST(PresentationClock, EachFlockHasItsTimeInTurnAndTheFirstComesAgain) {
  PresentationClock clock(3);
  std::vector<size_t> shown;
  std::vector<double> lit;  // [s] of each
  for (int k = 0; k < static_cast<int>(4.0 * kShown * 100.0) + 1; ++k) {
    const double now = k * 0.01;
    if (clock.load_due(now)) {
      EXPECT_NEAR(clock.dark(now), 1.0, 1e-9) << "the user would see the flocks change";
      clock.loaded(now);
      shown.push_back(clock.flock());
      lit.push_back(now);
    }
  }
  EXPECT_EQ(shown, (std::vector<size_t>{0, 1, 2, 0, 1}));
  for (size_t k = 1; k < lit.size(); ++k) EXPECT_NEAR(lit[k] - lit[k - 1], kShown, 0.02);
}

TEST(PresentationClock, ALongLoadStaysDarkAndTakesNoTimeFromItsFlock) {
  PresentationClock clock(2);
  clock.loaded(0.0);
  for (const double now : {kShown, kShown + 3.0, kShown + 7.0}) {
    EXPECT_TRUE(clock.load_due(now));
    EXPECT_DOUBLE_EQ(clock.dark(now), 1.0);
  }
  clock.loaded(kShown + 7.0);
  EXPECT_EQ(clock.flock(), 1u);
  EXPECT_FALSE(clock.load_due(2.0 * kShown + 6.9));
  EXPECT_TRUE(clock.load_due(2.0 * kShown + 7.01));
}

TEST(PresentationClock, TheUserNeedNotWaitAndThePictureNeverJumps) {
  for (const double at : {0.1, 0.4, 10.0, kShown - 0.2}) {
    PresentationClock clock(2);
    clock.loaded(0.0);
    double before = clock.dark(0.0), now = 0.0;
    bool skipped = false;
    for (; !clock.load_due(now); now += 0.01) {
      if (now >= at && !skipped) {
        skipped = true;
        clock.skip(now);
        clock.skip(now + 0.2);  // again has no effect
      }
      EXPECT_LE(std::abs(clock.dark(now) - before), 0.01 / kFade + 1e-9) << "at " << now;
      before = clock.dark(now);
      ASSERT_LT(now, kShown + 1.0);
    }
    EXPECT_NEAR(now, std::min(at + kFade, kShown), 0.03);
    EXPECT_EQ(clock.due_flock(), 1u);
  }
}

TEST(PresentationClock, OneFlockIsShownAgainAndAgain) {
  PresentationClock clock(1);
  clock.loaded(0.0);
  EXPECT_TRUE(clock.load_due(kShown));
  clock.loaded(kShown);
  EXPECT_EQ(clock.flock(), 0u);
  EXPECT_FALSE(clock.load_due(kShown + 1.0));
}

}  // namespace
}  // namespace murmur
