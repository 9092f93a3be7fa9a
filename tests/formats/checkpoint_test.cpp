// A run saved at any step goes on to the same bits on any backend; a damaged file is refused in a sentence.
#include <filesystem>
#include <fstream>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/formats/checkpoint.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "support/lockstep.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CheckpointTest : public TempFolderTest {
 protected:
  void SetUp() override { path_ = (folder_ / "c").string(); }

  template <class T>
  void save(const Simulation<T>& simulation) const {
    auto& open = const_cast<Simulation<T>&>(simulation);
    write_checkpoint<T>(path_, {{}, simulation.run_state(), simulation.state(), open.hash()});
  }
  void put(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  std::string fault() const {
    try {
      read_checkpoint<float>(path_);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  }

  /// Saved at any step.
  void goes_on(const std::string& scenario) const {
    const ScenarioSource source = scenario_of(scenario);
    Simulation<float> whole(source, make_cpu({}));
    for (int step = 0; step < 24; ++step) whole.advance();
    Simulation<float> simulation(source, make_cpu({}));
    for (int step = 0; step < 24; ++step) {
      save(simulation);
      for (const bool slow : {false, true}) {
        Checkpoint<float> checkpoint = read_checkpoint<float>(path_);
        EXPECT_EQ(checkpoint.state.step, step);
        EXPECT_EQ(checkpoint.hash, state_hash(checkpoint.state));
        Simulation<float> resumed(std::move(checkpoint.run), slow ? make_reference_float() : make_cpu({}),
                                  checkpoint.state);
        while (resumed.step_number() < 24) resumed.advance();
        ASSERT_EQ(resumed.hash(), whole.hash())
            << "saved at step " << step << (slow ? ", reference" : ", cpu");
      }
      simulation.advance();
    }
  }

  std::string path_;
};

/// Every kind of event before, at and after the steps where the run is saved, and all that a state can hold.
constexpr const char* kEventful = R"(preset = "benchmark"
boids = 300
[rules]
alignment = { inertia = 3.0 }
[goal]
path = [[100.0, 100.0], [300.0, 200.0], [50.0, 300.0]]
[[predator]]
max_speed = 3.0
[[species]]
[[species]]
max_speed = 3.5
[[species]]
[wind]
velocity = [0.01, 0.0]
gust = { probability = 0.2, duration = 3, strength = 0.1 }
[[event]]
step = 4
kind = "startle"
steps = 9
[[event]]
step = 6
kind = "gust"
strength = 0.3
steps = 7
[[event]]
step = 8
kind = "set"
key = "rules.radius"
value = 41.0
[[event]]
step = 10
kind = "add"
at = [10.0, 20.0]
count = 5
[[event]]
step = 12
kind = "scatter"
at = [30.0, 20.0]
[[event]]
step = 14
kind = "remove"
count = 3
[[event]]
step = 16
kind = "preset"
preset = "book"
[[event]]
step = 18
kind = "startle"
steps = 4
)";

/// Species that change from step to step: what is caught, and what events make of it.
constexpr const char* kCaught = R"(preset = "benchmark"
boids = 300
[[species]]
name = "well"
catch_radius = 20.0
caught_by = "ill"
becomes = "ill"
[[species]]
name = "ill"
count = 5
max_speed = 3.0
[pairs]
alignment = [[1.0, -1.0], [0.5, 1.0]]
[[event]]
step = 7
kind = "convert"
from = "ill"
to = "well"
at = [100.0, 100.0]
radius = 200.0
[[event]]
step = 13
kind = "add"
at = [30.0, 20.0]
count = 9
species = "ill"
)";

/// Walls that block the view, and one that is drawn and changed in flight.
constexpr const char* kWalled = R"(preset = "benchmark"
boids = 300
[[wall]]
points = [[20.0, 60.0], [80.0, 70.0], [70.0, 20.0]]
closed = true
avoid = "push"
radius = 12.0
[[wall]]
circle = { at = [60.0, 120.0], radius = 15.0 }
side = "both"
blocks_view = true
[[event]]
step = 7
kind = "set"
key = "wall[2]"
value = { points = [[120.0, 10.0], [130.0, 140.0]], avoid = "look-ahead", radius = 20.0 }
[[event]]
step = 13
kind = "set"
key = "wall[0].avoid"
value = "none"
[[event]]
step = 17
kind = "set"
key = "wall[2]"
value = ""
)";

/// Numbers that rules keep, one taken away and one added in flight.
constexpr const char* kKept = R"toml(preset = "benchmark"
boids = 300
[[rule]]
sums.told = "rumour_j"
state.rest = 3.0
state.rumour = { next = "id < 3 ? 1 : min(rumour + told / 9, 1)" }
add = "unit(v) * rumour * 0.1"
[[event]]
step = 7
kind = "set"
key = "rule[0].state.rest"
value = ""
[[event]]
step = 13
kind = "set"
key = "rule[0].state.age"
value = { start = 1.0, next = "age + rumour" }
[[event]]
step = 17
kind = "add"
at = [30.0, 20.0]
count = 9
)toml";

TEST_F(CheckpointTest, GoesOnToTheSameBitsFromAnyStepOnAnyBackend) {
  for (const char* const scenario : {kEventful, kCaught, kWalled, kKept}) goes_on(scenario);
}

TEST_F(CheckpointTest, SpeciesDoChangeThere) {
  Simulation<float> simulation(scenario_of(kCaught), make_cpu({}));
  std::vector<uint32_t> before = simulation.state().columns.species;
  int changes = 0;
  for (int step = 0; step < 24; ++step) {
    simulation.advance();
    const std::vector<uint32_t> after = simulation.state().columns.species;
    changes += std::equal(before.begin(), before.end(), after.begin()) ? 0 : 1;
    before = after;
  }
  EXPECT_GT(changes, 10);
}

TEST_F(CheckpointTest, KeepsEventsThatWerePostedButNotApplied) {
  Simulation<float> simulation(scenario_of("preset = \"book\"\nboids = 20"), make_cpu({}));
  Event event;
  event.kind = EventKind::kAdd;
  event.at = {100.0, 100.0};
  event.count = 4;
  simulation.post(event);
  save(simulation);
  Checkpoint<float> checkpoint = read_checkpoint<float>(path_);
  Simulation<float> resumed(std::move(checkpoint.run), make_cpu({}), checkpoint.state);
  simulation.advance();
  resumed.advance();
  EXPECT_EQ(resumed.count(), 24);
  EXPECT_EQ(resumed.hash(), simulation.hash());
}

TEST_F(CheckpointTest, HoldsDoubleRunsToo) {
  const ScenarioSource source = scenario_of("preset = \"quiver\"\nboids = 50");
  Simulation<double> simulation(source, make_reference_double());
  for (int step = 0; step < 5; ++step) simulation.advance();
  save(simulation);
  Checkpoint<double> checkpoint = read_checkpoint<double>(path_);
  Simulation<double> resumed(std::move(checkpoint.run), make_reference_double(), checkpoint.state);
  simulation.advance();
  resumed.advance();
  EXPECT_EQ(resumed.hash(), simulation.hash());
  EXPECT_THAT(fault(), HasSubstr("--precision double"));
}

TEST_F(CheckpointTest, KeepsTheLastTwo) {
  Simulation<float> simulation(scenario_of("preset = \"book\"\nboids = 20"), make_cpu({}));
  for (int step = 0; step < 4; ++step) {
    save(simulation);
    simulation.advance();
  }
  EXPECT_EQ(read_checkpoint<float>(path_).state.step, 3);
  EXPECT_EQ(read_checkpoint<float>(path_ + ".1").state.step, 2);
  size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 2u);
}

// A kill while a checkpoint is put in place can leave one file with both names.
TEST_F(CheckpointTest, KeepsTwoFilesAfterAKillWhileSaving) {
  Simulation<float> simulation(scenario_of("preset = \"book\"\nboids = 20"), make_cpu({}));
  save(simulation);
  fs::create_hard_link(path_, path_ + ".1");
  simulation.advance();
  save(simulation);
  EXPECT_EQ(read_checkpoint<float>(path_).state.step, 1);
  EXPECT_EQ(read_checkpoint<float>(path_ + ".1").state.step, 0);
  size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 2u);
}

TEST_F(CheckpointTest, RefusesEveryTruncationAndFlippedBit) {
  Simulation<float> simulation(scenario_of("preset = \"book\"\nboids = 12"), make_cpu({}));
  save(simulation);
  const std::string good = read_text_file(path_);
  std::mt19937 random(7);
  for (size_t size = 0; size < good.size(); size += 1 + random() % 40) {
    put(good.substr(0, size));
    ASSERT_NE(fault(), "") << "cut to " << size << " of " << good.size();
  }
  for (int flip = 0; flip < 400; ++flip) {
    std::string bad = good;
    const size_t at = random() % bad.size();
    bad[at] = static_cast<char>(bad[at] ^ 1 << random() % 8);
    put(bad);
    ASSERT_NE(fault(), "") << "byte " << at << " of " << good.size();
  }
  put(good + "x");
  EXPECT_NE(fault(), "");
  put(good);
  EXPECT_EQ(fault(), "");
}

TEST_F(CheckpointTest, SaysWhatIsWrongAndPointsToTheOneBefore) {
  Simulation<float> simulation(scenario_of("preset = \"book\"\nboids = 12"), make_cpu({}));
  save(simulation);
  save(simulation);
  std::string text = read_text_file(path_);
  put(text.substr(0, text.size() / 2));
  EXPECT_THAT(fault(), HasSubstr("the one before is whole: --resume " + path_ + ".1"));
  put(text.substr(0, text.size() / 2) + "\n");
  EXPECT_THAT(fault(), HasSubstr("is damaged: its checksum does not fit; the one before is whole"));
  put(kCheckpointBegin);
  EXPECT_THAT(fault(), HasSubstr("is cut short; the one before is whole"));
  std::ofstream(path_ + ".1", std::ios::binary) << text.substr(1);
  EXPECT_EQ(fault(), path_ + ": is cut short") << "neither is whole";
  put("");
  EXPECT_THAT(fault(), HasSubstr("is empty"));
  put("step,id,x,y,vx,vy\n");
  EXPECT_THAT(fault(), HasSubstr("is no checkpoint of murmur"));
  fs::remove(path_);
  EXPECT_THROW(read_checkpoint<float>(path_), RunError);
}

TEST_F(CheckpointTest, FailsCleanlyWhereNothingCanBeWritten) {
  Simulation<float> simulation(scenario_of("preset = \"book\"\nboids = 12"), make_cpu({}));
  path_ = (folder_ / "missing" / "c").string();
  try {
    save(simulation);
    FAIL() << "wrote into a folder that does not exist";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("does not exist"));
  }
}

TEST_F(CheckpointTest, AFolderOfItsNameIsLeftAsItIs) {
  Simulation<float> simulation(scenario_of("preset = \"book\"\nboids = 12"), make_cpu({}));
  fs::create_directory(path_);
  std::ofstream(path_ + "/kept") << "precious";
  EXPECT_THROW(save(simulation), RunError);
  EXPECT_EQ(read_text_file(path_ + "/kept"), "precious");
  EXPECT_FALSE(fs::exists(path_ + ".1"));
}

}  // namespace
}  // namespace murmur
