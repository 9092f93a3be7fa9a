// Which step is due in a frame of the window. By the clock a fixed number of steps per second is, whatever the frame rate of the display,
// within the time budget of a frame: if the machine is too slow, the flock slows down, and no step is skipped. Others are asked for singly.
// A long step waits until the picture of the last one has been begun. The caller tells the time [s].
#pragma once

#include <cstdint>
#include <limits>

namespace murmur {

constexpr double kSlowMotion =
    45.0;  ///< [steps/s]: with fewer, pictures between two steps show the boids on their way

class StepPacer {
 public:
  explicit StepPacer(double steps_per_second) : rate_(steps_per_second) {}

  void set_rate(double steps_per_second) { rate_ = steps_per_second; }
  double rate() const { return rate_; }
  void single_step() { ++singles_; }
  void drop_single_steps() { singles_ = 0; }
  bool has_single_steps() const { return singles_ > 0; }

  /// `paused`: no steps by the clock, and this time does not count; `comparing`: none at all, the machine is needed elsewhere.
  void begin_frame(double now, bool paused, bool comparing);
  /// Begins the steps of a frame. `last_step_ms`: of the last one; `picture_due`: a picture of it is due and not yet begun. After a long
  /// step a picture is begun before the next step begins.
  void begin_steps(double now, double last_step_ms, bool picture_due);
  /// The first step of a frame is always allowed. A further one ends before the picture, which needs whole steps, unless it is long.
  bool step_due(double now) const;
  /// How long the frame waits for a step [s].
  double patience_left(double now) const;
  /// A step was begun.
  void begun();
  void stepped();
  /// The step was refused: none follows in this frame.
  void refused() { stopped_ = true; }
  /// The picture of the last step is begun before anything else.
  bool picture_first() const { return waits_; }
  /// Ends the steps of a frame, and discards those that are still due. `idle`: none is running. `drawing`: time of the last picture [s].
  void end_frame(double now, bool idle, double drawing);
  /// Whether a step begins after the picture has been begun.
  bool take_deferred();
  void drop_deferred() { deferred_ = false; }

  double fraction() const;   ///< how much of the time to the next step is over, 0 to 1
  double until_due() const;  ///< [s] from the last frame's begin; 0: at once
  double measured_rate() const { return achieved_; }  ///< steps per second, over the last half second or so
  bool limited() const { return limited_; }           ///< noticeably fewer than requested

 private:
  bool due_by_clock(double now) const;

  double rate_;
  int singles_ = 0;
  bool comparing_ = false, paused_ = false;
  bool long_ = false, waits_ = false, deferred_ = false, stopped_ = false;
  double until_ = std::numeric_limits<double>::infinity();  // when the picture is drawn [s]
  double step_ = 0.0;                                       // what a step takes [s]
  double frame_start_ = -1.0, budget_ = 0.0;                // [s]
  double owed_ = 0.0;                                       // steps
  int taken_ = 0;                                           // steps taken in this frame
  // The present half second:
  double window_start_ = -1.0, given_up_ = 0.0;
  int64_t window_steps_ = 0;
  double achieved_ = 0.0;
  bool limited_ = false;
};

}  // namespace murmur
