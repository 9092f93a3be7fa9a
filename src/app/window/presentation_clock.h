// Which flock of a presentation is shown, how dark its picture is, and when the next one is due. Between two flocks the picture
// fades to dark and back. Has no clock: the caller tells the time [s].
#pragma once

#include <cstddef>

namespace murmur {

class PresentationClock {
 public:
  static constexpr double kShown = 60.0;  ///< [s] of each flock, both fades included
  static constexpr double kFade = 0.5;    ///< [s] to dark, and back

  /// A clock for so many flocks. The first one is due at once, in the dark.
  explicit PresentationClock(size_t flocks) : flocks_(flocks) {}

  size_t flock() const { return flock_; }  ///< that is shown
  /// The picture is dark: the flock that follows is to be loaded now. Until loaded() it stays dark.
  bool load_due(double now) const { return !lit_ || now >= leaves_ + kFade; }
  size_t due_flock() const { return lit_ ? (flock_ + 1) % flocks_ : flock_; }
  /// The flock that was due is there, and becomes visible.
  void loaded(double now);
  /// The user does not want to wait for the next flock.
  void skip(double now);

  double dark(double now) const;  ///< 0: the picture as it is; 1: black
  double over(double now) const;  ///< the part of the time of this flock, 0 to 1

 private:
  size_t flocks_, flock_ = 0;
  bool lit_ = false;                   // the first flock is there
  double begun_ = 0.0, leaves_ = 0.0;  // [s]: the picture begins to brighten, to darken
};

}  // namespace murmur
