// What the window measures of the flock: the samples of section Live and of the colours of speed.
#include <utility>

#include "app/live/seconds.h"
#include "app/window/app.h"

namespace murmur {

void App::take_copy(FlockCopy copy) {
  if (copy.purpose == job::CopyFlock::For::kComparison) {
    comparison_.start(std::move(copy), catalog_, settings_.compare_steps);
    return;
  }
  flocks_.measure(std::move(copy), seconds());
}

/// Measures for the panel are taken of a copy, unless a device takes them.
void App::sample() {
  if (const auto lease = flock_.run.borrow(); lease && lease->on_device()) return;
  if (MetricsSampler* const of_b = flocks_.second()) of_b->collect();
  if (!flock_.run.idle()) {
    sampler_.collect();
  } else if ((sample_is_stale() || sampler_.has_news()) && flocks_.wants_copies(seconds())) {
    flock_.run.ask(job::CopyFlock{job::CopyFlock::For::kMetrics});
  }
}

/// The measures in the panel are of an earlier step than the picture, and the flock can be copied now.
bool App::sample_is_stale() const {
  if (!settings_.shows_measures() || !flock_.run.idle() || comparison_.running()) return false;
  const FlockSample& last = sampler_.latest();
  return last.step != flock_.run.step_number() || last.boids != flock_.run.shown().boids;
}

}  // namespace murmur
