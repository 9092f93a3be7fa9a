// Decides which flock of a presentation is shown, how dark its picture is, and when the next one is due. Between two
// flocks the picture fades to dark and back. The caller passes the time [s].
#pragma once

#include <cstddef>

namespace murmur {

class PresentationClock {
 public:
  static constexpr double kShown = 60.0;  ///< time of each flock, with both fades [s]
  static constexpr double kFade = 0.5;    ///< time of a fade [s]

  /// A clock for so many flocks. The first flock is due at once, with a dark picture.
  explicit PresentationClock(size_t flocks) : flocks_(flocks) {}

  size_t flock() const { return flock_; }  ///< index of the shown flock
  /// Whether the next flock must be loaded now, because the picture is dark. The picture stays dark until loaded().
  bool load_due(double now) const { return !lit_ || now >= leaves_ + kFade; }
  size_t due_flock() const { return lit_ ? (flock_ + 1) % flocks_ : flock_; }
  /// Notes that the due flock is loaded; it becomes visible.
  void loaded(double now);
  /// Ends the present flock early, because the user asks for the next one.
  void skip(double now);

  double dark(double now) const;  ///< 0: the picture as it is; 1: black
  double over(double now) const;  ///< share of the flock's time that is over, 0 to 1

 private:
  size_t flocks_, flock_ = 0;
  bool lit_ = false;                   // the first flock is loaded
  double begun_ = 0.0, leaves_ = 0.0;  // when the picture begins to brighten, and to darken [s]
};

}  // namespace murmur
