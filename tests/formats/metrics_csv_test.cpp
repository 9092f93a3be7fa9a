// A metrics file that goes on after a checkpoint keeps every row the checkpoint counts on, whatever stops it; a file of
// another run, or of none, is refused and kept.
#include <csignal>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "sim/formats/metrics_csv.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;

class MetricsCsvTest : public TempFolderTest {
 protected:
  void SetUp() override {
    path_ = (folder_ / "m.csv").string();
    MetricsCsv file(path_);
    for (int64_t step : {0, 7, 14, 21}) {
      Metrics metrics = {};
      metrics.step = step;
      file.write(metrics);
      if (step == 14) up_to_14_ = read_text_file(path_);
    }
  }

  std::string path_, up_to_14_;
};

TEST_F(MetricsCsvTest, GoesOnAfterTheRowsOfItsCheckpoint) {
  MetricsCsv file(path_, {.resumed_at = 15});
  EXPECT_EQ(file.last_step(), 14);
  EXPECT_THAT(read_text_file(path_), testing::HasSubstr("\n21,"))
      << "nothing is cut before the first write or flush";
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

constexpr const char* kRun = "r0123456789abcdef";

std::string row_of(int64_t step) {
  Metrics metrics = {};
  metrics.step = step;
  return metrics_row(metrics) + "," + kRun + "\n";
}

class MetricsResumeTest : public MetricsCsvTest {
 protected:
  void put(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  /// The file after a resume at step 15 has written a row of step 21. `last`: the step that it found.
  std::string resumed(int64_t last) const {
    MetricsCsv file(path_, {.run = kRun, .resumed_at = 15});
    EXPECT_EQ(file.last_step(), last);
    Metrics metrics = {};
    metrics.step = 21;
    file.write(metrics);
    return read_text_file(path_);
  }
  std::string fault(const FileStart& start) const {
    try {
      MetricsCsv(path_, start);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  }
  const std::string old_header_ = metrics_header(), header_ = old_header_ + ",run";
};

TEST_F(MetricsResumeTest, AFileWithoutARowBeginsAnew) {
  for (const std::string& text :
       {std::string(), header_.substr(0, 1), header_.substr(0, 20), old_header_, header_, old_header_ + "\n",
        header_ + "\n", header_ + "\n1", old_header_ + "\n7,1.5"}) {
    put(text);
    EXPECT_EQ(resumed(-1), header_ + "\n" + row_of(21)) << text;
  }
  fs::remove(path_);
  EXPECT_EQ(resumed(-1), header_ + "\n" + row_of(21)) << "a missing file";
}

TEST_F(MetricsResumeTest, RowsBeforeADamageAreKept) {
  const std::string good = header_ + "\n" + row_of(0) + row_of(7);
  for (const std::string& rest :
       {std::string("14,0.1"), std::string("x") + row_of(14), std::string("\n"), "," + row_of(14), row_of(16),
        row_of(16) + row_of(14), "14.5" + row_of(14) + row_of(15)}) {
    put(good + rest);
    EXPECT_EQ(resumed(7), good + row_of(21)) << rest;
  }
}

TEST_F(MetricsResumeTest, OtherFilesAreRefusedAndKept) {
  for (const std::string& text :
       {std::string("dear diary"), std::string("dear diary\n1,2\n"), "x" + header_ + "\n",
        header_ + ",more\n", header_ + "x", std::string("\n") + header_ + "\n"}) {
    put(text);
    EXPECT_EQ(fault({.run = kRun, .resumed_at = 15}),
              path_ +
                  ": is not the metrics file of the run to resume: its first line is not the header of "
                  "murmur's metrics; "
                  "name another file with --metrics")
        << text;
    EXPECT_EQ(read_text_file(path_), text);
  }
}

TEST_F(MetricsResumeTest, AFileOfAnotherRunOrWithAGapIsRefused) {
  put(header_ + "\n" + row_of(0) + row_of(7));
  EXPECT_THAT(fault({.run = "rffffffffffffffff", .resumed_at = 15}),
              testing::HasSubstr("belongs to the run r0123456789abcdef"));
  EXPECT_EQ(fault({.run = kRun, .resumed_at = 14, .every = 5}), "") << "the rows are 7 steps apart";
  EXPECT_THAT(fault({.run = kRun, .resumed_at = 15, .every = 5}), testing::HasSubstr("ends at step 7"));
  put(old_header_ + "\n7,1\n");
  EXPECT_THAT(fault({.run = kRun, .resumed_at = 15}),
              testing::HasSubstr("does not say to which run it belongs"));
}

TEST_F(MetricsResumeTest, AFileThatIsTakenAwayIsReported) {
  MetricsCsv file(path_, {.resumed_at = 15});
  fs::remove(path_);
  try {
    file.flush();
    FAIL() << "the rows are gone";
  } catch (const RunError& error) {
    EXPECT_EQ(std::string(error.what()), "cannot write " + path_ + ": No such file or directory");
  }
}

TEST(RunId, IsAnRAndSixteenHexDigits) {
  EXPECT_TRUE(is_run_id(run_id_text(0)));
  EXPECT_TRUE(is_run_id(run_id({.scenario = "preset = \"book\"", .precision = "float"})));
  for (const char* text :
       {"", "r", "r0123456789abcde", "r0123456789abcdef0", "q0123456789abcdef", "00123456789abcdef",
        "r0123456789abcdeF", "r0123456789abcdeg", "rr123456789abcdef", "R0123456789abcdef"})
    EXPECT_FALSE(is_run_id(text)) << text;
}

TEST(RunId, GoesOnOnlyWithItsOwnFilesAndWithoutGaps) {
  const auto fault = [](const FileStart& start, const FileFound& found) -> std::string {
    try {
      check_goes_on("--metrics", "m.csv", start, found);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  };
  const FileStart start = {.run = kRun, .resumed_at = 30, .every = 10};
  EXPECT_EQ(fault(start, {.run = kRun, .last_step = 20}), "");
  EXPECT_EQ(fault(start, {.run = kRun, .last_step = 19}),
            "--metrics m.csv: ends at step 19, the checkpoint of --resume is of step 30: what lies between "
            "would be missing; "
            "resume an earlier checkpoint, or name another file");
  EXPECT_EQ(fault(start, {.run = kRun, .last_step = 19, .spacing = 11}), "")
      << "it was written at another rate";
  FileStart unnamed = start;
  unnamed.every_named = false;
  EXPECT_EQ(fault(unnamed, {.run = kRun, .last_step = 30, .spacing = 10}), "");
  EXPECT_EQ(fault(unnamed, {.run = kRun, .last_step = 30}), "") << "one entry has no distance";
  EXPECT_EQ(
      fault(unnamed, {.run = kRun, .last_step = 30, .spacing = 5}),
      "--metrics m.csv: has an entry every 5 steps; add --metrics-every 5, or another number if the rest is "
      "to have other distances");
  EXPECT_EQ(fault({.run = kRun, .resumed_at = 30}, {.run = kRun, .last_step = 1}), "")
      << "gaps are not looked for";
  EXPECT_EQ(fault(start, {.run = "rffffffffffffffff", .last_step = 20}),
            "--metrics m.csv: belongs to the run rffffffffffffffff, the checkpoint of --resume to "
            "r0123456789abcdef; name another "
            "file, or the checkpoint of that run");
  EXPECT_EQ(fault(start, {.run = "rffffffffffffffff"}), "") << "it holds nothing";
  EXPECT_EQ(fault({.resumed_at = 30, .every = 10}, {.run = "rffffffffffffffff", .last_step = 1}), "")
      << "the run is not known";
  EXPECT_THAT(fault(start, {.last_step = 20}),
              testing::HasSubstr("as files of older versions do not; the run of --resume is r0123"));
}

}  // namespace
}  // namespace murmur
