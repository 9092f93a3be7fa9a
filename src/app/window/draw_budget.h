// How much of a picture is drawn before the window looks for input again. Without a GPU a large flock takes longer to draw than
// an answer to a key may take: it is drawn in batches, and input goes first. Adapts the size of a batch to the machine. Has no
// clock and draws nothing: the caller tells what a batch took.
#pragma once

#include <cstdint>

namespace murmur {

class DrawBudget {
 public:
  void begin_frame();
  /// Is called after the input of the frame. `pressed`: a button went down or up; `happened`: there was input of any kind.
  void on_input(bool pressed, bool happened);
  /// A control has left input to the next frame.
  void on_input_left();
  /// The picture that is being drawn goes on in this frame. After a press two frames draw no boids: a button reacts in the
  /// first one after its release.
  bool may_continue() const { return !answering_; }

  int64_t batch() const { return batch_; }  ///< boids to draw next
  /// Is called after each batch but the last; it took `took` [s]. @returns whether the frame draws another; `input_waits`: some
  /// waits for an answer.
  bool may_draw_more(double took, bool input_waits);

  /// A picture was begun, whose boids took so long to hand over [ms].
  void on_begun(double upload_ms) { upload_ms_ = upload_ms; }
  /// Whether a picture that is due begins in a later frame. An answer does not wait for the upload of a large flock; if input
  /// never ends, the flock is drawn all the same.
  bool answers_first(bool input_waits) const;
  /// A picture was due, and was put off or not.
  void on_due(bool put_off) { put_off_ = put_off ? put_off_ + 1 : 0; }

 private:
  int64_t batch_ = 8192;
  double spent_ = 0.0;        // time that this frame has drawn [s]
  int answers_ = 0;           // frames to come that draw no boids
  bool answering_ = false;    // this frame is one of them
  bool fresh_input_ = false;  // this frame has read input, the last one has not
  int put_off_ = 0;           // frames in which a due picture was not begun
  double upload_ms_ = 0.0;
};

}  // namespace murmur
