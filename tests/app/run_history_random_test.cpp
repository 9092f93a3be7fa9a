// Random flocks to which a random user does this and that, goes back and forth, undoes and redoes: every step comes back to the
// bit, and the log that is left replays to the same flock.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "sim/util/errors.h"
#include "support/random_scenario.h"
#include "support/recorded_flock.h"
#include "support/temp_folder.h"
#include "support/trial.h"

namespace murmur {
namespace {

class RandomRunHistory : public TempFolderTest {};

/// One thing after another, until a number is not finite or the user has had enough.
void travel(RecordedFlock& flock, RandomChoice& draw) {
  std::vector<UndoTag> acts;
  for (int act = 0; act < 25; ++act) {
    const int64_t end = flock.live->run.reach().last;
    switch (draw.whole(0, 6)) {
      case 0:
      case 1:
        for (int64_t k = draw.whole(1, 15); k > 0; --k) flock.steps(1);
        break;
      case 2:
        try {
          acts.push_back(flock.act(random_event(draw, flock.scenario(), 1)));
        } catch (const UserError&) {  // not in this world
        }
        break;
      case 3:
        flock.undo(draw.chance(0.6) ? 1 : -1);
        break;
      case 4:
        if (!acts.empty()) flock.take_back(draw.one_of(acts), draw.chance(0.4));
        flock.hashes.clear();  // they may be those of other steps
        break;
      default: {
        const int64_t step = draw.whole(flock.live->run.reach().first, end);
        flock.go(step);
        ASSERT_EQ(flock.step_number(), step);
        if (step < end && flock.hashes.contains(step)) {
          ASSERT_EQ(flock.hash(), flock.hashes[step]) << "step " << step << " of " << end;
        }
      }
    }
    if (testing::Test::HasFatalFailure()) return;
  }
  flock.go(flock.live->run.reach().last);
  flock.steps(1);
}

TEST_F(RandomRunHistory, ComesBackToTheBit) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const std::string log = (folder_ / "log.jsonl").string();
    RandomChoice draw(seed);
    std::optional<RecordedFlock> flock;
    try {
      flock.emplace(random_trial(seed, 100).source.to_toml(), log);
    } catch (const UserError&) {
      continue;  // a start that walls refuse
    }
    try {
      travel(*flock, draw);
    } catch (const RunError&) {
      continue;  // a number that is not finite
    }
    ASSERT_FALSE(HasFatalFailure());
    expect_log(log, flock->step_number(), flock->hash());
  }
}

}  // namespace
}  // namespace murmur
