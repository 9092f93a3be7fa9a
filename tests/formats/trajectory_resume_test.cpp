// Trajectories that a resumed run goes on with: what is kept of a damaged file, what begins anew, and what is refused and
// left as it is.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include "sim/formats/trajectory_formats.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kRun = "r0123456789abcdef";

class TrajectoryResumeTest : public TempFolderTest {
 protected:
  void SetUp() override {
    xyz_ = (folder_ / "t.xyz").string();
    h5_ = (folder_ / "t.h5").string();
  }

  static Frame<float> frame(int64_t step, size_t boids = 2) {
    State<float> state;
    state.step = step;
    for (size_t i = 0; i < 2 * boids; ++i) state.position.push_back(static_cast<float>(step) + 0.5f);
    state.velocity.assign(2 * boids, 0.25f);
    return {
        std::make_shared<const State<float>>(state), {100.0, 80.0}, false, 0.5 * static_cast<double>(step)};
  }
  /// @returns the last step that was kept of the file.
  static int64_t write(const std::string& path, const std::vector<int64_t>& steps,
                       const FileStart& start = {}) {
    const auto trajectory = open_trajectory<float>(path, "", start);
    const int64_t kept = trajectory->last_step();
    for (const int64_t step : steps) trajectory->write(frame(step));
    trajectory->flush();
    return kept;
  }
  static void put(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  static std::string fault(const std::string& path, const FileStart& start) {
    try {
      open_trajectory<float>(path, "", start);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  }
  /// The text of such frames alone.
  std::string xyz_of(const std::vector<int64_t>& steps) const {
    const std::string path = (folder_ / "alone.xyz").string();
    write(path, steps);
    return read_text_file(path);
  }
  static std::vector<double> numbers(const std::string& path, const char* name) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT),
                set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set);
    std::vector<double> values(static_cast<size_t>(H5Sget_simple_extent_npoints(space)));
    EXPECT_GE(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0) << name;
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
    return values;
  }
  static std::vector<double> steps_in(const std::string& path) {
    return numbers(path, "/particles/boids/position/step");
  }

  std::string xyz_, h5_;
};

TEST_F(TrajectoryResumeTest, AMissingOrEmptyFileBeginsAnew) {
  for (const std::string& path : {xyz_, h5_}) {
    EXPECT_EQ(write(path, {6, 7}, {.run = kRun, .resumed_at = 5}), -1) << path;
    EXPECT_EQ(write(path, {8}, {.run = kRun, .resumed_at = 7, .every = 1}), 7) << path;
    fs::resize_file(path, 0);
    EXPECT_EQ(write(path, {9}, {.run = kRun, .resumed_at = 8, .every = 1}), -1) << path;
  }
  EXPECT_THAT(read_text_file(xyz_), HasSubstr(" Step=9 Time=4.5 Run=r0123456789abcdef\n"));
  EXPECT_THAT(steps_in(h5_), ElementsAre(9.0));
}

TEST_F(TrajectoryResumeTest, XyzKeepsTheFramesBeforeADamage) {
  const std::string first = xyz_of({0}), second = xyz_of({10}), third = xyz_of({20});
  const auto changed = [](std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
  };
  for (const std::string& damaged :
       {changed(second, "2\n", "x\n"), changed(second, "2\n", "-2\n"), changed(second, " Step=10", ""),
        changed(second, " Step=10", " Step=ten"), changed(second, " Step=10", " Step=-10"),
        changed(second, " Step=10", " Step=21"), changed(second, "2\n", "3\n"), second.substr(0, 2),
        second.substr(0, second.size() - 1)}) {
    put(xyz_, first + damaged);
    EXPECT_EQ(write(xyz_, {30}, {.resumed_at = 20}), 0) << damaged;
    EXPECT_EQ(read_text_file(xyz_), first + xyz_of({30})) << damaged;
  }
  put(xyz_, first + second + third);
  EXPECT_EQ(write(xyz_, {}, {.resumed_at = 19}), 10) << "a whole file is cut at the step";
  EXPECT_EQ(read_text_file(xyz_), first + second);
}

TEST_F(TrajectoryResumeTest, AnUnfinishedFirstXyzFrameBeginsAnew) {
  const std::string whole = xyz_of({0}), next = xyz_of({5});
  for (size_t size = 0; size < whole.size(); size += size < 14 ? 1 : 29) {
    put(xyz_, whole.substr(0, size));
    EXPECT_EQ(write(xyz_, {5}, {.run = "", .resumed_at = 4}), -1) << size;
    EXPECT_EQ(read_text_file(xyz_), next) << size;
  }
}

// Also without a line end: such a file is no frame that was cut.
TEST_F(TrajectoryResumeTest, OtherTextIsRefusedAndKept) {
  for (const char* text : {"dear diary", "dear diary\n", "7\ncomment", "7\ncomment\n0 1 2\n", "7 \n", "\n",
                           "-1\nLattice=\"1 0 0 0 1 0 0 0 1\"\n"}) {
    put(xyz_, text);
    EXPECT_EQ(fault(xyz_, {.resumed_at = 5}),
              xyz_ + ": is not the trajectory of the run to resume; name another file with --trajectory")
        << text;
    EXPECT_EQ(read_text_file(xyz_), text);
  }
}

TEST_F(TrajectoryResumeTest, AGapOrAnotherRunIsRefused) {
  for (const std::string& path : {xyz_, h5_}) {
    write(path, {0, 10}, {.run = kRun});
    EXPECT_EQ(fault(path, {.run = kRun, .resumed_at = 20, .every = 5}), "");
    EXPECT_THAT(fault(path, {.run = kRun, .resumed_at = 21, .every = 5}),
                HasSubstr(path + ": ends at step 10, the checkpoint of --resume is of step 21"));
    EXPECT_THAT(fault(path, {.run = "rffffffffffffffff", .resumed_at = 20}),
                HasSubstr(path + ": belongs to the run r0123456789abcdef"));
    write(path, {0});
    EXPECT_THAT(fault(path, {.run = kRun, .resumed_at = 1}),
                HasSubstr("does not say to which run it belongs"));
  }
}

TEST_F(TrajectoryResumeTest, AnXyzFrameOfMoreThanAMegabyteIsWhole) {
  constexpr size_t kBoids = 40000;
  const auto trajectory = open_trajectory<float>(xyz_, "");
  trajectory->write(frame(3, kBoids));
  trajectory->flush();
  const std::string text = read_text_file(xyz_);
  EXPECT_GT(text.size(), size_t{1} << 20);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), static_cast<std::ptrdiff_t>(kBoids + 2));
  EXPECT_TRUE(text.ends_with("\n39999 3.5 3.5 0 0.25 0.25 0\n"));
  EXPECT_EQ(write(xyz_, {}, {.resumed_at = 3}), 3);
}

TEST_F(TrajectoryResumeTest, AnH5FileWithoutFramesGoesOn) {
  write(h5_, {}, {.run = kRun});
  EXPECT_EQ(write(h5_, {}, {.run = kRun, .resumed_at = 5}), -1) << "cut by a flush without a frame";
  EXPECT_EQ(write(h5_, {6}, {.run = kRun, .resumed_at = 5}), -1);
  EXPECT_THAT(steps_in(h5_), ElementsAre(6.0));
}

TEST_F(TrajectoryResumeTest, H5FramesAfterTheCheckpointAreCutAlsoAllOfThem) {
  write(h5_, {10, 20}, {.run = kRun});
  EXPECT_EQ(write(h5_, {11}, {.run = kRun, .resumed_at = 10}), 10);
  EXPECT_THAT(steps_in(h5_), ElementsAre(10.0, 11.0));
  EXPECT_EQ(write(h5_, {7}, {.run = kRun, .resumed_at = 5}), -1);
  EXPECT_THAT(steps_in(h5_), ElementsAre(7.0));
}

TEST_F(TrajectoryResumeTest, AnH5FlockOfNoneGrows) {
  {
    const auto trajectory = open_trajectory<float>(h5_, "");
    trajectory->write(frame(0, 0));
    trajectory->write(frame(1, 3));
    trajectory->flush();
  }
  EXPECT_THAT(steps_in(h5_), ElementsAre(0.0, 1.0));
  EXPECT_THAT(numbers(h5_, "/particles/boids/id/value"), ElementsAre(-1.0, -1.0, -1.0, 0.0, 1.0, 2.0));
}

}  // namespace
}  // namespace murmur
