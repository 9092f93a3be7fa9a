// When a picture is due, and how long the window may sleep. A picture is drawn only if something has changed, so a paused or
// hidden window uses no CPU time. Has no clock: the caller tells the time [s].
#pragma once

namespace murmur {

/// What is there to be shown now.
struct RepaintReasons {
  bool visible = true;          ///< the window is on the screen
  bool always = false;          ///< a fixed number of frames was asked for
  bool changed = false;         ///< the picture of the flock, or it is being drawn
  bool moves = false;           ///< the picture moves without steps: slow motion, a camera in orbit
  bool ticks = false;           ///< something that shows the time, a few times a second
  bool text = false;            ///< text has changed, over the picture or in the panel
  double film_interval = 0.0;   ///< [s] between the pictures of a film; 0: none
  double least_interval = 0.0;  ///< [s] between pictures: the cap
};

class RepaintScheduler {
 public:
  /// Input or a notice: controls react one or two pictures later.
  void settle();
  /// One more picture.
  void again();
  bool settling() const { return left_ > 0; }

  bool due(double now, const RepaintReasons& reasons) const;
  /// How long to sleep at most, until a step is due in `until_step`.
  double sleep(double now, const RepaintReasons& reasons, double until_step) const;
  /// A picture was shown, in a frame that began then.
  void drawn(double start);
  double last() const { return last_; }  ///< [s]: beginning of the last frame with a picture

 private:
  int left_ = 3;  // pictures still to be drawn without a change
  double last_ = 0.0;
};

}  // namespace murmur
