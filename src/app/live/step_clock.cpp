#include "app/live/step_clock.h"

#include <algorithm>
#include <cmath>

namespace murmur {
namespace {

constexpr double kLeastBudget = 0.025;  // [s]: leaves 30 frames per second when drawing is quick
constexpr double kRateWindow = 0.5;     // [s] over which rates are averaged

}  // namespace

void StepClock::begin_frame(double now, bool paused) {
  if (last_ >= 0.0 && !paused) owed_ += (now - last_) * rate_;
  if (paused) owed_ = 0.0;
  last_ = frame_start_ = now;
  taken_ = 0;
  if (window_start_ < 0.0) window_start_ = now;
}

bool StepClock::step_due(double now, double step, double until) const {
  if (owed_ < 1.0) return false;
  return taken_ == 0 || (now - frame_start_ < std::max(budget_, kLeastBudget) && now + step < until);
}

double StepClock::fraction() const { return std::clamp(owed_, 0.0, 1.0); }

double StepClock::until_due() const { return std::max(0.0, (1.0 - owed_) / rate_); }

void StepClock::stepped() {
  owed_ = std::max(owed_ - 1.0, 0.0);
  ++taken_;
  ++window_steps_;
}

void StepClock::end_frame(double now, double other_work) {
  budget_ = other_work;  // steps get as much time as the picture when drawing is slow
  const double given_up = std::floor(owed_);
  owed_ -= given_up;
  window_given_up_ += given_up;
  const double elapsed = now - window_start_;
  if (elapsed < kRateWindow) return;
  const auto steps = static_cast<double>(window_steps_);
  achieved_ = steps / elapsed;
  limited_ = window_given_up_ > 0.05 * (steps + window_given_up_);
  window_start_ = now;
  window_steps_ = 0;
  window_given_up_ = 0.0;
}

}  // namespace murmur
