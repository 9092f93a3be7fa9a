// The output of bench: columns and fields as in docs/bench-format.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/bench/cases.h"
#include "app/bench/report.h"
#include "app/bench/settled_state.h"
#include "sim/util/errors.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

BenchReport small_report() {
  BenchRow row;
  row.boids = 1000;
  row.label = row.backend = "cpu";
  row.threads = 2;
  row.state = "uniform";
  row.step_ms = {1.0, 2.0, 3.0};
  row.times = summarise(row.step_ms);
  row.phases = {0.5, 0.25, 1.25, 2.0};
  row.pairs = {60000.0, 20000.0, 40};
  row.speed_up = 1.0;
  row.hash = 0xabc;
  BenchReport report;
  report.preset = "benchmark";
  report.rows = {row, row};
  report.rows[1].label = "cuda";
  report.rows[1].differs = true;
  return report;
}

TEST(BenchReport, CsvBeginsAndEndsAsPromised) {
  const std::string text = csv_text(small_report().rows);
  EXPECT_THAT(text, StartsWith("boids,backend,threads,state,median_ms,p95_ms,p99_ms,ns_per_boid,pair_tests_"
                               "per_s,neighbours_mean,"));
  const std::string header = text.substr(0, text.find('\n'));
  EXPECT_TRUE(header.ends_with(",hash")) << header;
  EXPECT_THAT(text, HasSubstr("\n1000,cpu,2,uniform,2.000000,2.900000,2.980000,2000.0000,3e+07,20.0000,"));
  EXPECT_TRUE(text.ends_with(",1,0000000000000abc\n")) << text;
}

TEST(BenchReport, TableFlagsADifferentHash) {
  const std::string text = table_text(small_report().rows);
  EXPECT_THAT(text, HasSubstr("0000000000000abc DIFFERS\n"));
  EXPECT_THAT(text, HasSubstr("0000000000000abc\n"));
}

TEST(BenchReport, JsonHasWhatPlotsNeed) {
  const auto json = nlohmann::json::parse(json_text(small_report()));
  EXPECT_EQ(json["format"], "murmur-bench");
  EXPECT_EQ(json["version"], kBenchFormatVersion);
  const auto& row = json["rows"][0];
  EXPECT_EQ(row["median_ms"], 2.0);
  EXPECT_EQ(row["phases_ms"]["rules"], 1.25);
  EXPECT_EQ(row["neighbours_mean"], 20.0);
  EXPECT_EQ(row["step_ms"].size(), 3u);
  EXPECT_EQ(row["hash"], "0000000000000abc");
  EXPECT_EQ(json["rows"][1]["hash_differs"], true);
  for (const char* key : {"murmur", "type", "optimised", "compiler", "flags"})
    EXPECT_TRUE(json["build"].contains(key)) << key;
  for (const char* key : {"cpu", "threads", "simd", "gpus", "gpu_driver"})
    EXPECT_TRUE(json["machine"].contains(key)) << key;
}

TEST(BenchCases, NamesThreadsAndInstructionSets) {
  BackendOptions defaults;
  defaults.threads = 3;
  const auto specs = parse_cases({"reference", "cpu", "cpu:2", "cpu:avx2:1", "cuda:1"}, defaults);
  EXPECT_EQ(specs[0].threads, 1);
  EXPECT_EQ(specs[1].threads, 3);
  EXPECT_EQ(specs[2].options.threads, 2);
  EXPECT_EQ(specs[3].options.threads, 1);
  EXPECT_EQ(specs[3].options.simd, Simd::kAvx2);
  EXPECT_EQ(specs[4].options.device, 1);
  EXPECT_EQ(specs[4].threads, 0);
}

TEST(BenchCases, AllFaultsAtOnce) {
  try {
    parse_cases({"cpux", "cpu:0", "reference:2", "cpu", "cpu"}, {});
    FAIL() << "no exception";
  } catch (const UserError& error) {
    ASSERT_EQ(error.faults().size(), 4u);
    EXPECT_THAT(error.faults()[0], HasSubstr("did you mean cpu?"));
    EXPECT_THAT(error.faults()[3], HasSubstr("cpu is there twice"));
  }
  EXPECT_THROW(parse_cases({}, {}), UserError);
}

TEST(SettledState, IsKeptAndTheSameAgain) {
  const std::string folder = testing::TempDir() + "murmur-settled-test";
  std::filesystem::remove_all(folder);
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  const ScenarioSource source = scenario_of("preset = \"benchmark\"\nboids = 300");
  int64_t asked = 0;
  const auto count = [&](int64_t) { return ++asked, true; };
  const State<float> first = settled_state(source, count);
  EXPECT_EQ(asked, kSettledSteps);
  EXPECT_EQ(first.step, kSettledSteps);
  const State<float> second = settled_state(source, count);
  EXPECT_EQ(asked, kSettledSteps) << "the second time comes from the cache";
  EXPECT_EQ(state_hash(first), state_hash(second));

  EXPECT_NE(settled_cache_path(source),
            settled_cache_path(scenario_of("preset = \"benchmark\"\nboids = 300\nseed = 2")));
  EXPECT_NE(settled_cache_path(source),
            settled_cache_path(scenario_of("preset = \"benchmark\"\nboids = 300\n[rules]\nradius = 51.0")));

  std::fstream file(settled_cache_path(source), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(100);
  file.put('x');
  file.close();
  EXPECT_EQ(state_hash(settled_state(source, count)), state_hash(first)) << "a damaged file is computed anew";
  EXPECT_EQ(asked, 2 * kSettledSteps);
  std::filesystem::remove_all(folder);
}

TEST(SettledState, StopsWhenAsked) {
  setenv("XDG_CACHE_HOME", (testing::TempDir() + "murmur-settled-stop").c_str(), 1);
  const State<float> state = settled_state(scenario_of("preset = \"benchmark\"\nboids = 300"),
                                           [](int64_t step) { return step < 5; });
  EXPECT_EQ(state.count(), 0);
}

}  // namespace
}  // namespace murmur
