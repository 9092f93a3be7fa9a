// Which step is due in a frame of the window: those of the clock, those that are asked for singly, and the one that waits until
// the picture of the last one has been begun. Has no clock of its own: the caller tells the time [s].
#pragma once

#include "app/live/step_clock.h"

namespace murmur {

constexpr double kSlowMotion =
    45.0;  ///< [steps/s]: with fewer, pictures between two steps show the boids on their way

class StepPacer {
 public:
  explicit StepPacer(double steps_per_second) : clock_(steps_per_second) {}

  void set_rate(double steps_per_second) { clock_.set_rate(steps_per_second); }
  double rate() const { return clock_.rate(); }
  void single_step() { ++singles_; }
  void drop_single_steps() { singles_ = 0; }
  bool has_single_steps() const { return singles_ > 0; }

  /// `paused`: no steps by the clock; `comparing`: none at all, the machine is needed elsewhere.
  void begin_frame(double now, bool paused, bool comparing);
  /// Begins the steps of a frame. `last_step_ms`: of the last one; `picture_due`: a picture of it is due and not yet begun. After a long
  /// step a picture is begun before the next step begins.
  void begin_steps(double now, double last_step_ms, bool picture_due);
  bool step_due(double now) const;
  /// How long the frame waits for a step [s].
  double patience_left(double now) const;
  /// A step was begun.
  void begun();
  void stepped() { clock_.stepped(); }
  /// The step was refused: none follows in this frame.
  void refused() { stopped_ = true; }
  /// The picture of the last step is begun before anything else.
  bool picture_first() const { return waits_; }
  /// Ends the steps of a frame. `idle`: none is running. `drawing`: time of the last picture [s].
  void end_frame(double now, bool idle, double drawing);
  /// Whether a step begins after the picture has been begun.
  bool take_deferred();
  void drop_deferred() { deferred_ = false; }

  double until_due() const { return clock_.until_due(); }
  double fraction() const { return clock_.fraction(); }
  double achieved() const { return clock_.achieved(); }
  bool limited() const { return clock_.limited(); }

 private:
  StepClock clock_;
  int singles_ = 0;
  bool comparing_ = false, paused_ = false;
  bool long_ = false, waits_ = false, deferred_ = false, stopped_ = false;
  double until_ = 0.0, step_ = 0.0;  // [s]
};

}  // namespace murmur
