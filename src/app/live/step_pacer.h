// Decides which steps are due in a frame of the window. The clock asks for a fixed number of steps per second,
// whatever the frame rate of the display, within the time budget of a frame: on a machine that is too slow the flock
// slows down, and no step is skipped. The user can also ask for single steps. A long step waits until the picture of
// the last one has been begun. The caller passes the time [s].
#pragma once

#include <cstdint>
#include <limits>

namespace murmur {

constexpr double kSlowMotion =
    45.0;  ///< slow motion below: pictures between two steps show the boids on their way [steps/s]

class StepPacer {
 public:
  explicit StepPacer(double steps_per_second) : rate_(steps_per_second) {}

  void set_rate(double steps_per_second) { rate_ = steps_per_second; }
  double rate() const { return rate_; }
  void single_step() { ++singles_; }
  void drop_single_steps() { singles_ = 0; }
  bool has_single_steps() const { return singles_ > 0; }

  /// Begins a frame. `paused`: the clock asks for no steps, and this time does not count; `comparing`: no steps at
  /// all, because backends are being compared.
  void begin_frame(double now, bool paused, bool comparing);
  /// Begins the steps of a frame. `last_step_ms`: time of the last step; `picture_due`: a picture of the last step
  /// is due and not yet begun. After a long step a picture is begun before the next step begins.
  void begin_steps(double now, double last_step_ms, bool picture_due);
  /// Whether a step should begin now. The first step of a frame always may; a further one must end before the
  /// picture, which needs whole steps, unless steps are long.
  bool step_due(double now) const;
  /// Longest time that the frame waits for the running step [s].
  double patience_left(double now) const;
  /// Notes that a step was begun.
  void begun();
  void stepped();
  /// Notes that a step was refused: no other follows in this frame.
  void refused() { stopped_ = true; }
  /// Whether the picture of the last step must be begun before anything else.
  bool picture_first() const { return waits_; }
  /// Ends the steps of a frame, and drops those that are still due. `idle`: no step is running. `drawing`: time of the last picture [s].
  void end_frame(double now, bool idle, double drawing);
  /// Whether a step should begin now that the picture has been begun.
  bool take_deferred();
  void drop_deferred() { deferred_ = false; }

  double fraction() const;   ///< share of the time to the next step that is over, 0 to 1
  double until_due() const;  ///< time from the begin of the last frame to the next due step [s]
  double measured_rate() const { return achieved_; }  ///< steps per second, over half a second or so
  bool limited() const { return limited_; }           ///< the rate is noticeably lower than requested

 private:
  bool due_by_clock(double now) const;

  double rate_;
  int singles_ = 0;
  bool comparing_ = false, paused_ = false;
  bool long_ = false, waits_ = false, deferred_ = false, stopped_ = false;
  double until_ = std::numeric_limits<
      double>::infinity();  // steps must end before this time, when the next picture is drawn [s]
  double step_ = 0.0;       // duration of a step [s]
  double frame_start_ = -1.0, budget_ = 0.0;  // [s]
  double owed_ = 0.0;                         // steps that are due by the clock
  int taken_ = 0;                             // number of steps in this frame
  // Members for the present half second:
  double window_start_ = -1.0, given_up_ = 0.0;
  int64_t window_steps_ = 0;
  double achieved_ = 0.0;
  bool limited_ = false;
};

}  // namespace murmur
