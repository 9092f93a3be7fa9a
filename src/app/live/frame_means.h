// Mean times of frames and steps over the last half second, for the panel and the status line.
// The caller measures the times.
#pragma once

#include <cstdint>

#include "app/live/frame_log.h"

namespace murmur {

class FrameMeans {
 public:
  /// Nothing was drawn for a while: the rates count from now on.
  void begin(double now);
  /// One frame of `steps` steps that ended at `now` [s].
  void add(const FrameRow& row, int64_t steps, double now);

  double frames_per_second() const { return frames_per_second_; }
  /// Per frame [ms]: upload, draw, swap, total and all its steps.
  const FrameRow& frame() const { return frame_; }
  /// Per step [ms]: step, sort, gather, rules. Does not change while there are no steps.
  const FrameRow& step() const { return step_; }

 private:
  FrameRow sums_, frame_, step_;
  int64_t frames_ = 0, steps_ = 0;
  double since_ = -1.0, frames_per_second_ = 0.0;
};

}  // namespace murmur
