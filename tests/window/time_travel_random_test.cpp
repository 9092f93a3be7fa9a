// Random flocks to which a random user does this and that, goes back and forth, undoes and redoes: every step comes back to the
// bit, and the log that is left replays to the same flock.
#include <gtest/gtest.h>

#include "sim/util/errors.h"
#include "support/random_scenario.h"
#include "support/temp_folder.h"
#include "support/trial.h"
#include "window/traveller.h"

namespace murmur {
namespace {

class RandomTravel : public TempFolderTest {};

/// As the frame loop does it.
void step(Traveller& flock) {
  try {
    flock.steps(1);
  } catch (const UserError&) {  // a scheduled event that is not valid for the current flock
  }
}

/// One thing after another, until a number is not finite or the user has had enough.
void travel(Traveller& flock, RandomChoice& draw) {
  for (int act = 0; act < 25; ++act) {
    const int64_t end = flock.travel->history().end().step;
    switch (draw.whole(0, 5)) {
      case 0:
      case 1:
        for (int64_t k = draw.whole(1, 15); k > 0; --k) step(flock);
        break;
      case 2:
        try {
          flock.travel->cut_future();
          flock.act(random_event(draw, flock.simulation.scenario(), 1));
        } catch (const UserError&) {  // not in this world
        }
        break;
      case 3:
        flock.undo(draw.chance(0.6) ? 1 : -1);
        break;
      default: {
        const int64_t step = draw.whole(flock.travel->history().first_step(), end);
        flock.go(step);
        ASSERT_EQ(flock.flight->step_number(), step);
        if (step < end) {
          ASSERT_EQ(flock.simulation.hash(), flock.hashes[step]) << "step " << step << " of " << end;
        }
      }
    }
    if (testing::Test::HasFatalFailure()) return;
  }
  step(flock);
}

TEST_F(RandomTravel, ComesBackToTheBit) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const std::string log = (folder_ / "log.jsonl").string();
    RandomChoice draw(seed);
    Traveller flock(random_trial(seed, 100).source.to_toml(), log);
    try {
      travel(flock, draw);
    } catch (const RunError&) {
      continue;  // a number that is not finite
    }
    ASSERT_FALSE(HasFatalFailure());
    expect_log(log, flock.flight->step_number(), flock.simulation.hash());
  }
}

}  // namespace
}  // namespace murmur
