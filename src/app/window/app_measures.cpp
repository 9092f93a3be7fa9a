// Samples measures of the flock for the section Live of the panel and for colours by speed.
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

/// Takes samples of the flock: asks for copies, unless a device measures without a copy.
void App::sample() {
  if (const auto lease = flock_.run.borrow(); lease && lease->on_device()) return;
  if (MetricsSampler* const of_b = flocks_.second()) of_b->collect();
  if (!flock_.run.idle()) {
    sampler_.collect();
  } else if ((sample_is_stale() || sampler_.has_news()) && flocks_.wants_copies(seconds())) {
    flock_.run.ask(job::CopyFlock{job::CopyFlock::For::kMetrics});
  }
}

/// Whether the panel shows measures of an earlier step than the picture, and the flock can be copied now.
bool App::sample_is_stale() const {
  if (!settings_.shows_measures() || !flock_.run.idle() || comparison_.running()) return false;
  const FlockSample& last = sampler_.latest();
  return last.step != flock_.run.step_number() || last.boids != flock_.run.shown().boids;
}

}  // namespace murmur
