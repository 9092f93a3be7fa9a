// Files that a StateCsvWriter puts in place: whole or not at all, links followed, pipes and devices written to directly.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/formats/state_csv.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// Each test is a process of its own, and several run at a time.
std::string temporary(const std::string& name) {
  return ::testing::TempDir() + "/murmur_state_writer_" + std::to_string(getpid()) + "_" + name;
}

State<float> one_boid(int64_t step) {
  State<float> state;
  state.step = step;
  state.position = {1.0f, 2.0f};
  state.velocity = {0.1f, -1e-7f};
  return state;
}

TEST(StateCsvWriter, WritesSeveralStepsAndTheShortestNumbers) {
  const std::string path = temporary("steps.csv");
  StateCsvWriter<float> writer(path);
  writer.write(one_boid(1));
  writer.write(one_boid(10));
  writer.finish();
  EXPECT_EQ(read_text_file(path), "step,id,x,y,vx,vy\n1,0,1,2,0.1,-1e-07\n10,0,1,2,0.1,-1e-07\n");
}

TEST(StateCsvWriter, LeavesTheOldFileUntilItIsDone) {
  const std::string path = temporary("kept.csv");
  std::ofstream(path) << "precious";
  {
    StateCsvWriter<float> writer(path);
    writer.write(one_boid(1));
  }
  EXPECT_EQ(read_text_file(path), "precious");
  for (const auto& entry : fs::directory_iterator(fs::path(path).parent_path()))
    EXPECT_FALSE(entry.path().string().starts_with(path + ".murmur-")) << entry.path();
}

TEST(StateCsvWriter, SaysWhenTheFolderIsMissing) {
  const std::string path = nowhere("out.csv");
  try {
    StateCsvWriter<float> writer(path);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot write " + path + ": the folder " +
                                        fs::path(path).parent_path().string() + " does not exist"));
  }
}

TEST(StateCsvWriter, RefusesStepsOfOtherDimensions) {
  StateCsvWriter<float> writer(temporary("mixed.csv"));
  writer.write(one_boid(1));
  State<float> deep = one_boid(2);
  deep.dimensions = 3;
  deep.position.push_back(0.0f);
  deep.velocity.push_back(0.0f);
  EXPECT_THROW(writer.write(deep), RunError);
}

constexpr const char* kOneBoid = "step,id,x,y,vx,vy\n1,0,1,2,0.1,-1e-07\n";

void write_one(const std::string& path) {
  StateCsvWriter<float> writer(path);
  writer.write(one_boid(1));
  writer.finish();
}

std::string fault_of(const std::string& path) {
  try {
    write_one(path);
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

TEST(StateCsvWriter, TextIsTheFile) {
  EXPECT_EQ(StateCsvWriter<float>::text(one_boid(1)), kOneBoid);
  EXPECT_EQ(StateCsvWriter<double>::text({}), "step,id,x,y,vx,vy\n");
}

TEST(StateCsvWriter, RefusesAFolder) {
  const std::string folder = temporary("folder");
  fs::create_directory(folder);
  EXPECT_EQ(fault_of(folder), "cannot write " + folder + ": it is a folder, not a file");
  fs::create_directory_symlink(folder, folder + ".link");
  EXPECT_EQ(fault_of(folder + ".link"), "cannot write " + folder + ".link: it is a folder, not a file");
  EXPECT_TRUE(fs::is_empty(folder));
  fs::remove(folder + ".link");
  fs::remove(folder);
}

TEST(StateCsvWriter, FollowsLinksAlsoToAFileThatIsNotThereYet) {
  const std::string file = temporary("linked.csv"), link = temporary("link.csv"),
                    longer = temporary("longer.csv");
  fs::create_symlink(fs::path(file).filename(), link);
  fs::create_symlink(link, longer);
  for (const std::string& path : {longer, link}) {
    write_one(path);
    EXPECT_TRUE(fs::is_symlink(longer));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(read_text_file(file), kOneBoid);
    std::ofstream(file) << "older";
  }
  for (const std::string& path : {longer, link, file}) fs::remove(path);
}

TEST(StateCsvWriter, ReplacesALinkThatLeadsNowhere) {
  const std::string link = temporary("loop.csv");
  fs::create_symlink(link, link);
  write_one(link);
  EXPECT_FALSE(fs::is_symlink(link));
  EXPECT_EQ(read_text_file(link), kOneBoid);
  fs::remove(link);
}

TEST(StateCsvWriter, WritesToAPipeDirectly) {
  const std::string pipe = temporary("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  write_one(pipe);
  std::string text(1000, '\0');
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, ::read(reader, text.data(), text.size()))));
  EXPECT_EQ(text, kOneBoid);
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(pipe)) << "it was replaced by a file";
  fs::remove(pipe);
}

TEST(StateCsvWriter, SaysWhenADeviceIsFull) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  EXPECT_EQ(fault_of("/dev/full"), "cannot write /dev/full: the disk is full");
  EXPECT_EQ(fault_of("/dev/null"), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace murmur
