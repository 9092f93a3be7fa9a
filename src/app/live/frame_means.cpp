#include "app/live/frame_means.h"

namespace murmur {
namespace {

constexpr double kWindow = 0.5;  // [s]

constexpr double FrameRow::*kTimes[] = {&FrameRow::step_ms,  &FrameRow::sort_ms,   &FrameRow::gather_ms,
                                        &FrameRow::rules_ms, &FrameRow::upload_ms, &FrameRow::draw_ms,
                                        &FrameRow::swap_ms,  &FrameRow::total_ms};

}  // namespace

void FrameMeans::begin(double now) {
  sums_ = {};
  frames_ = steps_ = 0;
  since_ = now;
}

void FrameMeans::add(const FrameRow& row, int64_t steps, double now) {
  if (since_ < 0.0) since_ = now;
  for (const auto time : kTimes) sums_.*time += row.*time;
  ++frames_;
  steps_ += steps;
  const double elapsed = now - since_;
  if (elapsed < kWindow) return;
  frames_per_second_ = static_cast<double>(frames_) / elapsed;
  for (const auto time : kTimes) {
    frame_.*time = sums_.*time / static_cast<double>(frames_);
    if (steps_ > 0) step_.*time = sums_.*time / static_cast<double>(steps_);
  }
  begin(now);
}

}  // namespace murmur
