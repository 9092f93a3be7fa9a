#include "app/live/step_pacer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace murmur {
namespace {

constexpr double kPatience = 0.04;      // time that a picture waits for its step [s]
constexpr double kLeastBudget = 0.025;  // least time for the steps of a frame, for 30 frames per second [s]
constexpr double kRateWindow = 0.5;     // time over which rates are averaged [s]

}  // namespace

void StepPacer::begin_frame(double now, bool paused, bool comparing) {
  paused_ = paused;
  comparing_ = comparing;
  deferred_ = false;
  if (paused || comparing)
    owed_ = 0.0;
  else if (frame_start_ >= 0.0)
    owed_ += (now - frame_start_) * rate_;
  frame_start_ = now;
  taken_ = 0;
  if (window_start_ < 0.0) window_start_ = now;
}

void StepPacer::begin_steps(double now, double last_step_ms, bool picture_due) {
  step_ = last_step_ms * 1e-3;
  long_ = step_ > kPatience;
  waits_ = long_ && picture_due;
  stopped_ = false;
  until_ = now + (long_ ? 0.0 : kPatience);
}

bool StepPacer::due_by_clock(double now) const {
  return owed_ >= 1.0 && (taken_ == 0 || now - frame_start_ < std::max(budget_, kLeastBudget));
}

bool StepPacer::step_due(double now) const {
  if (stopped_ || waits_) return false;
  if (singles_ > 0 && !comparing_) return true;
  // A long step does not end before the picture, whenever it begins.
  return due_by_clock(now) && (taken_ == 0 || long_ || now + step_ < until_);
}

double StepPacer::patience_left(double now) const { return std::max(until_ - now, 0.0); }

void StepPacer::begun() { singles_ = std::max(singles_ - 1, 0); }

void StepPacer::stepped() {
  owed_ = std::max(owed_ - 1.0, 0.0);
  ++taken_;
  ++window_steps_;
}

void StepPacer::end_frame(double now, bool idle, double drawing) {
  if (!idle) return;
  deferred_ = !stopped_ && due_by_clock(now);  // a due step that could not end before the picture
  budget_ = drawing;                           // if drawing is slow, steps get as much time as the picture
  const double late = std::floor(owed_);
  owed_ -= late;
  given_up_ += late;
  const double elapsed = now - window_start_;
  if (elapsed < kRateWindow) return;
  const auto steps = static_cast<double>(window_steps_);
  achieved_ = steps / elapsed;
  limited_ = given_up_ > 0.05 * (steps + given_up_);
  window_start_ = now;
  window_steps_ = 0;
  given_up_ = 0.0;
}

bool StepPacer::take_deferred() { return std::exchange(deferred_, false) && !paused_; }

double StepPacer::fraction() const { return std::clamp(owed_, 0.0, 1.0); }

double StepPacer::until_due() const { return std::max(0.0, (1.0 - owed_) / rate_); }

}  // namespace murmur
