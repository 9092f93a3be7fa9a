// A metrics file that goes on after a checkpoint keeps every row the checkpoint counts on, whatever stops it.
#include <csignal>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "sim/formats/metrics_csv.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;

class MetricsCsvTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "murmur_metrics_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    path_ = (folder_ / "m.csv").string();
    MetricsCsv file(path_);
    for (int64_t step : {0, 7, 14, 21}) {
      Metrics metrics = {};
      metrics.step = step;
      file.write(metrics);
      if (step == 14) up_to_14_ = read_text_file(path_);
    }
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
  std::string path_, up_to_14_;
};

TEST_F(MetricsCsvTest, GoesOnAfterTheRowsOfItsCheckpoint) {
  MetricsCsv file(path_, {.resumed_at = 15});
  EXPECT_EQ(file.last_step(), 14);
  EXPECT_THAT(read_text_file(path_), testing::HasSubstr("\n21,")) << "nothing is cut before the first write or flush";
  file.flush();
  EXPECT_EQ(read_text_file(path_), up_to_14_);
  Metrics metrics = {};
  metrics.step = 21;
  file.write(metrics);
  const std::string whole = read_text_file(path_);
  EXPECT_TRUE(whole.starts_with(up_to_14_ + "21,")) << whole;
}

// Where not one byte can be written, the rows still have to be there: a program killed at the worst instant
// has written none either.
TEST_F(MetricsCsvTest, LosesNoRowWhileItOpens) {
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit none = {0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);
  std::string fault;
  try {
    MetricsCsv file(path_, {.resumed_at = 15});
    file.flush();
  } catch (const RunError& error) {
    fault = error.what();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read_text_file(path_), up_to_14_) << fault;
}

}  // namespace
}  // namespace murmur
