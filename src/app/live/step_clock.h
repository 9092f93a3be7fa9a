// Decides when steps are due: so many per second of wall clock whatever the display's rhythm, never more than
// the frame's time budget. When the machine cannot keep up, time is given up, not steps: the flock slows
// down. Owns no clock: the frame loop tells the time [s].
#pragma once

#include <cstdint>

namespace murmur {

class StepClock {
 public:
  explicit StepClock(double steps_per_second) : rate_(steps_per_second) {}

  void set_rate(double steps_per_second) { rate_ = steps_per_second; }
  double rate() const { return rate_; }

  /// Time went on to `now`; while paused none of it counts.
  void begin_frame(double now, bool paused);
  /// True while a step is due and the frame's budget lasts; the first one is always granted.
  bool step_due(double now) const;
  void stepped();
  double until_due() const;  ///< [s] from the last frame's begin; 0: at once
  /// What is still due is given up. `other_work`: what the frame spends on drawing [s].
  void end_frame(double now, double other_work);

  double achieved() const { return achieved_; }  ///< steps per second, over the last half second or so
  bool limited() const { return limited_; }      ///< the machine gave noticeably fewer than asked for

 private:
  double rate_;
  double last_ = -1.0, frame_start_ = 0.0, owed_ = 0.0, budget_ = 0.0;
  int taken_ = 0;  // in this frame
  double window_start_ = -1.0, window_given_up_ = 0.0;
  int64_t window_steps_ = 0;
  double achieved_ = 0.0;
  bool limited_ = false;
};

}  // namespace murmur
