// What a window asks of a flock on a GPU beside its steps: snapshots, going back, copies to the host, answers. The flock stays
// the same; the report has the times [ms], which ./dev gpu window shows and nothing here judges.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "sim/backends/cuda.h"
#include "sim/measure/bench.h"
#include "sim/run/simulation.h"
#include "sim/scenario/presets.h"
#include "support/device_share.h"

namespace murmur {
namespace {

class GpuTimes : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override {
    std::string why;
    if (cuda_devices(&why).empty()) GTEST_SKIP() << why;
  }
  Backend<float>& flock() { return simulation_->backend(); }
  void make(int64_t boids) {
    ScenarioOverrides overrides;
    overrides.boids = boids;
    simulation_ = std::make_unique<Simulation<float>>(ScenarioSource::from_preset("murmuration", overrides),
                                                      make_cuda({}));
  }
  /// Mean over `times`, with one wait after the last.
  template <class Work>
  void record(const std::string& what, int64_t times, const Work& work) {
    work();
    (void)flock().last_step_times();  // waits
    const double begin = steady_milliseconds();
    for (int64_t k = 0; k < times; ++k) work();
    (void)flock().last_step_times();
    RecordProperty(what + "_ms",
                   fmt::format("{:.4f}", (steady_milliseconds() - begin) / static_cast<double>(times)));
  }

  std::unique_ptr<Simulation<float>> simulation_;
};

TEST_P(GpuTimes, OfWhatAWindowAsks) {
  const int64_t boids = on_device(GetParam(), GetParam() / 10000), times = on_device(50, 3);
  make(boids);
  for (int64_t step = 0; step < on_device(150, 5); ++step) simulation_->advance();  // it has its kernel then
  record("step", times, [&] { simulation_->advance(); });

  std::shared_ptr<const KeptFlock<float>> kept;
  record("step_and_snapshot", times, [&] {
    kept = flock().keep();
    simulation_->advance();
  });
  kept = flock().keep();
  const uint64_t before = flock().hash();
  // A snapshot for a GPU that fails: after each step a part of it, beside the next.
  constexpr size_t kPart = size_t{1} << 20;
  record("step_and_1_MiB_to_the_host", times, [&] {
    kept->copy_to_host(kPart);
    simulation_->advance();
  });
  record("going_back", times, [&] { flock().restore(*kept); });
  EXPECT_EQ(flock().hash(), before);

  FlockQuestions asked;
  asked.camera.half_width = asked.camera.half_height = 1.0f;  // a pixel is 1 unit
  asked.camera.matrix[0] = asked.camera.matrix[5] = asked.camera.matrix[15] = 1.0f;
  FlockAnswers answers;
  const auto read = [&] { answers = flock().read(asked); };
  asked.boid = 7;
  record("a_followed_boid", times, read);
  asked.sums = true;
  record("panel_and_a_followed_boid", times, read);
  asked.near = AroundPixel{100.0f, -100.0f, 600.0f, 61.0f};
  record("panel_a_followed_boid_and_D", times, read);
  EXPECT_EQ(answers.sums->boids, boids);

  State<float> all;
  record("the_whole_flock_to_the_host", 1, [&] { flock().save(all); });
  EXPECT_EQ(all.count(), boids);
  EXPECT_EQ(flock().hash(), before);
}
std::string in_millions(const testing::TestParamInfo<int64_t>& info) {
  return fmt::format("{}M", info.param / 1000000);
}
INSTANTIATE_TEST_SUITE_P(Boids, GpuTimes, testing::Values(1000000, 10000000), in_millions);

}  // namespace
}  // namespace murmur
