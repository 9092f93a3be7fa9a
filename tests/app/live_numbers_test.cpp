// The panel's live numbers: means over frames and steps, and measures of the flock computed beside its steps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "app/live/frame_stats.h"
#include "app/live/metrics_sampler.h"

#include "sim/backends/cpu/cpu.h"
#include "sim/measure/flock_shape.h"
#include "sim/measure/metrics.h"
#include "sim/run/simulation.h"
#include "sim/scenario/source.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

TEST(FrameMeans, AreTakenPerFrameAndPerStepOverHalfASecond) {
  FrameStats stats("", "run");
  const FrameMeans& means = stats.means();
  const auto frame = [&](int64_t steps, double step_ms, double draw_ms, double now) {
    stats.add_steps(steps, step_ms, {.sort = 1, .rules = 4});
    stats.add_drawing(&FrameRow::draw_ms, draw_ms, false);
    EXPECT_EQ(stats.end({}, now), "");
  };
  frame(3, 6, 8, 10.0);
  EXPECT_EQ(means.frames_per_second, 0.0);  // too early for a rate
  frame(0, 6, 8, 10.25);
  frame(3, 6, 8, 10.5);
  EXPECT_DOUBLE_EQ(means.frames_per_second, 6.0);
  EXPECT_DOUBLE_EQ(means.frame.draw_ms, 8.0);
  EXPECT_DOUBLE_EQ(means.step.step_ms, 3.0);
  EXPECT_DOUBLE_EQ(means.step.rules_ms, 2.0);
  for (const double now : {10.7, 11.1}) frame(0, 0, 2, now);  // paused
  EXPECT_DOUBLE_EQ(means.frame.draw_ms, 2.0);
  EXPECT_DOUBLE_EQ(means.step.step_ms, 3.0);
}

TEST(FrameLog, EndsWithASummary) {
  std::vector<double> total_ms;
  EXPECT_EQ(summary_text(total_ms), "no frames");
  EXPECT_EQ(summary_text({5.0}),
            "1 frame: median 5.00 ms, p95 5.00, p99 5.00, worst 5.00; 0 over 16.7 ms (0.0 %)");
  for (int k = 1; k <= 100; ++k)
    total_ms.push_back(k * 0.2);  // 0.2, 0.4, ..., 20 ms: 84 frames are up to 16.8
  EXPECT_EQ(summary_text(total_ms),
            "100 frames: median 10.10 ms, p95 19.01, p99 19.80, worst 20.00; 17 over 16.7 ms (17.0 %)");
}

class LateTimes : public TempFolderTest {
 protected:
  /// Ends a frame of which the GPU draws so many pieces.
  void frame(int pieces) {
    for (int piece = 0; piece < pieces; ++piece) stats_->add_drawing(&FrameRow::draw_ms, 0.25, true);
    EXPECT_EQ(stats_->end({}, 1.0), "");
  }
  /// frame and draw_ms of the rows, once the log is closed.
  std::vector<std::pair<int, double>> rows() {
    stats_.reset();
    std::vector<std::pair<int, double>> found;
    std::ifstream log(path_);
    std::string line;
    std::getline(log, line);
    while (std::getline(log, line)) {
      std::vector<std::string> cells;
      std::istringstream rest(line);
      for (std::string cell; std::getline(rest, cell, ',');) cells.push_back(cell);
      found.emplace_back(std::stoi(cells.at(0)), std::stod(cells.at(10)));
    }
    return found;
  }

  std::string path_ = (folder_ / "frames.csv").string();
  std::optional<FrameStats> stats_{std::in_place, path_, "run"};
};

TEST_F(LateTimes, ARowWaitsForWhatTheGpuTookAndRowsStayInOrder) {
  frame(2);
  frame(0);
  stats_->add_time(&FrameRow::draw_ms, {0, 1.5});
  frame(1);
  stats_->add_time(&FrameRow::draw_ms, {0, 2.0});
  frame(1);
  stats_->add_time(&FrameRow::draw_ms, {3, 4.0});
  EXPECT_DOUBLE_EQ(stats_->drawing(), 0.25e-3) << "steps are planned by the processor's time";
  EXPECT_EQ(stats_->flush(), "");
  EXPECT_EQ(rows(), (std::vector<std::pair<int, double>>{{0, 3.5}, {1, 0.0}, {2, 0.0}, {3, 4.0}}));
}

TEST_F(LateTimes, ATimeThatComesBeforeTheEndOfItsFrameIsInTheRow) {
  stats_->add_drawing(&FrameRow::draw_ms, 0.25, true);
  stats_->add_time(&FrameRow::draw_ms, {0, 1.5});
  frame(0);
  EXPECT_EQ(rows(), (std::vector<std::pair<int, double>>{{0, 1.5}}));
}

TEST_F(LateTimes, ATimeThatNeverComesHoldsNothingUp) {
  for (int k = 0; k < 12; ++k) frame(1);
  EXPECT_GE(rows().size(), 4u);
}

class Sampling : public testing::Test {
 protected:
  /// As the window does in a frame.
  void frame(double at) {
    if (sampler.wants_copy(at)) sampler.measure(simulation.state(), simulation.scenario(), at, 0.001);
  }
  /// Frames, a second later each time, until there are so many samples.
  void until(size_t samples) {
    while (sampler.samples().size() < samples) {
      frame(now);
      now += 1.0;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  Simulation<float> simulation{ScenarioSource::from_preset("book"), make_cpu({.threads = 1})};
  MetricsSampler sampler;
  double now = 0.0;
};

TEST_F(Sampling, SamplesTheFlockAndChangesNoBit) {
  Simulation<float> alone(ScenarioSource::from_preset("book"), make_cpu({.threads = 1}));
  for (size_t k = 1; k <= 3; ++k) {
    simulation.advance();
    alone.advance();
    until(k);
  }
  EXPECT_EQ(sampler.latest().boids, 100);
  EXPECT_GT(sampler.latest().neighbours_mean, 90.0);  // they begin in a patch
  EXPECT_EQ(sampler.samples().size(), 3u);
  EXPECT_EQ(simulation.hash(), alone.hash());
}

TEST_F(Sampling, MeasuresASmallFlockAsTheMetricsDoAndWritesThem) {
  for (int k = 0; k < 30; ++k) simulation.advance();
  until(1);
  ThreadPool alone(1);
  const State<float> state = simulation.state();
  const Metrics metrics = measure(state, simulation.scenario(), alone);
  const LiveMeasures& one = sampler.samples().front();
  EXPECT_EQ(one.step, 30.0);
  EXPECT_EQ(one.milling, metrics.milling);
  EXPECT_EQ(one.nearest_mean, metrics.nearest_mean);
  EXPECT_EQ(one.clusters, static_cast<double>(metrics.clusters));
  EXPECT_EQ(one.largest_share, metrics.largest_share);
  EXPECT_EQ(shape_row(sampler.shape()), shape_row(measure_shape(state, simulation.scenario(), alone)));
  const std::string csv = live_measures_csv({one});
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "step,boids,polarisation,neighbours_mean,milling,nearest_mean,clusters,largest_share,speed_mean");
  EXPECT_NE(csv.find(fmt::format("\n30,100,{:.9g},", metrics.polarisation)), std::string::npos) << csv;
}

TEST_F(Sampling, HasNoClustersOfTooManyPairsOrOfADevicesSums) {
  ScenarioOverrides many;
  many.boids = 6000;  // in a patch where each sees thousands
  Simulation<float> dense(ScenarioSource::from_preset("book", many), make_cpu({.threads = 1}));
  while (sampler.samples().empty()) {
    if (sampler.wants_copy(now)) sampler.measure(dense.state(), dense.scenario(), now, 0.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  sampler.take({.step = 5, .boids = 10, .polarisation = 0.5}, now);
  for (const LiveMeasures& one : sampler.samples()) {
    EXPECT_FALSE(std::isnan(one.polarisation));
    EXPECT_TRUE(std::isnan(one.clusters));
  }
  EXPECT_EQ(sampler.shape().boids, 0);
  EXPECT_THAT(live_measures_csv(sampler.samples()), testing::EndsWith("\n5,10,0.5,0,,,,,0\n"));
}

TEST_F(Sampling, OfTooManySamplesEveryOtherOneGoes) {
  for (int k = 0; k < 4097; ++k) sampler.take({.step = k, .boids = 1}, now);
  ASSERT_EQ(sampler.samples().size(), 2049u);
  EXPECT_EQ(sampler.samples()[1].step, 2.0);
  EXPECT_EQ(sampler.samples().back().step, 4096.0);
}

TEST_F(Sampling, KeepsThePastOfAnEarlierStep) {
  for (const int step : {10, 20, 30}) sampler.take({.step = step, .boids = 1}, now);
  sampler.forget_after(20);
  ASSERT_EQ(sampler.samples().size(), 2u);
  EXPECT_EQ(sampler.samples().back().step, 20.0);
  EXPECT_EQ(sampler.latest().boids, 0) << "a sample of the present step comes next";
}

TEST_F(Sampling, ForgetsAnEarlierFlockEvenOneUnderWay) {
  until(2);
  frame(now);  // maybe under way now
  sampler.forget();
  EXPECT_TRUE(sampler.samples().empty());
  EXPECT_EQ(sampler.latest().boids, 0);
  EXPECT_EQ(sampler.shape().boids, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  frame(-1.0);  // not time yet: only takes what was found
  EXPECT_TRUE(sampler.samples().empty());
}

TEST_F(Sampling, TakesItAboutTwiceASecond) {
  until(1);
  const double due = now;
  frame(due);
  for (int k = 0; k < 50; ++k) {
    frame(due + 0.4);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_LE(sampler.samples().size(), 3u);
}

}  // namespace
}  // namespace murmur
