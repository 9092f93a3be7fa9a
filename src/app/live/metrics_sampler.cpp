#include "app/live/metrics_sampler.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "app/live/seconds.h"
#include "sim/measure/metrics.h"
#include "sim/util/errors.h"
#include "sim/util/exact_arithmetic.h"

namespace murmur {
namespace {

constexpr double kSampleEvery = 0.5;     // [s] between samples
constexpr double kRestPerSample = 35.0;  // seconds of rest for each second of copying
constexpr double kMostPairs = 3e7;       // pair tests of all measures in a sample: 0.1 to 0.3 s
constexpr size_t kMostKept = 4096;       // half an hour of samples

LiveMeasures measures_of(const FlockSample& sample) {
  LiveMeasures measures{.step = static_cast<double>(sample.step), .boids = static_cast<double>(sample.boids)};
  if (sample.boids == 0) return measures;
  measures.polarisation = sample.polarisation;
  measures.neighbours_mean = sample.neighbours_mean;
  measures.speed_mean = sample.speed_mean;
  return measures;
}

/// All measures of a state, exact.
LiveMeasures measures_of(const State<float>& state, const Scenario& scenario, ThreadPool& alone) {
  const Metrics all = measure(state, scenario, alone);
  return {.step = static_cast<double>(all.step),
          .boids = static_cast<double>(state.count()),
          .polarisation = all.polarisation,
          .milling = all.milling,
          .neighbours_mean = all.neighbours_mean,
          .nearest_mean = all.nearest_mean,
          .clusters = static_cast<double>(all.clusters),
          .largest_share = all.largest_share,
          .speed_mean = all.speed_mean};
}

}  // namespace

MetricsSampler::MetricsSampler(bool shapes) : shapes_(shapes), thread_([this] { work(); }) {}

MetricsSampler::~MetricsSampler() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void MetricsSampler::work() {
  const ExactArithmetic exact;
  double all_due = 0.0, shape_due = 0.0;  // when all measures, or a shape, are due [s]
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return stop_ || task_; });
    if (stop_) return;
    const Task task = *std::exchange(task_, {});
    lock.unlock();
    std::optional<Found> found;
    try {
      const FlockSample sample = sample_flock(task.state, task.scenario);
      found = {.sample = sample, .measures = measures_of(sample), .shape = {}, .flock = task.flock};
      const double pairs = found->measures.boids * (1.0 + sample.neighbours_mean);
      if (sample.boids > 0 && pairs < kMostPairs) {
        ThreadPool alone(1);
        const auto when_due = [](double& due, const auto& take) {
          const double start = seconds();
          if (start < due) return;
          take();
          const double end = seconds();
          due = end + kRestPerSample * (end - start);
        };
        when_due(all_due, [&] { found->measures = measures_of(task.state, task.scenario, alone); });
        if (shapes_)
          when_due(shape_due, [&] { found->shape = measure_shape(task.state, task.scenario, alone); });
      }
    } catch (const std::bad_alloc&) {  // this sample is left out
    } catch (const RunError&) {        // a flock whose numbers are not finite has no measures
    }
    lock.lock();
    if (found) found_ = found;
    busy_ = false;
  }
}

void MetricsSampler::forget_after(int64_t step) {
  std::vector<LiveMeasures> before = std::move(samples_);
  std::erase_if(before, [&](const LiveMeasures& one) { return one.step > static_cast<double>(step); });
  forget();
  samples_ = std::move(before);
}

void MetricsSampler::forget() {
  ++flock_;
  awaited_ = false;
  due_ = 0.0;
  latest_ = {};
  shape_ = {};
  samples_.clear();
}

bool MetricsSampler::has_news() const {
  const std::lock_guard lock(mutex_);
  return found_.has_value();
}

void MetricsSampler::collect() {
  const std::lock_guard lock(mutex_);
  const auto found = std::exchange(found_, {});
  if (!found || found->flock != flock_) return;
  note(found->sample, found->measures);
  if (found->shape) shape_ = *found->shape;
}

void MetricsSampler::note(const FlockSample& sample, const LiveMeasures& measures) {
  latest_ = sample;
  if (samples_.size() >= kMostKept) {
    size_t kept = 0;
    for (size_t k = 0; k < samples_.size(); k += 2) samples_[kept++] = samples_[k];
    samples_.resize(kept);
  }
  samples_.push_back(measures);
}

std::string live_measures_csv(const std::vector<LiveMeasures>& samples) {
  std::string text = "step,boids";
  for (const LiveCurve& curve : kLiveCurves) text += fmt::format(",{}", curve.column);
  text += ",speed_mean\n";
  const auto cell = [](double value) {
    return std::isnan(value) ? std::string(",") : fmt::format(",{:.9g}", value);
  };
  for (const LiveMeasures& one : samples) {
    text += fmt::format("{:.0f},{:.0f}", one.step, one.boids);
    for (const LiveCurve& curve : kLiveCurves) text += cell(one.*curve.value);
    text += cell(one.speed_mean) + "\n";
  }
  return text;
}

bool MetricsSampler::due(double now) const {
  const std::lock_guard lock(mutex_);
  return !busy_ && !awaited_ && now >= due_;
}

void MetricsSampler::take(const FlockSample& sample, double now) {
  due_ = now + kSampleEvery;
  note(sample, measures_of(sample));
}

bool MetricsSampler::wants_copy(double now) {
  collect();
  return due(now) && (awaited_ = true);
}

void MetricsSampler::measure(State<float> state, Scenario scenario, double now, double copy_seconds) {
  if (!std::exchange(awaited_, false)) return;  // the state belongs to an earlier flock
  due_ = now + std::max(kSampleEvery, kRestPerSample * copy_seconds);
  {
    const std::lock_guard lock(mutex_);
    task_ = {.state = std::move(state), .scenario = std::move(scenario), .flock = flock_};
    busy_ = true;
  }
  wake_.notify_one();
}

std::optional<std::array<float, 2>> MetricsSampler::speeds_seen(float top) const {
  double below = 0.0;
  int low = 0, high = FlockSample::kBins;
  for (int k = 0; k < FlockSample::kBins; ++k) {
    const double share = latest_.speeds[static_cast<size_t>(k)];
    if (below + share < 0.02) low = k + 1;
    if (below < 0.98) high = k + 1;
    below += share;
  }
  if (below < 0.5 || low >= high) return std::nullopt;
  const float bin = top / static_cast<float>(FlockSample::kBins);
  return std::array{bin * static_cast<float>(low), bin * static_cast<float>(high)};
}

}  // namespace murmur
