#include "app/window/repaint_scheduler.h"

#include <algorithm>

namespace murmur {
namespace {

constexpr int kSettle = 3;     // number of pictures
constexpr double kTick = 0.1;  // longest sleep [s]: a signal does not end a sleep

}  // namespace

void RepaintScheduler::settle() { left_ = kSettle; }

void RepaintScheduler::again() { left_ = std::max(left_, 1); }

bool RepaintScheduler::due(double now, const RepaintReasons& reasons) const {
  if (reasons.always) return true;
  const double since = now - last_;
  if (!reasons.visible || since < reasons.least_interval) return false;
  if (reasons.film_interval > 0.0 && since > reasons.film_interval) return true;
  if (left_ > 0 || reasons.changed || reasons.moves || reasons.text) return true;
  return reasons.ticks && since > kTick;
}

double RepaintScheduler::sleep(double now, const RepaintReasons& reasons, double until_step) const {
  double longest = std::min(kTick, until_step);
  if ((left_ > 0 || reasons.changed || reasons.moves) && reasons.visible)
    longest = std::min(longest, std::max(reasons.least_interval - (now - last_), 1e-3));
  return longest;
}

void RepaintScheduler::drawn(double start) {
  left_ = std::max(left_ - 1, 0);
  last_ = start;
}

}  // namespace murmur
