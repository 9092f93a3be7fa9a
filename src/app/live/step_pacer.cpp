#include "app/live/step_pacer.h"

#include <algorithm>
#include <utility>

namespace murmur {
namespace {

constexpr double kPatience = 0.04;  // [s]: a picture waits so long for its step

}  // namespace

void StepPacer::begin_frame(double now, bool paused, bool comparing) {
  paused_ = paused;
  comparing_ = comparing;
  deferred_ = false;
  clock_.begin_frame(now, paused || comparing);
}

void StepPacer::begin_steps(double now, double last_step_ms, bool picture_due) {
  step_ = last_step_ms * 1e-3;
  long_ = step_ > kPatience;
  waits_ = long_ && picture_due;
  stopped_ = false;
  until_ = now + (long_ ? 0.0 : kPatience);
}

bool StepPacer::step_due(double now) const {
  if (stopped_ || waits_) return false;
  if (singles_ > 0 && !comparing_) return true;
  // A long step does not end in time, whenever it begins.
  return long_ ? clock_.step_due(now) : clock_.step_due(now, step_, until_);
}

double StepPacer::patience_left(double now) const { return std::max(until_ - now, 0.0); }

void StepPacer::begun() { singles_ = std::max(singles_ - 1, 0); }

void StepPacer::end_frame(double now, bool idle, double drawing) {
  if (!idle) return;
  deferred_ = !stopped_ && clock_.step_due(now);  // it had no time to end before the picture
  clock_.end_frame(now, drawing);
}

bool StepPacer::take_deferred() { return std::exchange(deferred_, false) && !paused_; }

}  // namespace murmur
