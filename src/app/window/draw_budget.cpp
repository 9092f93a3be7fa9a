#include "app/window/draw_budget.h"

#include <algorithm>

namespace murmur {
namespace {

// Each batch is drawn into all of the picture, so that smaller ones take longer together.
constexpr double kBatch = 0.01;                         // [s], about
constexpr int64_t kLeastBatch = 2048;                   // boids
constexpr double kMost = 0.08, kMostWithInput = 0.015;  // [s] of a frame
constexpr int kMostPutOff = 4;                          // frames: a click has three
constexpr double kLongUpload = 5.0;                     // [ms]

}  // namespace

void DrawBudget::begin_frame() {
  spent_ = 0.0;
  answering_ = answers_ > 0;
  if (answering_) --answers_;
}

void DrawBudget::on_input(bool pressed, bool happened) {
  if (pressed) answers_ = 2;
  fresh_input_ =
      happened && !fresh_input_;  // not each frame while the pointer moves: the flock must be drawn too
}

void DrawBudget::on_input_left() { answers_ = std::max(answers_, 1); }

bool DrawBudget::may_draw_more(double took, bool input_waits) {
  spent_ += took;
  if (took > 1.5 * kBatch) batch_ = std::max(batch_ / 2, kLeastBatch);
  if (took < 0.6 * kBatch) batch_ *= 2;
  return spent_ < (input_waits ? kMostWithInput : kMost);
}

bool DrawBudget::answers_first(bool input_waits) const {
  const bool is_long = upload_ms_ > kLongUpload && put_off_ < kMostPutOff;
  return fresh_input_ || (is_long && (answering_ || input_waits));
}

}  // namespace murmur
