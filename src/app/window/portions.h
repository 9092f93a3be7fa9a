// How many boids the window draws before it looks for input again: without a GPU a large flock takes longer to draw than
// an answer to a key may take. Adapts the size of a portion to the machine, and ends the drawing of a frame. Has no clock
// and draws nothing: the frame loop tells what a portion took.
#pragma once

#include <cstdint>

namespace murmur {

class Portions {
 public:
  int64_t boids() const { return boids_; }  ///< of the next portion
  void begin_frame() { spent_ = 0.0; }
  /// After a portion that took so long [s] and was not the last. @returns whether the frame draws another; `input`:
  /// whether some waits for an answer.
  bool go_on(double took, bool input);

 private:
  int64_t boids_ = 8192;
  double spent_ = 0.0;  // of this frame [s]
};

}  // namespace murmur
