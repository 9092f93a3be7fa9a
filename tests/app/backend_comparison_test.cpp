// Compare: every backend runs a copy, the live run does not change, and times and hashes are reported.
#include <chrono>

#include "app/live/backend_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"

namespace murmur {
namespace {

using testing::HasSubstr;

Simulation<float> book(int64_t boids) {
  ScenarioOverrides overrides;
  overrides.boids = boids;
  return {ScenarioSource::from_preset("book", overrides), make_cpu({.threads = 2})};
}

FlockCopy copy_of(const Simulation<float>& simulation) {
  return {.run = simulation.run_state(), .state = simulation.state()};
}

std::vector<CompareRow> finished(BackendComparison& compare) {
  while (compare.running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return compare.rows();
}

TEST(Compare, FliesCopiesToTheBitsOfTheLiveRunAndLeavesItAlone) {
  Simulation<float> live = book(150), straight = book(150);
  for (Simulation<float>* run : {&live, &straight}) {
    for (int step = 0; step < 10; ++step) run->advance();
    run->post({.kind = EventKind::kGust, .strength = 0.3, .steps = 8});  // acts in the copies too
    run->post({.kind = EventKind::kStartle, .steps = 3});
    run->advance();
  }
  const BackendCatalog backends(BackendOptions{.threads = 2});
  BackendComparison compare;
  compare.start(copy_of(live), backends, 7);
  const std::vector<CompareRow> rows = finished(compare);
  // Those that use threads fly on one thread too.
  ASSERT_EQ(rows.size(), murmur::backends().size() + backend_names_where(&BackendKind::threads).size());
  EXPECT_EQ(live.step_number(), 11);
  EXPECT_EQ(live.hash(), straight.hash());
  for (int step = 0; step < 7; ++step) straight.advance();
  int flown = 0;
  for (const CompareRow& row : rows) {
    if (!row.skipped.empty()) continue;
    ++flown;
    EXPECT_EQ(row.hash, straight.hash()) << row.label;
    EXPECT_GT(row.step_ms, 0.0) << row.label;
  }
  EXPECT_GE(flown, 3);
  EXPECT_EQ(speed_up(rows[1], rows), 1.0);
  EXPECT_EQ(speed_up(rows[0], rows), rows[1].step_ms / rows[0].step_ms);
  for (int step = 0; step < 7; ++step) live.advance();
  EXPECT_EQ(live.hash(), straight.hash());
  const CompareVerdict end = verdict(rows, compare.first_step(), compare.steps());
  EXPECT_TRUE(end.agree);
  EXPECT_THAT(end.text, HasSubstr("7 steps from step 11: the bits agree"));
}

TEST(Compare, SaysWhichBackendFailed) {
  const std::vector<CompareRow> rows{{.label = "cpu", .step_ms = 1.0, .hash = 7},
                                     {.label = "reference", .skipped = "too slow here"},
                                     {.label = "cuda", .skipped = "the GPU failed", .failed = true}};
  const CompareVerdict end = verdict(rows, 0, 1);
  EXPECT_FALSE(end.agree);
  EXPECT_EQ(end.text, "1 step from step 0: cpu alone, hash 0000000000000007; cuda failed");
}

TEST(Compare, SkipsAReferenceThatWouldTakeMinutes) {
  Simulation<float> live = book(15000);
  const BackendCatalog backends(BackendOptions{.threads = 1});
  BackendComparison compare;
  compare.start(copy_of(live), backends, 20);
  compare.stop();
  finished(compare);
  compare.start(copy_of(live), backends, 20);
  while (compare.running() && compare.rows().empty()) std::this_thread::yield();
  compare.stop();
  finished(compare);
  const std::vector<CompareRow> rows = compare.rows();
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows[0].label, "reference");
  EXPECT_THAT(rows[0].skipped, HasSubstr("20 steps of 15000² pairs"));
}

TEST(Compare, StopsWhenTold) {
  Simulation<float> live = book(600);
  const BackendCatalog backends(BackendOptions{.threads = 1});
  BackendComparison compare;
  compare.start(copy_of(live), backends, 10000);
  EXPECT_TRUE(compare.running());
  compare.stop();
  finished(compare);
  EXPECT_LT(compare.rows().size(), 3u);
}

TEST(Compare, TellsBackendsThatDiffer) {
  const std::vector<CompareRow> rows{{"reference", "", 5.0, 0xabc},
                                     {"cpu", "", 1.0, 0xabc},
                                     {"cuda", "", 0.5, 0xdef},
                                     {"other", "not here", 0.0, 0}};
  const CompareVerdict end = verdict(rows, 3, 1);
  EXPECT_FALSE(end.agree);
  EXPECT_THAT(end.text, HasSubstr("1 step from step 3: cuda computed other bits than reference and cpu"));
  EXPECT_EQ(speed_up(rows[2], rows), 2.0);
  EXPECT_EQ(speed_up(rows[3], rows), 0.0);
  EXPECT_THAT(verdict({rows[1]}, 0, 20).text, HasSubstr("cpu alone"));
  EXPECT_THAT(verdict({rows[3]}, 0, 20).text, HasSubstr("no backend flew"));
}

TEST(Compare, SaysWhenTimesDifferMuchFromStepToStep) {
  std::vector<CompareRow> rows{{.label = "reference", .step_ms = 5.0, .spread = 0.04},
                               {.label = "cpu", .step_ms = 1.0, .spread = 0.1},
                               {.label = "cuda", .skipped = "no GPU", .spread = 3.0}};
  EXPECT_EQ(unsteady_text(rows), "");
  rows[1].spread = 0.6;
  EXPECT_THAT(unsteady_text(rows), HasSubstr("The steps of cpu differ by 60 % of their median"));
  EXPECT_EQ(short_hash(0x0123456789abcdef), "01234567");
}

}  // namespace
}  // namespace murmur
