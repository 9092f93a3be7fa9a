// Event logs that were recorded once on x86-64 (tests/formats/recorded) play again with the same hashes on this processor,
// with each of its instruction sets. They change only when the model does; recorded/README.md says how they are made.
// A log that does not fit its run is refused, and a hash that differs is named.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "sim/formats/event_log.h"
#include "sim/formats/log_player.h"
#include "sim/formats/scenario_files.h"
#include "sim/run/simulation.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

void expect_replay(const EventLog& log, std::unique_ptr<Backend<float>> backend) {
  SCOPED_TRACE(backend->description());
  Simulation<float> run(ScenarioSource::from_text(log.header.origin.scenario, "log"), std::move(backend));
  run.forget_schedule();
  int hashes = 0, events = 0;
  for (const auto& record : log.records) {
    if (const auto* event = std::get_if<Event>(&record)) {
      while (run.step_number() < event->step) run.advance();
      run.post(*event);
      ++events;
    } else {
      const auto& hash = std::get<HashRecord>(record);
      while (run.step_number() < hash.step) run.advance();
      run.apply_events();
      ASSERT_EQ(hash.hash, run.hash()) << "after step " << hash.step;
      ++hashes;
    }
  }
  EXPECT_GE(hashes, 3);
  EXPECT_GE(events, 8);
}

TEST(LogReplay, OfX86HasTheSameHashesHere) {
  int logs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(MURMUR_TEST_DATA "/formats/recorded")) {
    if (entry.path().extension() != ".jsonl") continue;
    SCOPED_TRACE(entry.path().string());
    const EventLog log = read_event_log(entry.path().string());
    EXPECT_FALSE(log.cut);
    expect_replay(log, make_reference_float());
    for (const Simd simd : available_simds()) expect_replay(log, make_cpu({.threads = 2, .simd = simd}));
    ++logs;
  }
  EXPECT_EQ(logs, 2);
}

/// A log of so many steps of a small flock, and the player of it.
class LogPlayerTest : public testing::Test {
 protected:
  void SetUp() override {
    log_.header.origin.scenario = "preset = \"book\"\nboids = 10";
    Simulation<float> run(ScenarioSource::from_text(log_.header.origin.scenario, "log"), make_cpu({}));
    for (int64_t step = 0; step < 3; ++step) {
      log_.records.emplace_back(HashRecord{step, run.hash()});
      run.advance();
    }
  }
  std::unique_ptr<Simulation<float>> begin() {
    return simulation_of_log(
        "f.jsonl", log_, [](int64_t, int) { return make_cpu({}); }, boids_);
  }
  /// Plays it to its end. @returns why it ends early, or "".
  std::string play() {
    const auto simulation = begin();
    LogPlayer player("f.jsonl", log_);
    try {
      for (player.play_current_step_or_throw(*simulation); !player.finished();
           player.play_current_step_or_throw(*simulation))
        simulation->advance();
    } catch (const MismatchError& error) {
      return error.what();
    }
    return "";
  }

  EventLog log_;
  int64_t boids_ = 0;
};

TEST_F(LogPlayerTest, PlaysToTheEnd) {
  EXPECT_EQ(play(), "");
  EXPECT_EQ(boids_, 10);
}

TEST_F(LogPlayerTest, StopsAtTheFirstHashThatDiffers) {
  const uint64_t right = std::get<HashRecord>(log_.records[1]).hash;
  log_.records[1] = HashRecord{1, 0x0123456789abcdef};
  const std::string differs = fmt::format("backend cpu computes {:016x}", right);
  EXPECT_EQ(play(), "f.jsonl: at step 1 it says 0123456789abcdef, " + differs);
  const auto simulation = begin();
  LogPlayer player("f.jsonl", log_);
  EXPECT_TRUE(player.play_current_step(*simulation));
  EXPECT_EQ(player.difference_text(), "");
  simulation->advance();
  for ([[maybe_unused]] const int time : {1, 2}) {
    EXPECT_FALSE(player.play_current_step(*simulation)) << "a second time it goes no further either";
    EXPECT_EQ(player.place(), 1);
    EXPECT_EQ(player.difference_text(), "differs at step 1: the log says 0123456789abcdef, " + differs +
                                            "; 1 earlier hashes agree, the last at step 0");
  }
}

TEST_F(LogPlayerTest, TheFirstHashMayDiffer) {
  log_.records[0] = HashRecord{0, 1};
  const auto simulation = begin();
  LogPlayer player("f.jsonl", log_);
  EXPECT_FALSE(player.play_current_step(*simulation));
  EXPECT_TRUE(player.difference_text().ends_with("; 0 earlier hashes agree")) << player.difference_text();
}

TEST_F(LogPlayerTest, NothingComesBeforeTheFirstStep) {
  log_.header.initial = "step,id,x,y,vx,vy\n2,0,10,10,1,0\n";
  try {
    begin();
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "f.jsonl:2: step 0 comes before the run's first step, 2");
  }
  log_.records.erase(log_.records.begin(), log_.records.begin() + 2);
  const auto simulation = begin();
  EXPECT_EQ(simulation->step_number(), 2);
  EXPECT_EQ(boids_, 1);
  log_.records.clear();
  EXPECT_EQ(LogPlayer("f.jsonl", log_).last_step(*simulation), 2);
}

TEST(TerrainImage, MustBeTheOneOfTheRun) {
  const std::string path = testing::TempDir() + "/murmur_image_" + std::to_string(getpid()) + ".pgm";
  std::ofstream(path) << "heights";
  Scenario scenario;
  EXPECT_EQ(files_digest(scenario), "");
  EXPECT_NO_THROW(check_files("f.jsonl", scenario, "")) << "a run without an image";
  scenario.terrain.emplace();
  scenario.terrain->image = path;
  const std::string hash = files_digest(scenario);
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_NO_THROW(check_files("f.jsonl", scenario, hash));
  const auto fault = [&]() -> std::string {
    try {
      check_files("f.jsonl", scenario, hash);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  };
  std::ofstream(path) << "Heights";
  EXPECT_EQ(fault(), "f.jsonl: its terrain image " + path +
                         " has changed since the run began; put the file of the run back to go on with it");
  std::filesystem::remove(path);
  EXPECT_EQ(fault(), "f.jsonl: its terrain image " + path +
                         " cannot be read; put the file of the run back to go on with it");
}

}  // namespace
}  // namespace murmur
