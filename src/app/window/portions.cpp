#include "app/window/portions.h"

#include <algorithm>

namespace murmur {
namespace {

// Each portion is drawn into all of the picture, so that smaller ones take longer together.
constexpr double kPortion = 0.01;                       // [s], about
constexpr int64_t kLeastPortion = 2048;                 // boids
constexpr double kMost = 0.08, kMostWithInput = 0.015;  // [s] of a frame

}  // namespace

bool Portions::go_on(double took, bool input) {
  spent_ += took;
  if (took > 1.5 * kPortion) boids_ = std::max(boids_ / 2, kLeastPortion);
  if (took < 0.6 * kPortion) boids_ *= 2;
  return spent_ < (input ? kMostWithInput : kMost);
}

}  // namespace murmur
