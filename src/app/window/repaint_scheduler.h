// Decides when a picture is due, and how long the window may sleep. A picture is drawn only if something has
// changed, so that a paused or hidden window uses no CPU time. The caller passes the time [s].
#pragma once

namespace murmur {

/// Reasons to draw a picture now.
struct RepaintReasons {
  bool visible = true;          ///< the window is on the screen
  bool always = false;          ///< every frame is drawn: a fixed number of frames was requested
  bool changed = false;         ///< the flock has changed, or its picture is not finished
  bool moves = false;           ///< the picture moves between steps: slow motion, or a camera in orbit
  bool ticks = false;           ///< something changes with the time, a few times a second
  bool text = false;            ///< text has changed, over the picture or in the panel
  double film_interval = 0.0;   ///< time between the pictures of a film [s]; 0: no film
  double least_interval = 0.0;  ///< least time between pictures [s]
};

class RepaintScheduler {
 public:
  /// Asks for a few pictures after input or a notice, because controls react one or two pictures later.
  void settle();
  /// Asks for one more picture.
  void again();
  bool settling() const { return left_ > 0; }

  bool due(double now, const RepaintReasons& reasons) const;
  /// The longest sleep before the next picture or step [s]. `until_step`: time until a step is due.
  double sleep(double now, const RepaintReasons& reasons, double until_step) const;
  /// Notes that a picture was shown, in a frame that began at `start`.
  void drawn(double start);
  double last() const { return last_; }  ///< beginning of the last frame with a picture [s]

 private:
  int left_ = 3;  // number of pictures to draw without a change
  double last_ = 0.0;
};

}  // namespace murmur
