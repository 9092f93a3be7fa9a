#include "app/live/flock_pulse.h"

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

FlockPulse::FlockPulse() : thread_([this] { work(); }) {}

FlockPulse::~FlockPulse() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void FlockPulse::work() {
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
    if (sample) found_ = {*sample, task.life};
    busy_ = false;
  }
}

void FlockPulse::forget() {
  ++life_;
  due_ = 0.0;
  latest_ = {};
  polarisation_.clear();
  neighbours_.clear();
}

bool FlockPulse::has_news() const {
  const std::lock_guard lock(mutex_);
  return found_.has_value();
}

void FlockPulse::take(const FlockSample& sample) {
  latest_ = sample;
  keep(polarisation_, sample.polarisation);
  keep(neighbours_, sample.neighbours_mean);
}

bool FlockPulse::collect() {
  const std::lock_guard lock(mutex_);
  if (found_ && found_->second == life_) take(found_->first);
  found_.reset();
  return !busy_;
}

void FlockPulse::beat(const Simulation<float>& simulation, const std::function<double()>& clock) {
  if (due(clock())) give(simulation, clock);
}

bool FlockPulse::due(double now) { return collect() && now >= due_; }

void FlockPulse::give(const Simulation<float>& simulation, const std::function<double()>& clock) {
  const double now = clock();
  Task task{.state = simulation.state(), .scenario = simulation.scenario(), .life = life_};
  const double copying = clock() - now;
  due_ = now + std::max(kSampleEvery, kRestPerSample * copying);
  {
    const std::lock_guard lock(mutex_);
    task_ = std::move(task);
    busy_ = true;
  }
  wake_.notify_one();
}

}  // namespace murmur
