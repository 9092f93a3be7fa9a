// Decides when steps are due: a fixed number per second of wall time, independent of the display's frame
// rate, within the time budget of a frame. If the machine is too slow, the flock slows down; no step is
// skipped. The frame loop passes the time [s].
#pragma once

#include <cstdint>
#include <limits>

namespace murmur {

class StepClock {
 public:
  explicit StepClock(double steps_per_second) : rate_(steps_per_second) {}

  void set_rate(double steps_per_second) { rate_ = steps_per_second; }
  double rate() const { return rate_; }

  /// Advances the time to `now`; paused time does not count.
  void begin_frame(double now, bool paused);
  /// True while a step is due and the frame's budget is not used up; the first step of a frame is always
  /// allowed. `step`: what a step takes [s]; a further one ends before `until`, when the frame is drawn: a picture of the
  /// flock needs whole steps.
  bool step_due(double now, double step = 0.0, double until = std::numeric_limits<double>::infinity()) const;
  void stepped();
  double fraction() const;   ///< how much of the time to the next step is over, 0 to 1
  double until_due() const;  ///< [s] from the last frame's begin; 0: at once
  /// Discards steps that are still due. `other_work`: drawing time of the frame [s].
  void end_frame(double now, double other_work);

  double achieved() const { return achieved_; }  ///< steps per second, over the last half second or so
  bool limited() const { return limited_; }      ///< noticeably fewer than requested

 private:
  double rate_;
  double last_ = -1.0, frame_start_ = 0.0, owed_ = 0.0, budget_ = 0.0;
  int taken_ = 0;  // steps taken in this frame
  double window_start_ = -1.0, window_given_up_ = 0.0;
  int64_t window_steps_ = 0;
  double achieved_ = 0.0;
  bool limited_ = false;
};

}  // namespace murmur
