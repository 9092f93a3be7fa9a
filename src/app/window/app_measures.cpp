// What the window measures of the flock: the samples of section Live and of the colours of speed, and the hash while it is paused.
#include <algorithm>
#include <utility>

#include "app/live/seconds.h"
#include "app/window/app.h"

namespace murmur {
namespace {

bool on_device(const Lease& lease) { return lease.simulation().backend().device_index() >= 0; }

}  // namespace

void App::take_copy(FlockCopy copy) {
  if (copy.purpose == job::CopyFlock::For::kComparison) {
    comparison_.start(std::move(copy), catalog_, settings_.compare_steps);
    return;
  }
  if (copy.second) {
    second_.measure(std::move(copy), seconds());
    return;
  }
  sampler_.measure(std::move(copy.state), copy.run.source.scenario(), seconds(), copy.seconds);
}

/// Measures for the panel are taken of a copy, unless a device takes them.
void App::sample() {
  if (const auto lease = run_.borrow(); lease && on_device(*lease)) return;
  second_.collect();
  if (!run_.idle()) {
    sampler_.collect();
  } else if ((sample_is_stale() || sampler_.has_news()) && sampler_.wants_copy(seconds())) {
    second_.wants_copy(seconds());
    run_.copy_for(job::CopyFlock::For::kMetrics);
  }
}

/// A device has the sums of a sample with the answers about single boids.
bool App::sums_are_due(const Lease& lease, double now) const {
  return on_device(lease) && sample_is_stale() && sampler_.due(now);
}

/// While the flock is paused, so that no step waits for it.
void App::ask_for_hash() {
  const bool rests = settings_.paused && run_.idle() && !run_.has_waiting(true) && !comparison_.running();
  if (rests && settings_.show_text && !run_.hash() && !pacer_.has_single_steps()) run_.ask_hash();
}

/// In the panel, or by the colours of speed.
bool App::shows_measures() const {
  return settings_.show_panel || settings_.look.colour.word == ColourBy::kSpeed;
}

/// The measures in the panel are of an earlier step than the picture, and the flock can be copied now.
bool App::sample_is_stale() const {
  if (!shows_measures() || !run_.idle() || comparison_.running()) return false;
  const FlockSample& last = sampler_.latest();
  return last.step != run_.step_number() || last.boids != run_.shown().boids;
}

/// The range of speeds in the flock, without the slowest and the fastest 2 %: the range of the colours.
std::optional<std::array<float, 2>> App::speeds_seen() const {
  const FlockSample& sample = sampler_.latest();
  const auto top = static_cast<float>(run_.shown().scenario.rules.max_speed);
  double below = 0.0;
  int low = 0, high = FlockSample::kBins;
  for (int k = 0; k < FlockSample::kBins; ++k) {
    const double share = sample.speeds[static_cast<size_t>(k)];
    if (below + share < 0.02) low = k + 1;
    if (below < 0.98) high = k + 1;
    below += share;
  }
  if (below < 0.5 || low >= high) return std::nullopt;
  const float bin = top / static_cast<float>(FlockSample::kBins);
  return std::array{bin * static_cast<float>(low), bin * static_cast<float>(high)};
}

}  // namespace murmur
