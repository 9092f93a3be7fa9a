#include "app/window/presentation_clock.h"

#include <algorithm>

namespace murmur {

void PresentationClock::loaded(double now) {
  flock_ = due_flock();
  lit_ = true;
  begun_ = now;
  leaves_ = now + kShown - kFade;
}

void PresentationClock::skip(double now) { leaves_ = std::min(leaves_, now); }

double PresentationClock::dark(double now) const {
  if (!lit_) return 1.0;
  const double brightens = 1.0 - (now - begun_) / kFade, darkens = (now - leaves_) / kFade;
  return std::clamp(std::max(brightens, darkens), 0.0, 1.0);
}

double PresentationClock::over(double now) const {
  return lit_ ? std::clamp((now - begun_) / kShown, 0.0, 1.0) : 0.0;
}

}  // namespace murmur
