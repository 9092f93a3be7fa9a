// Steps, events, seeks, undo, other backends, files, copies and a device that fails, asked for in random order and without waiting
// for each other: whatever came of it, the log replays to the same flock. Also for the thread sanitizer.
#include <gtest/gtest.h>

#include "sim/scenario/source.h"
#include "sim/util/errors.h"
#include "support/failing_device.h"
#include "support/live_flock.h"
#include "support/random_scenario.h"
#include "support/recorded_flock.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

class RandomJobs : public TempFolderTest {
 protected:
  /// One thing that a user or the window asks for.
  void ask(LiveRun& run, RandomChoice& draw) {
    switch (draw.whole(0, 10)) {
      case 0:
      case 1:
        try {
          run.post(random_event(draw, run.expected().scenario, 1), {.frame = ++frame_});
        } catch (const UserError&) {  // not in this world, or during a seek
        }
        break;
      case 2:
        run.undo(draw.chance(0.6) ? 1 : -1);
        break;
      case 10:
        run.ask(
            job::TakeBack{.act = {.frame = draw.whole(0, frame_)}, .again = draw.chance(0.4), .what = "it"});
        break;
      case 3:
        run.seek(draw.whole(run.reach().first, run.reach().last));
        break;
      case 4:
        run.switch_backend("cpu", {.threads = static_cast<int>(draw.whole(1, 3))});
        break;
      case 5:
        run.ask(job::Export{.kind = draw.chance(0.5) ? ExportKind::kState : ExportKind::kLog,
                            .before = (folder_ / "f").string(),
                            .ending = ".saved"});
        break;
      case 6:
        run.ask(job::CopyFlock{job::CopyFlock::For::kMetrics});
        break;
      case 7:
        run.cancel();
        break;
      default:
        if (run.idle() && run.step()) break;
    }
  }

 private:
  int64_t frame_ = 0;
};

TEST_F(RandomJobs, EndInAFlockToWhichTheLogReplays) {
  int recoveries = 0, blown_up = 0;
  for (uint64_t seed = 1; seed <= 25; ++seed) {
    SCOPED_TRACE(seed);
    const std::string log = (folder_ / "log.jsonl").string();
    const ScenarioSource source = ScenarioSource::from_text("preset = \"benchmark\"\nboids = 120\n", "test");
    EventLogWriter writer(
        log, {.origin = {.scenario = source.to_toml()}, .seed = source.scenario().seed, .build = "test"});
    auto failing = std::make_unique<FailingDevice>();
    RandomChoice draw(seed);
    failing->calls_left = static_cast<int>(draw.whole(0, 300));
    LiveFlock flock(std::make_unique<Simulation<float>>(source, std::move(failing)), &writer);
    try {
      for (int k = 0; k < 120; ++k) {
        ask(flock.run, draw);
        flock.look(draw.chance(0.3) ? 60.0 : 0.0);
      }
      flock.settle();
      flock.run.seek(flock.run.reach().last);
      flock.settle();
      flock.steps(1);
    } catch (const RunError& error) {  // values were asked for that no step survives: the window ends there
      ASSERT_NE(std::string(error.what()).find("not a finite number"), std::string::npos) << error.what();
      ++blown_up;
      continue;
    }
    recoveries += static_cast<int>(!flock.reports.empty() && flock.run.backend() == "cpu");
    if (auto* device = dynamic_cast<FailingDevice*>(&flock.simulation().backend()))
      device->calls_left = -1;  // what is left must not run out at the hash, where no job would see it
    const uint64_t hash = flock.simulation().hash();
    ASSERT_NO_FATAL_FAILURE(expect_log(log, flock.run.step_number(), hash));
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(recoveries, 3);
  EXPECT_LT(blown_up, 15);
}

}  // namespace
}  // namespace murmur
