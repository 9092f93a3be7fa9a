#include "app/live/metrics_sampler.h"

#include <algorithm>
#include <new>
#include <utility>

namespace murmur {
namespace {

constexpr double kSampleEvery = 0.5;     // between samples
constexpr double kRestPerSample = 35.0;  // seconds without a copy for each second of copying
constexpr size_t kMostKept = 240;        // two minutes of curve

void keep(std::vector<double>& values, double value) {
  if (values.size() >= kMostKept) values.erase(values.begin());
  values.push_back(value);
}

}  // namespace

MetricsSampler::MetricsSampler() : thread_([this] { work(); }) {}

MetricsSampler::~MetricsSampler() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void MetricsSampler::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return stop_ || task_; });
    if (stop_) return;
    const Task task = *std::exchange(task_, {});
    lock.unlock();
    std::optional<FlockSample> sample;
    try {
      sample = sample_flock(task.state, task.scenario);
    } catch (const std::bad_alloc&) {  // then this sample is missing
    }
    lock.lock();
    if (sample) found_ = {*sample, task.flock};
    busy_ = false;
  }
}

void MetricsSampler::forget() {
  ++flock_;
  awaited_ = false;
  due_ = 0.0;
  latest_ = {};
  polarisation_.clear();
  neighbours_.clear();
}

bool MetricsSampler::has_news() const {
  const std::lock_guard lock(mutex_);
  return found_.has_value();
}

void MetricsSampler::collect() {
  const std::lock_guard lock(mutex_);
  const auto found = std::exchange(found_, {});
  if (found && found->second == flock_) note(found->first);
}

void MetricsSampler::note(const FlockSample& sample) {
  latest_ = sample;
  keep(polarisation_, sample.polarisation);
  keep(neighbours_, sample.neighbours_mean);
}

bool MetricsSampler::due(double now) const {
  const std::lock_guard lock(mutex_);
  return !busy_ && !awaited_ && now >= due_;
}

void MetricsSampler::take(const FlockSample& sample, double now) {
  due_ = now + kSampleEvery;
  note(sample);
}

bool MetricsSampler::wants_copy(double now) {
  collect();
  return due(now) && (awaited_ = true);
}

void MetricsSampler::measure(State<float> state, Scenario scenario, double now, double copying) {
  if (!std::exchange(awaited_, false)) return;  // of an earlier flock
  due_ = now + std::max(kSampleEvery, kRestPerSample * copying);
  {
    const std::lock_guard lock(mutex_);
    task_ = {.state = std::move(state), .scenario = std::move(scenario), .flock = flock_};
    busy_ = true;
  }
  wake_.notify_one();
}

}  // namespace murmur
